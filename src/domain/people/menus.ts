import { isBuilt } from '../base/built-features.ts';
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
  /** The tab of the page that the entry opens. */
  tab?: string;
  /** Other paths whose pages belong to the entry. */
  covers?: readonly string[];
  needs?: Capability;
  children?: readonly MenuItem[];
}

/** Entries under a heading, below the ones whose order users choose. */
export interface MenuGroup {
  id: 'money' | 'setup';
  items: readonly MenuItem[];
}

/** The sidebar of a company in default order; id 'metrics' is shown as Business. */
const sidebar: readonly MenuItem<SidebarId>[] = [
  { id: 'dashboard', label: 'Dashboard', path: '/dashboard' },
  {
    id: 'appointments',
    label: 'Appointments',
    path: '/appointments',
    covers: ['/edit-report', '/agreement', '/client-view'],
  },
  { id: 'calendar', label: 'Calendar', path: '/calendar' },
  { id: 'templates', label: 'Templates', path: '/templates', needs: 'can_edit_template' },
  { id: 'people', label: 'People', path: '/people', covers: ['/edit-technician'] },
  { id: 'communication', label: 'Communication', path: '/communication', needs: 'see_communication' },
  { id: 'metrics', label: 'Business', path: '/business', needs: 'see_metrics' },
];

const groups: readonly MenuGroup[] = [
  {
    id: 'money',
    items: [
      {
        id: 'payments',
        label: 'Payments',
        path: '/payments',
        covers: ['/invoice', '/create-merchant'],
        needs: 'see_payments',
      },
    ],
  },
  {
    id: 'setup',
    items: [
      { id: 'services', label: 'Services', path: '/services', needs: 'manage_services' },
      { id: 'discount-codes', label: 'Discount codes', path: '/discount-codes', needs: 'manage_discounts' },
      { id: 'availability', label: 'Availability', path: '/availability' },
      {
        id: 'agreements',
        label: 'Agreements',
        path: '/settings',
        tab: 'agreements',
        needs: 'manage_agreements',
      },
      {
        id: 'automations',
        label: 'Automations',
        path: '/actions',
        covers: ['/settings/automations'],
        needs: 'manage_automations',
      },
      {
        id: 'integrations',
        label: 'Integrations',
        path: '/settings',
        tab: 'integrations',
        needs: 'manage_integrations',
      },
      {
        id: 'settings',
        label: 'Settings',
        path: '/settings',
        covers: ['/company-profile'],
        needs: 'edit_settings',
      },
      { id: 'profile', label: 'My profile', path: '/my-profile', covers: ['/user/edit'] },
    ],
  },
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
  {
    id: 'admin-settings',
    label: 'Settings',
    path: '/admin/settings',
    covers: ['/admin/template-store'],
  },
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

/**
 * Returns the sidebar's groups with headings, without pages the user may not open and without empty groups. Users who may
 * open the settings have their profile in the profile menu, so it is not repeated here.
 */
export function menuGroupsFor(actor: Actor): readonly MenuGroup[] {
  if (isPlatformAdmin(actor)) return [];
  const isAdmin = allows(actor, 'edit_settings');
  const isShown = ({ id, needs }: MenuItem) => {
    if (!isBuilt(id)) return false;
    if (id === 'profile') return !isAdmin;
    // Staff without admin rights have no hours.
    if (id === 'availability') return isAdmin || actor.userType === 2;
    return !needs || allows(actor, needs);
  };
  return groups
    .map((group) => ({ ...group, items: group.items.filter(isShown) }))
    .filter((group) => group.items.length > 0);
}

/**
 * Returns the id of the entry that a page belongs to: the one with the longest matching path; of several for one path
 * the one with the page's tab, else the one without a tab. Null if it belongs to none.
 */
export function currentEntry(items: readonly MenuItem[], path: string, tab: string): string | null {
  const all = items.flatMap((item) => [item, ...(item.children ?? [])]);
  const matches = all.flatMap((item) => {
    if (item.tab !== undefined && item.tab !== tab) return [];
    const paths = [item.path, ...(item.covers ?? [])].filter(
      (one) => path === one || path.startsWith(`${one}/`),
    );
    const length = Math.max(0, ...paths.map((one) => one.length));
    return length > 0 ? [{ id: item.id, weight: length * 2 + (item.tab === undefined ? 0 : 1) }] : [];
  });
  return matches.sort((a, b) => b.weight - a.weight)[0]?.id ?? null;
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
