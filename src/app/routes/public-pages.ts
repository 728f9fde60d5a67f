import { definePage, type PageDef } from './pages.ts';

const bookingPages = () => import('#features/booking/screens/booking-page.tsx');
const clientView = async () => (await import('#features/portal/screens/client-view-page.tsx')).ClientViewPage;

/** Pages of the public entry: no login, no app shell. Pages with company branding bring their own layout. */
export const publicPages: readonly PageDef[] = [
  definePage('/iframe-appointment/$id', 'booking', async () => (await bookingPages()).EmbeddedBookingPage),
  definePage(
    '/create-payment/$appointmentId',
    'payments',
    async () => (await import('#features/payments/screens/invoice/invoice-page.tsx')).CreatePaymentPage,
  ),
  definePage(
    '/view-report2/$report_id',
    'reports',
    async () => (await import('#features/reports/screens/reading/view-report-page.tsx')).ViewReportPage,
  ),
  definePage(
    '/view-report/$id',
    'reports',
    async () => (await import('#features/reports/screens/reading/legacy-report-page.tsx')).LegacyReportPage,
  ),
  definePage(
    '/report-views/$view_id',
    'reports',
    async () =>
      (await import('#features/reports/screens/reading/personal-report-page.tsx')).PersonalReportPage,
  ),
  definePage(
    '/sample-report/$report_id',
    'reports',
    async () => (await import('#features/reports/screens/samples/sample-report-page.tsx')).SampleReportPage,
  ),
  definePage(
    '/sample-reports/$request_id',
    'reports',
    async () => (await import('#features/reports/screens/samples/sample-list-page.tsx')).SampleListPage,
  ),
  definePage(
    '/repair-list/$list_id',
    'reports',
    async () => (await import('#features/reports/screens/repair/repair-list-page.tsx')).RepairListPage,
  ),
  definePage(
    '/appointment-request/$request_id',
    'booking',
    async () => (await bookingPages()).AppointmentRequestPage,
  ),
  definePage(
    '/confirm-booking/$request_id/$token',
    'booking',
    async () => (await import('#features/booking/screens/confirm-booking-page.tsx')).ConfirmBookingPage,
  ),
  definePage(
    '/proposed-times/$id',
    'booking',
    async () => (await import('#features/booking/screens/proposed-times-page.tsx')).ProposedTimesPage,
  ),
  definePage(
    '/book-again/$id',
    'booking',
    async () => (await import('#features/booking/screens/rebook/rebook-page.tsx')).RebookingPage,
  ),
  definePage('/schedule/$request_id', 'booking', async () => (await bookingPages()).SchedulePage),
  definePage(
    '/public-profile/$request_id',
    'company',
    async () => (await import('#features/company/screens/public-profile-page.tsx')).PublicProfilePage,
  ),
  definePage(
    '/report-pdf/$inspection_id',
    'reports',
    async () => (await import('#features/reports/screens/reading/report-pdf-pages.tsx')).ReportPdfPage,
  ),
  definePage(
    '/review-pdf/$inspection_id',
    'reports',
    async () => (await import('#features/reports/screens/reading/report-pdf-pages.tsx')).ReviewPdfPage,
  ),
  definePage(
    '/watch/$commentId',
    'reports',
    async () => (await import('#features/reports/screens/reading/watch-page.tsx')).WatchPage,
  ),
  definePage(
    '/invoice/$id',
    'payments',
    async () => (await import('#features/payments/screens/invoice/invoice-page.tsx')).InvoicePage,
  ),
  definePage(
    '/agreement/agreement-detail/$id/$agreement_id',
    'agreements',
    async () => (await import('#features/agreements/screens/agreement-page.tsx')).AgreementPage,
  ),
  definePage('/client-view/$id', 'portal', clientView),
  definePage('/client-view1/$id', 'portal', clientView),
];

/** Pages in the plain public layout. */
export const publicLayoutPages: readonly PageDef[] = [
  definePage(
    '/public/privacy-policy',
    'web',
    async () => (await import('#features/company/screens/legal-page.tsx')).PrivacyPage,
  ),
  definePage(
    '/public/terms-of-use',
    'web',
    async () => (await import('#features/company/screens/legal-page.tsx')).TermsPage,
  ),
  definePage(
    '/check-document',
    'agreements',
    async () =>
      (await import('#features/agreements/screens/check/check-document-page.tsx')).CheckDocumentPage,
  ),
  definePage(
    '/integrations/success',
    'web',
    async () => (await import('#web/shell/integration-result-pages.tsx')).IntegrationSuccessPage,
  ),
  definePage(
    '/integrations/error',
    'web',
    async () => (await import('#web/shell/integration-result-pages.tsx')).IntegrationErrorPage,
  ),
  definePage(
    '/s/$uniqId',
    'web',
    async () => (await import('#features/portal/screens/short-link-page.tsx')).ShortLinkPage,
  ),
];
