import { definePage, type PageDef, unbuiltPage } from './pages.ts';

const myProfile = async () =>
  (await import('#features/people/screens/profile/my-profile-page.tsx')).MyProfilePage;

/** All pages for a company's users, behind the login (specification section 2, "Subscriber routes"). */
export const memberPages: readonly PageDef[] = [
  definePage(
    '/dashboard',
    'dashboard',
    async () => (await import('#features/dashboard/screens/dashboard-page.tsx')).DashboardPage,
  ),
  definePage(
    '/coming-soon',
    'web',
    async () => (await import('#web/shell/message-pages.tsx')).ComingSoonPage,
  ),
  definePage(
    '/maintenance',
    'web',
    async () => (await import('#web/shell/message-pages.tsx')).MaintenancePage,
  ),
  definePage(
    '/templates',
    'templates',
    async () => (await import('#features/templates/screens/templates-page.tsx')).TemplatesPage,
  ),
  definePage(
    '/templates/edit/$template_id',
    'templates',
    async () =>
      (await import('#features/templates/screens/editor/template-editor-page.tsx')).TemplateEditorPage,
  ),
  definePage(
    '/templates/preview/$template_id',
    'templates',
    async () =>
      (await import('#features/reports/screens/preview/template-preview-page.tsx')).TemplatePreviewPage,
  ),
  definePage(
    '/templates/library',
    'templates',
    async () => (await import('#features/templates/screens/library/library-page.tsx')).CommentLibraryPage,
  ),
  definePage(
    '/templates/store',
    'templates',
    async () => (await import('#features/templates/screens/store/template-store-page.tsx')).TemplateStorePage,
  ),
  definePage(
    '/business',
    'metrics',
    async () => (await import('#features/metrics/screens/business-page.tsx')).BusinessPage,
  ),
  definePage(
    '/people',
    'people',
    async () => (await import('#features/people/screens/people-page.tsx')).PeoplePage,
  ),
  definePage(
    '/people/duplicates',
    'people',
    async () => (await import('#features/people/screens/duplicates/duplicates-page.tsx')).DuplicatesPage,
  ),
  definePage(
    '/people/$kind/$id',
    'people',
    async () => (await import('#features/people/screens/person-page.tsx')).PersonPage,
  ),
  definePage(
    '/people/import',
    'people',
    async () => (await import('#features/people/screens/import/import-page.tsx')).ImportPage,
  ),
  definePage(
    '/communication',
    'messages',
    async () => (await import('#features/messages/screens/communication-page.tsx')).CommunicationPage,
  ),
  definePage(
    '/company-profile',
    'company',
    async () => (await import('#features/company/screens/company-profile-page.tsx')).CompanyProfilePage,
  ),
  definePage(
    '/appointments',
    'appointments',
    async () => (await import('#features/appointments/screens/list/appointments-page.tsx')).AppointmentsPage,
  ),
  definePage(
    '/appointments/print-order',
    'appointments',
    async () =>
      (await import('#features/appointments/screens/details/printing/print-order-page.tsx')).PrintOrderPage,
  ),
  definePage(
    '/appointments/$id',
    'appointments',
    async () =>
      (await import('#features/appointments/screens/details/appointment-redirect.tsx')).AppointmentRedirect,
  ),
  definePage(
    '/appointments/details/$id',
    'appointments',
    async () =>
      (await import('#features/appointments/screens/details/details-page.tsx')).AppointmentDetailsPage,
  ),
  definePage(
    '/appointments/view-log/$report_id',
    'reports',
    async () => (await import('#features/reports/screens/office/view-log-page.tsx')).ViewLogPage,
  ),
  unbuiltPage('/time-tracking'),
  definePage(
    '/calendar',
    'calendar',
    async () => (await import('#features/calendar/screens/calendar-page.tsx')).CalendarPage,
  ),
  definePage(
    '/calendar/day-sheet',
    'calendar',
    async () => (await import('#features/calendar/screens/day-sheet/day-sheet-page.tsx')).DaySheetPage,
  ),
  unbuiltPage('/subscription'),
  unbuiltPage('/subscription/past-payments'),
  unbuiltPage('/subscription/upgrade'),
  unbuiltPage('/subscription/message-bundle'),
  definePage(
    '/payments',
    'payments',
    async () => (await import('#features/payments/screens/office/payments-page.tsx')).PaymentsPage,
  ),
  definePage(
    '/create-merchant',
    'payments',
    async () => (await import('#features/payments/screens/merchant/merchant-page.tsx')).MerchantPage,
  ),
  definePage(
    '/services',
    'services',
    async () => (await import('#features/services/screens/services-page.tsx')).ServicesPage,
  ),
  definePage(
    '/discount-codes',
    'services',
    async () => (await import('#features/services/screens/discounts-page.tsx')).DiscountsPage,
  ),
  definePage(
    '/availability',
    'availability',
    async () => (await import('#features/availability/screens/availability-page.tsx')).AvailabilityPage,
  ),
  unbuiltPage('/support-tickets'),
  unbuiltPage('/pay-splits'),
  definePage(
    '/actions',
    'automations',
    async () => (await import('#features/automations/screens/actions-page.tsx')).ActionsPage,
  ),
  definePage('/settings', 'company', async () => (await import('../settings-tabs.tsx')).SettingsWithTabs),
  definePage(
    '/settings/automations',
    'automations',
    async () =>
      (await import('#features/automations/screens/settings/automation-settings-page.tsx'))
        .AutomationSettingsPage,
  ),
  definePage('/user/edit', 'people', myProfile),
  definePage('/my-profile', 'people', myProfile),
  definePage(
    '/edit-report/$report_id',
    'reports',
    async () => (await import('#features/reports/screens/editing/edit-report-page.tsx')).EditReportPage,
  ),
  definePage(
    '/edit-technician/$type/$id',
    'people',
    async () => (await import('#features/people/screens/team/edit-technician-page.tsx')).EditTechnicianPage,
  ),
  definePage(
    '/invoice/$id',
    'payments',
    async () =>
      (await import('#features/payments/screens/invoice/invoice-member-page.tsx')).InvoiceMemberPage,
  ),
  definePage(
    '/agreement/agreement-detail/$id/$agreement_id',
    'agreements',
    async () => (await import('#features/agreements/screens/agreement-page.tsx')).AgreementMemberPage,
  ),
  definePage(
    '/client-view/$id',
    'portal',
    async () => (await import('#features/portal/screens/client-view-page.tsx')).ClientViewMemberPage,
  ),
];

