import { describe, expect, test } from 'vitest';
import { adminMenu, canOpenRoute, currentEntry, menuFor, menuGroupsFor, redirectFor } from './menus.ts';
import {
  type Actor,
  allFlags,
  allows,
  type Capability,
  capabilities,
  effectiveFlags,
  grantedFlags,
  noFlags,
  offeredFlags,
  type PermissionFlags,
  permissionPresets,
  presetOf,
} from './permissions.ts';

function actor(userType: Actor['userType'], flags: Partial<PermissionFlags> = {}): Actor {
  const roles = { 1: 'Administrator', 2: 'Technician', 3: 'Staff', 5: 'Platform Administrator' } as const;
  return {
    kind: 'user',
    userId: 'me',
    subscriberId: 'company',
    userType,
    role: roles[userType],
    sessionId: 'session',
    emailVerified: true,
    purpose: 'full',
    flags: { ...noFlags, ...flags },
  };
}
const owner = actor(1);
const platform = actor(5);
const admin = actor(3, { full_company_admin: true });
const staff = actor(3);
const technician = actor(2);

describe.each(['technicians', 'staffs'] as const)('the presets of %s', (kind) => {
  const sets = Object.entries<readonly (keyof PermissionFlags)[]>(permissionPresets[kind]);

  test('set every offered permission and are recognized by what they grant', () => {
    for (const [name, granted] of sets) {
      const flags = grantedFlags(kind, granted);
      expect(Object.keys(flags)).toEqual([...offeredFlags[kind]]);
      expect(presetOf(kind, flags)).toBe(name);
      expect(presetOf(kind, { ...flags, can_edit_template: !flags.can_edit_template })).toBeNull();
    }
  });

  test('grow from the first to all permissions, and only the last makes an administrator', () => {
    for (const [i, [, granted]] of sets.entries()) {
      const next = sets[i + 1]?.[1];
      if (next) expect(next).toEqual(expect.arrayContaining([...granted]));
      expect(granted.includes('full_company_admin')).toBe(next === undefined);
    }
    expect(sets.at(-1)?.[1]).toEqual(Object.keys(allFlags));
  });
});

describe('permissions', () => {
  const table: [string, Actor, Capability, boolean][] = [
    ['owner', owner, 'can_schedule_new', true],
    ['owner', owner, 'close_account', true],
    ['owner', owner, 'platform_admin', false],
    ['platform', platform, 'platform_admin', true],
    ['platform', platform, 'can_schedule_new', false],
    ['admin', admin, 'can_schedule_new', false],
    ['admin', admin, 'can_edit_template', false],
    ['admin', admin, 'can_publish_report', true],
    ['admin', admin, 'manage_team', true],
    ['admin', admin, 'close_account', false],
    ['admin', admin, 'edit_appointment', true],
    ['staff', staff, 'edit_appointment', false],
    ['staff', actor(3, { can_edit_schedule: true }), 'edit_appointment', true],
    ['staff', actor(3, { can_edit_schedule: true }), 'edit_report', true],
    ['staff', staff, 'see_prices', true],
    ['staff', staff, 'manage_contacts', true],
    ['staff', staff, 'export_people', false],
    ['staff', staff, 'record_payments', false],
    ['technician', technician, 'see_prices', false],
    ['technician', actor(2, { show_appointment_price: true }), 'see_prices', true],
    ['technician', actor(2, { can_publish_report: true }), 'can_publish_report', true],
    ['technician', actor(2, { can_edit_template: true }), 'can_add_new_comment', true],
    ['technician', actor(2, { can_add_new_comment: true }), 'can_edit_template', false],
    ['technician', actor(2, { can_add_new_comment: true }), 'can_add_new_comment', true],
  ];
  test.each(table)('of %s (case %#, %o) include %s: %s', (_, who, capability, expected) => {
    expect(allows(who, capability)).toBe(expected);
  });

  test('let a technician who may schedule edit the appointments assigned to them', () => {
    const scheduler = actor(2, { can_schedule_new: true });
    const mine = { assigned_technician_ids: ['me'] };
    const others = { assigned_technician_ids: ['other'] };
    expect(allows(scheduler, 'edit_appointment', mine)).toBe(true);
    expect(allows(scheduler, 'edit_appointment', others)).toBe(false);
    expect(allows(scheduler, 'edit_appointment', {})).toBe(false);
    expect(allows(scheduler, 'edit_appointment')).toBe(true);
    expect(allows(technician, 'edit_appointment', mine)).toBe(false);
    expect(allows(technician, 'edit_report', mine)).toBe(true);
    expect(allows(technician, 'edit_report', others)).toBe(false);
  });

  test('let all users edit their own calendar entries and availability, and see the details of their own entries', () => {
    for (const capability of ['edit_calendar', 'edit_availability', 'see_calendar_details'] as const) {
      expect(allows(technician, capability, { user_id: 'me' })).toBe(true);
      expect(allows(technician, capability, { user_id: 'other' })).toBe(false);
    }
  });

  test('grant nothing to a token for changing the password', () => {
    const locked: Actor = { ...owner, purpose: 'change-password' };
    expect(capabilities.filter((c) => allows(locked, c))).toEqual([]);
  });

  test('only include the flags that apply to the user type', () => {
    expect(effectiveFlags(1, {})).toEqual(allFlags);
    expect(effectiveFlags(2, { can_edit_schedule: true, can_schedule_new: true })).toEqual({
      ...noFlags,
      can_schedule_new: true,
    });
    expect(effectiveFlags(5, allFlags)).toEqual(noFlags);
  });
});

