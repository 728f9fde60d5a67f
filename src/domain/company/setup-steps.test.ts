import { expect, test } from 'vitest';
import { isBuilt } from '../base/built-features.ts';
import { menuGroupsFor, redirectFor } from '../people/menus.ts';
import { type Actor, effectiveFlags, type PermissionFlags, type UserType } from '../people/permissions.ts';
import { type SetupKey, setupKeys, setupStepsFor } from './setup-steps.ts';

const nothing: Record<SetupKey, boolean> = {
  profile: false,
  services: false,
  availability: false,
  agreement: false,
  template: false,
  payments: false,
  team: false,
  appointment: false,
};
const everything = Object.fromEntries(Object.keys(nothing).map((key) => [key, true])) as typeof nothing;

function actor(userType: UserType, flags: Partial<PermissionFlags> = {}): Actor {
  return {
    kind: 'user',
    userId: 'u',
    subscriberId: 's',
    userType,
    role: userType === 1 ? 'Administrator' : userType === 2 ? 'Technician' : 'Staff',
    sessionId: '',
    emailVerified: true,
    purpose: 'full',
    flags: effectiveFlags(userType, flags),
  };
}
const keys = (who: Actor, done = nothing) => setupStepsFor(who, done).map((step) => step.key);

test('an owner gets every step that can be done in order, each with whether it is done', () => {
  const steps = setupStepsFor(actor(1), { ...nothing, services: true });
  const possible = setupKeys.filter((key) => key !== 'template' || isBuilt('template-editor'));
  expect(steps.map((step) => step.key)).toEqual(possible);
  expect(steps.filter((step) => step.isDone).map((step) => step.key)).toEqual(['services']);
});

test('the list is empty once everything is done', () => {
  expect(setupStepsFor(actor(1), everything)).toEqual([]);
});

test('users get only the steps they may do, and none if those are done', () => {
  expect(keys(actor(3))).toEqual([]);
  expect(keys(actor(3, { can_schedule_new: true }))).toEqual(['appointment']);
  expect(keys(actor(3, { can_edit_template: true, can_schedule_new: true }))).toEqual(
    isBuilt('template-editor') ? ['template', 'appointment'] : ['appointment'],
  );
  expect(keys(actor(3, { can_schedule_new: true }), { ...nothing, appointment: true })).toEqual([]);
  expect(keys(actor(3, { full_company_admin: true }))).not.toContain('template');
});

test.each([
  actor(1),
  actor(3, { can_schedule_new: true }),
  actor(3, { can_edit_template: true }),
  actor(3, { full_company_admin: true }),
])('every step leads to a page its user may open', (who) => {
  for (const { path } of setupStepsFor(who, nothing)) {
    expect(redirectFor(who, path.split('?')[0] ?? '')).toBeNull();
  }
  if (keys(who).includes('availability')) {
    expect(menuGroupsFor(who).flatMap((group) => group.items.map((item) => item.id))).toContain(
      'availability',
    );
  }
});
