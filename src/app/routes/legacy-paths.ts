/** Paths of the older application and their current targets (decisions G-SHL-1). */
export const legacyPaths: Readonly<Record<string, string>> = {
  '/schedule': '/calendar',
  '/inspection-requested': '/appointments?status=requested',
  '/discounts': '/discount-codes',
  '/user': '/user/edit',
  '/user/profile': '/my-profile',
  '/settings/availability': '/availability',
  '/pay-reports': '/pay-splits',
  '/paysplits': '/pay-splits',
  '/analytics': '/business',
  '/report-view': '/appointments',
  '/ecommerce': '/coming-soon',
  '/e-commerce': '/coming-soon',
  '/e-commerce/$': '/coming-soon',
};

/** The same for former administrator paths; all other users are sent to the dashboard. */
export const legacyAdminPaths: Readonly<Record<string, string>> = {
  '/subscribers': '/admin/subscribers',
  '/subscribers/details': '/admin/subscribers',
  '/subscription-plans': '/admin/subscription-plans',
  '/messaging-plans': '/admin/messaging-plans',
};