/** All pages of the platform administrator (type 5). */
export const adminPages: readonly PageDef[] = [
  definePage(
    '/admin/dashboard',
    'admin',
    async () => (await import('#features/admin/screens/admin-dashboard.tsx')).AdminDashboard,
  ),
  unbuiltPage('/admin/subscription-plans'),
  unbuiltPage('/admin/messaging-plans'),
  unbuiltPage('/admin/discounts'),
  unbuiltPage('/admin/payment-history'),
  definePage(
    '/admin/settings',
    'admin',
    async () => (await import('#features/admin/screens/admin-settings.tsx')).AdminSettings,
  ),
  definePage(
    '/admin/sending-limits',
    'admin',
    async () => (await import('#features/admin/screens/sending-limits-page.tsx')).SendingLimitsPage,
  ),
  definePage(
    '/admin/template-store',
    'templates',
    async () => (await import('#features/templates/screens/store/manage-store-page.tsx')).ManageStorePage,
  ),
  unbuiltPage('/admin/product-updates'),
  unbuiltPage('/admin/track-email'),
  unbuiltPage('/admin/reports'),
  unbuiltPage('/admin/reports/subscriber-reports'),
  unbuiltPage('/admin/reports/payment-reports'),
  unbuiltPage('/admin/reports/subscription-reports'),
  unbuiltPage('/admin/subscribers'),
  unbuiltPage('/admin/subscribers/details/$id'),
  unbuiltPage('/admin/email-management'),
  unbuiltPage('/admin/email-management/edit/$id'),
];

/** Paths of pages that are built; menus show only these. */
export const builtPaths: ReadonlySet<string> = new Set(
  [...memberPages, ...adminPages].filter((one) => one.load).map((one) => one.path),
);
