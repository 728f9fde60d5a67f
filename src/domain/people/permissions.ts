/**
 * Permissions of users. Checked by the server before every action, and by the interface to hide what would be refused.
 */

export type UserType = 1 | 2 | 3 | 5;
export type Role = 'Administrator' | 'Technician' | 'Staff' | 'Platform Administrator';

/** The permissions that can be switched per user. */
export interface PermissionFlags {
  can_schedule_new: boolean;
  can_edit_schedule: boolean;
  can_publish_report: boolean;
  can_edit_template: boolean;
  can_add_new_comment: boolean;
  full_company_admin: boolean;
  show_appointment_price: boolean;
}
export type PermissionFlag = keyof PermissionFlags;

/** The signed-in user. user_type: 1 owner, 2 technician, 3 staff, 5 platform administrator. */
export interface Actor {
  kind: 'user';
  userId: string;
  subscriberId: string;
  userType: UserType;
  role: Role;
  sessionId: string;
  emailVerified: boolean;
  /** What the token may be used for. One made for changing the password permits nothing else. */
  purpose: 'full' | 'change-password';
  flags: PermissionFlags;
}

/** The record a permission is checked for: the technicians of an appointment, the owner of a record. */
export interface Subject {
  assigned_technician_ids?: readonly string[];
  user_id?: string;
}

type Rule = (actor: Actor, subject: Subject | undefined) => boolean;

const isCompanyAdmin: Rule = (actor) => actor.flags.full_company_admin;
const has =
  (flag: PermissionFlag): Rule =>
  (actor) =>
    actor.flags[flag];
const anyMember: Rule = () => true;

/** Assigned to the appointment. Without a record the result is true, and the command checks again with the record. */
const isAssigned: Rule = (actor, subject) =>
  subject === undefined || (subject.assigned_technician_ids ?? []).includes(actor.userId);
const isOwn: Rule = (actor, subject) => subject === undefined || subject.user_id === actor.userId;

const mayEditAppointment: Rule = (actor, subject) => {
  if (isCompanyAdmin(actor, subject)) return true;
  if (actor.userType === 3) return actor.flags.can_edit_schedule;
  return actor.userType === 2 && actor.flags.can_schedule_new && isAssigned(actor, subject);
};
const mayEditReport: Rule = (actor, subject) =>
  mayEditAppointment(actor, subject) || (actor.userType === 2 && isAssigned(actor, subject));

const rules = {
  /** New Appointment: only this flag counts; full_company_admin does not imply it. */
  can_schedule_new: has('can_schedule_new'),
  /**
   * Edit, reschedule, confirm, cancel, restore and delete an appointment; its people, attachments, notes and
   * sub-events.
   */
  edit_appointment: mayEditAppointment,
  edit_report: mayEditReport,
  can_publish_report: (actor) => actor.flags.can_publish_report || actor.flags.full_company_admin,
  unpublish_report: isCompanyAdmin,
  /** Change and delete in templates: only this flag counts. */
  can_edit_template: has('can_edit_template'),
  /** Add sections, items and comments to templates. */
  can_add_new_comment: (actor) => actor.flags.can_add_new_comment || actor.flags.can_edit_template,
  view_company: anyMember,
  view_appointments: anyMember,
  /** Add and edit clients, agents and contractors. */
  manage_contacts: anyMember,
  /** Export, import, delete and merge clients, agents and contractors. */
  export_people: isCompanyAdmin,
  delete_contacts: isCompanyAdmin,
  manage_team: isCompanyAdmin,
  edit_own_profile: isOwn,
  edit_availability: (actor, subject) => isCompanyAdmin(actor, subject) || isOwn(actor, subject),
  /** See the details of other users' calendar entries, and edit them. All users may edit their own. */
  see_calendar_details: (actor, subject) =>
    isCompanyAdmin(actor, subject) ||
    actor.flags.can_edit_schedule ||
    (subject !== undefined && isOwn(actor, subject)),
  edit_calendar: (actor, subject) =>
    isCompanyAdmin(actor, subject) || actor.flags.can_edit_schedule || isOwn(actor, subject),
  full_company_admin: isCompanyAdmin,
  manage_services: isCompanyAdmin,
  manage_discounts: isCompanyAdmin,
  manage_agreements: isCompanyAdmin,
  edit_settings: isCompanyAdmin,
  record_payments: isCompanyAdmin,
  refund_payments: isCompanyAdmin,
  see_payments: isCompanyAdmin,
  waive_gate: isCompanyAdmin,
  see_metrics: isCompanyAdmin,
  see_communication: isCompanyAdmin,
  manage_automations: isCompanyAdmin,
  manage_subscription: isCompanyAdmin,
  manage_pay_splits: isCompanyAdmin,
  manage_integrations: isCompanyAdmin,
  see_audit: isCompanyAdmin,
  see_prices: (actor) =>
    actor.flags.full_company_admin || actor.userType !== 2 || actor.flags.show_appointment_price,
  /** Only the owner; no flag grants it. */
  close_account: () => false,
  /** Only the platform administrator. */
  platform_admin: () => false,
} satisfies Record<string, Rule>;

