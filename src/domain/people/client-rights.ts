/** What a client or agent may do with the personal link to an appointment. The single source for all pages. */
import { addDays, type Instant, isBefore, localDate, startOfDay, type Zone } from '../base/time.ts';

/** The roles on an appointment that have a personal link. */
export const clientRoles = ['client', 'agent', 'listing_agent'] as const;
export type ClientRole = (typeof clientRoles)[number];

/** Returns whether this role has a personal link. */
export function isClientRole(role: string): role is ClientRole {
  return (clientRoles as readonly string[]).includes(role);
}

/**
 * In display order. `view_summary` covers only the deficiencies of a report; `change` is rescheduling and canceling, as
 * far as the company's policy allows it.
 */
export const clientRights = [
  'view_report',
  'view_summary',
  'view_invoice',
  'pay',
  'sign',
  'repair_list',
  'change',
] as const;
export type ClientRight = (typeof clientRights)[number];
export type ClientRights = Record<ClientRight, boolean>;
/** Permissions that differ from those of the role. */
export type RightsChange = Partial<ClientRights>;
/** Permissions a company sets for its roles, where they differ from the defaults below. */
export type RoleRights = Partial<Record<ClientRole, RightsChange>>;

/** The settings of a company that permissions depend on. */
export interface RightsSettings {
  agents_can_sign: boolean;
  agents_can_pay: boolean;
  show_client_pricing_details: boolean;
  link_rights?: RoleRights;
}

/** All permissions, for the company's own users. */
export const allRights: ClientRights = {
  view_report: true,
  view_summary: true,
  view_invoice: true,
  pay: true,
  sign: true,
  repair_list: true,
  change: true,
};

/**
 * Returns the permissions of a signed-in member of the company on clients' pages: a user who may not see prices does
 * not see them there either.
 */
export function teamMemberRights(seesPrices: boolean): ClientRights {
  return seesPrices ? allRights : { ...allRights, view_invoice: false, pay: false, sign: false };
}

/**
 * Returns the permissions of a role. Clients have all; agents read reports, sign and pay according to the company's
 * settings, see the invoice if they may pay it or prices are shown, and change no appointment. The company's own
 * settings for the role take precedence.
 */
export function roleRights(role: ClientRole, settings: RightsSettings): ClientRights {
  const { agents_can_sign, agents_can_pay, show_client_pricing_details } = settings;
  const base: ClientRights =
    role === 'client'
      ? allRights
      : {
          ...allRights,
          sign: agents_can_sign,
          pay: agents_can_pay,
          view_invoice: agents_can_pay || show_client_pricing_details,
          change: false,
        };
  return applyRightsChange(base, settings.link_rights?.[role] ?? {});
}

/** Returns the permissions of a person on an appointment: those of the role, with the ones set for the person. */
export function personRights(
  person: { role: ClientRole; rights: RightsChange },
  settings: RightsSettings,
): ClientRights {
  return applyRightsChange(roleRights(person.role, settings), person.rights);
}

/**
 * Returns the permissions of a visitor who has the address of a page but no personal link: read only, and no more than
 * everyone on the appointment may read. So removing the personal part from an address gains nothing.
 */
export function visitorRights(people: readonly { rights: ClientRights }[]): ClientRights {
  const all = (right: ClientRight) => people.every((person) => person.rights[right]);
  return {
    view_report: all('view_report'),
    view_summary: all('view_summary'),
    view_invoice: all('view_invoice'),
    pay: false,
    sign: false,
    repair_list: false,
    change: false,
  };
}

/** Returns whether agreements may be read with these permissions. Their text names the price. */
export function canReadAgreements(rights: ClientRights): boolean {
  return rights.sign || rights.view_invoice;
}

/**
 * Returns whether this permission is determined by another one, so that switching it alone would change nothing. The
 * summary is part of the report, without it no one can list its defects, and without seeing the invoice no one can pay.
 */
export function isImpliedRight(right: ClientRight, rights: ClientRights, own: RightsChange): boolean {
  if (right === 'view_summary') return rights.view_report;
  if (right === 'repair_list') return !rights.view_summary;
  return right === 'pay' && own.view_invoice === false;
}

/** Keeps only known permissions with boolean values, as they are stored. */
export function sanitizeRights(value: unknown): RightsChange {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const known: RightsChange = {};
  for (const right of clientRights) if (typeof given[right] === 'boolean') known[right] = given[right];
  return known;
}

/**
 * Returns permissions with a change applied. Paying implies seeing the invoice, reading a report implies reading its
 * summary, and a repair list requires seeing the deficiencies.
 */
export function applyRightsChange(base: ClientRights, change: RightsChange): ClientRights {
  const next = { ...base, ...change };
  const view_invoice = next.view_invoice || (change.pay === true && change.view_invoice === undefined);
  const view_summary = next.view_summary || next.view_report;
  return {
    ...next,
    view_invoice,
    view_summary,
    pay: next.pay && view_invoice,
    repair_list: next.repair_list && view_summary,
  };
}

/**
 * Returns when a personal link expires: at its own expiry, else at the end of the day a number of days after the
 * appointment, else never.
 */
export function linkExpiry(
  link: { link_expires_at: Instant | null; end_time: Instant },
  personalLinkDays: number | null,
  zone: Zone,
): Instant | null {
  if (link.link_expires_at !== null) return link.link_expires_at;
  if (personalLinkDays === null) return null;
  return startOfDay(addDays(localDate(link.end_time, zone), personalLinkDays + 1), zone);
}

/**
 * The state of the personal part of an address. `none`: there is no personal part. `unknown`: not ours, or the person
 * was removed from the appointment. `over` and `revoked`: formerly valid links. `ended`: the company itself set the
 * expiry.
 */
export const linkStates = ['none', 'ok', 'over', 'ended', 'revoked', 'unknown'] as const;
export type LinkState = (typeof linkStates)[number];

/** Returns whether the owner may have an expired link renewed. Not if the company itself set its expiry. */
export function isRenewable(link: {
  link_expires_at: Instant | null;
  link_renewed_at: Instant | null;
}): boolean {
  return link.link_expires_at === null || link.link_renewed_at !== null;
}

/** Returns whether this expiry has passed. */
export function isLinkExpired(end: Instant | null, now: Instant): boolean {
  return end !== null && !isBefore(now, end);
}
