import { later, type PageDef, page } from './pages.ts';

const clientView = async () => (await import('#features/portal/screens/client-view-page.tsx')).ClientViewPage;

/** Pages of the light entry: no login, no shell. The frame around them is the page's own where it carries a brand. */
export const publicPages: readonly PageDef[] = [
  later('/iframe-appointment/$id'),
  page(
    '/create-payment/$appointmentId',
    'payments',
    async () => (await import('#features/payments/screens/invoice/invoice-page.tsx')).CreatePaymentPage,
  ),
  page(
    '/view-report2/$report_id',
    'reports',
    async () => (await import('#features/reports/screens/reading/view-report-page.tsx')).ViewReportPage,
  ),
  page(
    '/view-report/$id',
    'reports',
    async () => (await import('#features/reports/screens/reading/older-report-page.tsx')).OlderReportPage,
  ),
  page(
    '/report-views/$view_id',
    'reports',
    async () => (await import('#features/reports/screens/reading/view-report-page.tsx')).ReportViewsPage,
  ),
  later('/sample-report/$report_id'),
  later('/sample-reports/$request_id'),
  later('/appointment-request/$request_id'),
  later('/schedule/$request_id'),
  page(
    '/public-profile/$request_id',
    'company',
    async () => (await import('#features/company/screens/public-profile-page.tsx')).PublicProfilePage,
  ),
  page(
    '/report-pdf/$inspection_id',
    'reports',
    async () => (await import('#features/reports/screens/reading/papers-page.tsx')).ReportPdfPage,
  ),
  page(
    '/review-pdf/$inspection_id',
    'reports',
    async () => (await import('#features/reports/screens/reading/papers-page.tsx')).ReviewPdfPage,
  ),
  page(
    '/watch/$commentId',
    'reports',
    async () => (await import('#features/reports/screens/reading/watch-page.tsx')).WatchPage,
  ),
  page(
    '/invoice/$id',
    'payments',
    async () => (await import('#features/payments/screens/invoice/invoice-page.tsx')).InvoicePage,
  ),
  page(
    '/agreement/agreement-detail/$id/$agreement_id',
    'agreements',
    async () => (await import('#features/agreements/screens/agreement-page.tsx')).AgreementPage,
  ),
  page('/client-view/$id', 'portal', clientView),
  page('/client-view1/$id', 'portal', clientView),
];

/** Pages in the plain public frame. */
export const framedPages: readonly PageDef[] = [
  page(
    '/public/privacy-policy',
    'web',
    async () => (await import('#features/company/screens/legal-page.tsx')).PrivacyPage,
  ),
  page(
    '/public/terms-of-use',
    'web',
    async () => (await import('#features/company/screens/legal-page.tsx')).TermsPage,
  ),
  page(
    '/check-document',
    'agreements',
    async () =>
      (await import('#features/agreements/screens/check/check-document-page.tsx')).CheckDocumentPage,
  ),
  page(
    '/integrations/success',
    'web',
    async () => (await import('#web/shell/result-pages.tsx')).IntegrationSuccessPage,
  ),
  page(
    '/integrations/error',
    'web',
    async () => (await import('#web/shell/result-pages.tsx')).IntegrationErrorPage,
  ),
  page(
    '/s/$uniqId',
    'web',
    async () => (await import('#features/portal/screens/short-link-page.tsx')).ShortLinkPage,
  ),
];