/** The name of a permission, as routes declare it under `capability`. */
export type Capability = keyof typeof rules;
/** Every capability, for tests that iterate over routes. */
export const capabilities = Object.keys(rules) as Capability[];

/**
 * Returns whether the actor has a permission (for the subject). Role 'Administrator' has all permissions in its
 * company, the platform administrator only those of the platform, a token for changing the password none. If the result
 * depends on a record and none is given, it is true if it would be true for any record: the command checks again with
 * the record.
 */
export function allows(actor: Actor, capability: Capability, subject?: Subject): boolean {
  if (actor.purpose !== 'full') return false;
  if (isPlatformAdmin(actor)) return capability === 'platform_admin';
  if (capability === 'platform_admin') return false;
  if (actor.role === 'Administrator') return true;
  return (rules as Record<Capability, Rule>)[capability](actor, subject);
}

/** Returns whether this is the platform administrator (user_type 5), who belongs to no company. */
export function isPlatformAdmin(actor: Pick<Actor, 'userType'>): boolean {
  return actor.userType === 5;
}

/** All permissions, as the owner has them. */
export const allFlags: PermissionFlags = {
  can_schedule_new: true,
  can_edit_schedule: true,
  can_publish_report: true,
  can_edit_template: true,
  can_add_new_comment: true,
  full_company_admin: true,
  show_appointment_price: true,
};

/** No permissions: the meaning of flags missing from a request. */
export const noFlags: PermissionFlags = {
  can_schedule_new: false,
  can_edit_schedule: false,
  can_publish_report: false,
  can_edit_template: false,
  can_add_new_comment: false,
  full_company_admin: false,
  show_appointment_price: false,
};

/** The permissions that can be set for technicians and for staff, in the order of the form (decisions G-PEO-5). */
export const offeredFlags: Record<'technicians' | 'staffs', readonly PermissionFlag[]> = {
  technicians: [
    'can_schedule_new',
    'can_publish_report',
    'can_edit_template',
    'can_add_new_comment',
    'full_company_admin',
    'show_appointment_price',
  ],
  staffs: [
    'can_schedule_new',
    'can_edit_schedule',
    'can_publish_report',
    'can_edit_template',
    'can_add_new_comment',
    'full_company_admin',
  ],
};

/** Named sets of permissions, from few to all. A new member starts with all (R-RULE-023, R-RULE-024). */
export const permissionPresets = {
  technicians: { inspector: ['can_add_new_comment'], lead: allBut('full_company_admin'), admin: allBut() },
  staffs: {
    scheduler: ['can_schedule_new', 'can_edit_schedule'],
    lead: allBut('full_company_admin'),
    admin: allBut(),
  },
} satisfies Record<'technicians' | 'staffs', Record<string, readonly PermissionFlag[]>>;

function allBut(...left: PermissionFlag[]): readonly PermissionFlag[] {
  return (Object.keys(allFlags) as PermissionFlag[]).filter((flag) => !left.includes(flag));
}

/** Returns the offered flags of a kind of member, with exactly the granted ones on. */
export function grantedFlags(
  kind: 'technicians' | 'staffs',
  granted: readonly PermissionFlag[],
): Partial<PermissionFlags> {
  return Object.fromEntries(offeredFlags[kind].map((flag) => [flag, granted.includes(flag)]));
}

/** Returns the name of the preset that these flags are, or null if they are none. */
export function presetOf(kind: 'technicians' | 'staffs', flags: Partial<PermissionFlags>): string | null {
  const isSame = (granted: readonly PermissionFlag[]) =>
    offeredFlags[kind].every((flag) => (flags[flag] === true) === granted.includes(flag));
  return Object.entries(permissionPresets[kind]).find(([, granted]) => isSame(granted))?.[0] ?? null;
}

/**
 * Returns the effective flags of a user: the owner has all, and the office's schedule flag does not apply to
 * technicians.
 */
export function effectiveFlags(userType: UserType, stored: Partial<PermissionFlags>): PermissionFlags {
  if (userType === 1) return allFlags;
  if (userType === 5) return noFlags;
  const offered = offeredFlags[userType === 2 ? 'technicians' : 'staffs'];
  const flags = { ...noFlags };
  for (const flag of offered) flags[flag] = stored[flag] === true;
  return flags;
}
