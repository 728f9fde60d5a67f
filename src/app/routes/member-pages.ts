import { later, type PageDef, page } from './pages.ts';

/** Every page of a company's people, behind the login (specification section 2, "Subscriber routes"). */
export const memberPages: readonly PageDef[] = [
  page(
    '/dashboard',
    'dashboard',
    async () => (await import('#features/dashboard/screens/start-page.tsx')).StartPage,
  ),
  page('/coming-soon', 'web', async () => (await import('#web/shell/message-pages.tsx')).ComingSoonPage),
  page('/maintenance', 'web', async () => (await import('#web/shell/message-pages.tsx')).MaintenancePage),
  later('/templates'),
  later('/templates/edit/$template_id'),
  later('/templates/store'),
  later('/business'),
  page(
    '/people',
    'people',
    async () => (await import('#features/people/screens/people-page.tsx')).PeoplePage,
  ),
  later('/people/import'),
  later('/communication'),
  later('/company-profile'),
  page(
    '/appointments',
    'appointments',
    async () => (await import('#features/appointments/screens/appointments-page.tsx')).AppointmentsPage,
  ),
  page(
    '/appointments/$id',
    'appointments',
    async () => (await import('#features/appointments/screens/appointment-redirect.tsx')).AppointmentRedirect,
  ),
  page(
    '/appointments/details/$id',
    'appointments',
    async () => (await import('#features/appointments/screens/details-page.tsx')).AppointmentDetailsPage,
  ),
  later('/appointments/print-order'),
  later('/appointments/view-log/$report_id'),
  later('/time-tracking'),
  later('/calendar'),
  later('/subscription'),
  later('/subscription/past-payments'),
  later('/subscription/upgrade'),
  later('/subscription/message-bundle'),
  later('/create-merchant'),
  later('/services'),
  later('/discount-codes'),
  later('/availability'),
  later('/support-tickets'),
  later('/pay-splits'),
  later('/actions'),
  later('/settings'),
  later('/settings/automations'),
  later('/user/edit'),
  later('/my-profile'),
  page(
    '/edit-report/$report_id',
    'reports',
    async () => (await import('#features/reports/screens/edit-report-page.tsx')).EditReportPage,
  ),
  later('/edit-technician/$type/$id'),
  page(
    '/invoice/$id',
    'payments',
    async () => (await import('#features/payments/screens/invoice-member-page.tsx')).InvoiceMemberPage,
  ),
  page(
    '/agreement/agreement-detail/$id/$agreement_id',
    'agreements',
    async () => (await import('#features/agreements/screens/agreement-page.tsx')).AgreementMemberPage,
  ),
  page(
    '/client-view/$id',
    'portal',
    async () => (await import('#features/portal/screens/client-view-page.tsx')).ClientViewMemberPage,
  ),
];

/** Every page of the platform administrator (type 5). */
export const adminPages: readonly PageDef[] = [
  page(
    '/admin/dashboard',
    'admin',
    async () => (await import('#features/admin/screens/admin-dashboard.tsx')).AdminDashboard,
  ),
  later('/admin/subscription-plans'),
  later('/admin/messaging-plans'),
  later('/admin/discounts'),
  later('/admin/payment-history'),
  later('/admin/settings'),
  later('/admin/product-updates'),
  later('/admin/track-email'),
  later('/admin/reports'),
  later('/admin/reports/subscriber-reports'),
  later('/admin/reports/payment-reports'),
  later('/admin/reports/subscription-reports'),
  later('/admin/subscribers'),
  later('/admin/subscribers/details/$id'),
  later('/admin/email-management'),
  later('/admin/email-management/edit/$id'),
];

/** Paths of pages that stand; menus show nothing else. */
export const standing: ReadonlySet<string> = new Set(
  [...memberPages, ...adminPages].filter((one) => one.load).map((one) => one.path),
);
