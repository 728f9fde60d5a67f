import { type Actor, allows, type Capability, isPlatformAdmin } from './permissions.ts';

type SidebarId =
  | 'dashboard'
  | 'appointments'
  | 'calendar'
  | 'templates'
  | 'people'
  | 'communication'
  | 'metrics';

/** An entry of the sidebar: `label` is the English text, `path` its target. */
export interface MenuItem<Id extends string = string> {
  id: Id;
  label: string;
  path: string;
  needs?: Capability;
  children?: readonly MenuItem[];
}

/** The sidebar of a company in default order; id 'metrics' is shown as Business. */
const sidebar: readonly MenuItem<SidebarId>[] = [
  { id: 'dashboard', label: 'Dashboard', path: '/dashboard' },
  { id: 'appointments', label: 'Appointments', path: '/appointments' },
  { id: 'calendar', label: 'Calendar', path: '/calendar' },
  { id: 'templates', label: 'Templates', path: '/templates', needs: 'can_edit_template' },
  { id: 'people', label: 'People', path: '/people' },
  { id: 'communication', label: 'Communication', path: '/communication', needs: 'see_communication' },
  { id: 'metrics', label: 'Business', path: '/business', needs: 'see_metrics' },
];

/** The sidebar of the platform administrator. */
export const adminMenu: readonly MenuItem[] = [
  { id: 'admin-dashboard', label: 'Dashboard', path: '/admin/dashboard' },
  { id: 'admin-subscribers', label: 'Subscribers', path: '/admin/subscribers' },
  { id: 'admin-plans', label: 'Subscription Plans', path: '/admin/subscription-plans' },
  { id: 'admin-bundles', label: 'Message Bundles', path: '/admin/messaging-plans' },
  { id: 'admin-discounts', label: 'Discounts', path: '/admin/discounts' },
  { id: 'admin-payments', label: 'Payment History', path: '/admin/payment-history' },
  { id: 'admin-emails', label: 'Email Management', path: '/admin/email-management' },
  { id: 'admin-updates', label: 'Product Updates', path: '/admin/product-updates' },
  { id: 'admin-track', label: 'Track Emails', path: '/admin/track-email' },
  {
    id: 'admin-reports',
    label: 'Reports',
    path: '/admin/reports',
    children: [
      {
        id: 'admin-reports-subscribers',
        label: 'Subscriber Reports',
        path: '/admin/reports/subscriber-reports',
      },
      { id: 'admin-reports-payments', label: 'Payment Reports', path: '/admin/reports/payment-reports' },
      {
        id: 'admin-reports-subscriptions',
        label: 'Subscription Reports',
        path: '/admin/reports/subscription-reports',
      },
    ],
  },
  { id: 'admin-settings', label: 'Settings', path: '/admin/settings' },
];

/**
 * Returns the sidebar of a user: a company's entries in the user's saved order, unlisted ones after them, without
 * unknown and repeated ids and without pages the user may not open. User type 5, the platform administrator, has its
 * own menu.
 */
export function menuFor(actor: Actor, savedLinks: readonly string[] = []): readonly MenuItem[] {
  if (isPlatformAdmin(actor)) return adminMenu;
  const listed = [...new Set(savedLinks)].flatMap((id) => sidebar.filter((item) => item.id === id));
  const rest = sidebar.filter((item) => !listed.includes(item));
  return [...listed, ...rest].filter((item) => !item.needs || allows(actor, item.needs));
}

const guarded: readonly [RegExp, Capability][] = [
  [/^\/templates(\/|$)/, 'can_edit_template'],
  [/^\/(business|pay-reports)(\/|$)/, 'see_metrics'],
  [/^\/(communication|messaging-plans)(\/|$)/, 'see_communication'],
  [/^\/people\/import(\/|$)/, 'export_people'],
  [/^\/(subscription|subscription-plans)(\/|$)/, 'manage_subscription'],
  [/^\/services(\/|$)/, 'manage_services'],
  [/^\/(discount-codes|discounts)(\/|$)/, 'manage_discounts'],
  [/^\/payments(\/|$)/, 'see_payments'],
  [/^\/(pay-splits|paysplits)(\/|$)/, 'manage_pay_splits'],
  [/^\/(actions|settings\/automations)(\/|$)/, 'manage_automations'],
  [/^\/settings\/availability(\/|$)/, 'edit_availability'],
  [/^\/(settings|company-profile|create-merchant)(\/|$)/, 'edit_settings'],
  [/^\/edit-technician(\/|$)/, 'manage_team'],
  [/^\/edit-report(\/|$)/, 'edit_report'],
];

/**
 * Returns where a signed-in user who opens a path behind the login is redirected, or null if they may open it. User
 * type 5 is confined to /admin; everyone else is redirected to /dashboard from /admin and from pages they have no
 * permission for.
 */
export function redirectFor(actor: Actor, path: string): string | null {
  const isAdminPath = /^\/admin(\/|$)/.test(path);
  if (isPlatformAdmin(actor)) return isAdminPath ? null : '/admin';
  if (isAdminPath) return '/dashboard';
  const needed = guarded.find(([pattern]) => pattern.test(path))?.[1];
  return needed && !allows(actor, needed) ? '/dashboard' : null;
}

/** Returns whether the user may open this path behind the login. */
export function canOpenRoute(actor: Actor, path: string): boolean {
  return redirectFor(actor, path) === null;
}
