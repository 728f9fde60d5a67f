import { later, type PageDef, page } from './pages.ts';

const myProfile = async () =>
  (await import('#features/people/screens/profile/my-profile-page.tsx')).MyProfilePage;

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
  page(
    '/people/duplicates',
    'people',
    async () => (await import('#features/people/screens/duplicates-page.tsx')).DuplicatesPage,
  ),
  page(
    '/people/$kind/$id',
    'people',
    async () => (await import('#features/people/screens/person-page.tsx')).PersonPage,
  ),
  page(
    '/people/import',
    'people',
    async () => (await import('#features/people/screens/import/import-page.tsx')).ImportPage,
  ),
  later('/communication'),
  page(
    '/company-profile',
    'company',
    async () => (await import('#features/company/screens/company-profile-page.tsx')).CompanyProfilePage,
  ),
  page(
    '/appointments',
    'appointments',
    async () => (await import('#features/appointments/screens/list/appointments-page.tsx')).AppointmentsPage,
  ),
  page(
    '/appointments/print-order',
    'appointments',
    async () => (await import('#features/appointments/screens/details/print-order-page.tsx')).PrintOrderPage,
  ),
  page(
    '/appointments/$id',
    'appointments',
    async () =>
      (await import('#features/appointments/screens/details/appointment-redirect.tsx')).AppointmentRedirect,
  ),
  page(
    '/appointments/details/$id',
    'appointments',
    async () =>
      (await import('#features/appointments/screens/details/details-page.tsx')).AppointmentDetailsPage,
  ),
  page(
    '/appointments/view-log/$report_id',
    'reports',
    async () => (await import('#features/reports/screens/office/view-log-page.tsx')).ViewLogPage,
  ),
  later('/time-tracking'),
  page(
    '/calendar',
    'calendar',
    async () => (await import('#features/calendar/screens/calendar-page.tsx')).CalendarPage,
  ),
  page(
    '/calendar/day-sheet',
    'calendar',
    async () => (await import('#features/calendar/screens/day-sheet-page.tsx')).DaySheetPage,
  ),
  later('/subscription'),
  later('/subscription/past-payments'),
  later('/subscription/upgrade'),
  later('/subscription/message-bundle'),
  page(
    '/payments',
    'payments',
    async () => (await import('#features/payments/screens/office/payments-page.tsx')).PaymentsPage,
  ),
  page(
    '/create-merchant',
    'payments',
    async () => (await import('#features/payments/screens/merchant/merchant-page.tsx')).MerchantPage,
  ),
  page(
    '/services',
    'services',
    async () => (await import('#features/services/screens/services-page.tsx')).ServicesPage,
  ),
  page(
    '/discount-codes',
    'services',
    async () => (await import('#features/services/screens/discounts-page.tsx')).DiscountsPage,
  ),
  page(
    '/availability',
    'availability',
    async () => (await import('#features/availability/screens/availability-page.tsx')).AvailabilityPage,
  ),
  later('/support-tickets'),
  later('/pay-splits'),
  later('/actions'),
  page(
    '/settings',
    'company',
    async () => (await import('#features/company/screens/settings-page.tsx')).SettingsPage,
  ),
  later('/settings/automations'),
  page('/user/edit', 'people', myProfile),
  page('/my-profile', 'people', myProfile),
  page(
    '/edit-report/$report_id',
    'reports',
    async () => (await import('#features/reports/screens/editing/edit-report-page.tsx')).EditReportPage,
  ),
  page(
    '/edit-technician/$type/$id',
    'people',
    async () => (await import('#features/people/screens/team/edit-technician-page.tsx')).EditTechnicianPage,
  ),
  page(
    '/invoice/$id',
    'payments',
    async () =>
      (await import('#features/payments/screens/invoice/invoice-member-page.tsx')).InvoiceMemberPage,
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