describe('menus', () => {
  const ids = (who: Actor, saved?: string[]) => menuFor(who, saved).map((item) => item.id);

  test('show the owner seven entries, Business under the id metrics', () => {
    expect(menuFor(owner).map((item) => item.label)).toEqual([
      'Dashboard',
      'Appointments',
      'Calendar',
      'Templates',
      'People',
      'Communication',
      'Business',
    ]);
  });

  test('use the saved order first, then the rest, and ignore unknown and repeated ids', () => {
    expect(ids(owner, ['metrics', 'calendar', 'nonsense', 'metrics'])).toEqual([
      'metrics',
      'calendar',
      'dashboard',
      'appointments',
      'templates',
      'people',
      'communication',
    ]);
  });

  test('omit pages without permission even if they are in the saved order', () => {
    expect(ids(staff, ['metrics', 'templates'])).toEqual(['dashboard', 'appointments', 'calendar', 'people']);
    expect(ids(actor(3, { can_edit_template: true }))).toContain('templates');
    expect(ids(admin)).not.toContain('templates');
  });

  test('have the groups Money and Set up, by permission and without what is not built', () => {
    const groupsOf = (who: Actor) =>
      Object.fromEntries(
        menuGroupsFor(who).map((group) => [group.id, group.items.map((item) => item.label)]),
      );
    expect(groupsOf(owner)).toEqual({
      money: ['Payments'],
      setup: ['Services', 'Discount codes', 'Availability', 'Agreements', 'Automations', 'Settings'],
    });
    // Without admin rights, technicians reach their hours and profile, and staff their profile.
    expect(groupsOf(actor(2, {}))).toEqual({ setup: ['Availability', 'My profile'] });
    expect(groupsOf(staff)).toEqual({ setup: ['My profile'] });
    expect(menuGroupsFor(platform)).toEqual([]);
    for (const group of menuGroupsFor(owner))
      for (const item of group.items) expect(canOpenRoute(owner, item.path)).toBe(true);
  });

  test.each([
    ['/settings', 'general', 'settings'],
    ['/settings', 'agreements', 'agreements'],
    ['/settings', 'email', 'settings'],
    ['/settings/automations', '', 'automations'],
    ['/people/clients/7', '', 'people'],
    ['/edit-technician/technicians/7', 'services', 'people'],
    ['/invoice/7', '', 'payments'],
    ['/servicesx', '', null],
    ['/edit-report/7', '', 'appointments'],
    ['/my-profile', '', null],
  ])('highlight for %s with the tab %s the entry %s', (path, tab, id) => {
    const all = [...menuFor(owner), ...menuGroupsFor(owner).flatMap((group) => group.items)];
    expect(currentEntry(all, path, tab)).toBe(id);
  });

  test('are different for the platform administrator', () => {
    expect(menuFor(platform, ['people'])).toBe(adminMenu);
    expect(adminMenu.map((item) => item.label)).toEqual([
      'Dashboard',
      'Subscribers',
      'Subscription Plans',
      'Message Bundles',
      'Discounts',
      'Payment History',
      'Email Management',
      'Product Updates',
      'Track Emails',
      'Reports',
      'Settings',
    ]);
    expect(adminMenu.find((item) => item.id === 'admin-reports')?.children).toHaveLength(3);
  });

  test.each([
    [platform, '/dashboard', '/admin'],
    [platform, '/admin/subscribers', null],
    [owner, '/admin', '/dashboard'],
    [owner, '/business', null],
    [staff, '/business', '/dashboard'],
    [staff, '/businesslike', null],
    [staff, '/templates/edit/1', '/dashboard'],
    [staff, '/people', null],
    [staff, '/people/import', '/dashboard'],
    [staff, '/settings/availability', null],
    [staff, '/settings', '/dashboard'],
    [admin, '/settings/automations', null],
  ])('%# redirects %o from %s to %s', (who, path, target) => {
    expect(redirectFor(who, path)).toBe(target);
    expect(canOpenRoute(who, path)).toBe(target === null);
  });
});
