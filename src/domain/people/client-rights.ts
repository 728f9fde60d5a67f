/** What a client or agent may do with the personal link to an appointment. One answer for all pages that ask. */
import { addDays, type Instant, isBefore, localDate, startOfDay, type Zone } from '../base/time.ts';

/** The roles of an appointment that have a personal link. */
export const clientRoles = ['client', 'agent', 'listing_agent'] as const;
export type ClientRole = (typeof clientRoles)[number];

/** Has this role a personal link? */
export function isClientRole(role: string): role is ClientRole {
  return (clientRoles as readonly string[]).includes(role);
}

/** In the order in which they are offered. `view_summary` is the deficiencies of a report only. */
export const clientRights = [
  'view_report',
  'view_summary',
  'view_invoice',
  'pay',
  'sign',
  'repair_list',
] as const;
export type ClientRight = (typeof clientRights)[number];
/** Those that can be switched by now; the repair list comes with its page. */
export const offeredRights = clientRights.filter((right) => right !== 'repair_list');
export type ClientRights = Record<ClientRight, boolean>;
/** Rights that differ from what the role would have. */
export type RightsChange = Partial<ClientRights>;
/** What a company gives its roles, where it differs from the rules below. */
export type RoleRights = Partial<Record<ClientRole, RightsChange>>;

/** The settings of a company that rights depend on. */
export interface RightsSettings {
  agents_can_sign: boolean;
  agents_can_pay: boolean;
  show_client_pricing_details: boolean;
  link_rights?: RoleRights;
}

/** Everything: the company's own people. */
export const allRights: ClientRights = {
  view_report: true,
  view_summary: true,
  view_invoice: true,
  pay: true,
  sign: true,
  repair_list: true,
};

/** What a signed-in member of the company may do on clients' pages: who must not see prices sees none there either. */
export function teamMemberRights(seesPrices: boolean): ClientRights {
  return seesPrices ? allRights : { ...allRights, view_invoice: false, pay: false, sign: false };
}

/**
 * The rights of one role: clients have all; agents read reports, sign and pay as the company's switches say, and see the
 * invoice when they may pay it or prices are shown. What the company set for the role comes on top.
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
        };
  return applyRightsChange(base, settings.link_rights?.[role] ?? {});
}

/** The rights of a person on an appointment: those of the role with what was set for the person. */
export function personRights(
  person: { role: ClientRole; rights: RightsChange },
  settings: RightsSettings,
): ClientRights {
  return applyRightsChange(roleRights(person.role, settings), person.rights);
}

/**
 * The rights of somebody who has the address of a page, but no personal link: reading only, and no more than everybody on
 * the appointment may read. So nobody gains anything by leaving the personal part out of the address.
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
  };
}

/** May somebody with these rights read the text of agreements? It names the price. */
export function canReadAgreements(rights: ClientRights): boolean {
  return rights.sign || rights.view_invoice;
}

/**
 * Is this right decided by another one, so that switching it alone would change nothing? The summary is part of the report,
 * and who must not see the invoice cannot pay it.
 */
export function isImpliedRight(right: ClientRight, rights: ClientRights, own: RightsChange): boolean {
  if (right === 'view_summary') return rights.view_report;
  return right === 'pay' && own.view_invoice === false;
}

/** Only what is really a right and really yes or no, as it is kept. */
export function sanitizeRights(value: unknown): RightsChange {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const kept: RightsChange = {};
  for (const right of clientRights) if (typeof given[right] === 'boolean') kept[right] = given[right];
  return kept;
}

/**
 * Rights with a change on top. Who pays sees what for, who reads a report reads its summary, and a repair list is made of
 * deficiencies one may see.
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
 * When a personal link ends: at its own end, else at the end of the day so many days after the appointment, else never.
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
 * What the personal part of an address is worth: `none` there is none; `unknown` it is not ours, or the person left the
 * appointment; `over` and `revoked` were links of ours once; `ended` where the company itself set the end.
 */
export const linkStates = ['none', 'ok', 'over', 'ended', 'revoked', 'unknown'] as const;
export type LinkState = (typeof linkStates)[number];

/** May its owner have the link renewed when it is over? Not where the company itself set its end. */
export function isRenewable(link: {
  link_expires_at: Instant | null;
  link_renewed_at: Instant | null;
}): boolean {
  return link.link_expires_at === null || link.link_renewed_at !== null;
}

/** Is that end over? */
export function isLinkExpired(end: Instant | null, now: Instant): boolean {
  return end !== null && !isBefore(now, end);
}
