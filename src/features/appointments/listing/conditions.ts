import { type RawBuilder, sql } from 'kysely';
import type { Zone } from '#domain/base/time.ts';
import type { ReadCtx } from '#server/context.ts';
import { withinDays } from '#server/db/within-days.ts';
import type { ListFilter, Tab } from '../list-contract.ts';

export type Condition = RawBuilder<boolean>;

/** The filter of a list, or appointments chosen in it. */
export type ChosenFilter = ListFilter & { ids?: readonly string[] };

/** True if the invoice is void; few are, and they have their own index. */
export const isInvoiceVoid: Condition = sql`exists (select from invoices i where i.subscriber_id = appointments.subscriber_id
  and i.appointment_id = appointments.id and i.status = 'void')`;

/** True if agreements were added, also void ones. */
export const hasAgreements: Condition = sql`exists (select from appointment_agreements a
  where a.subscriber_id = appointments.subscriber_id and a.appointment_id = appointments.id)`;

/** True if a report was submitted for approval; few are, and they have their own index. */
export const hasWaitingReport: Condition = sql`exists (select from reports r where r.subscriber_id = appointments.subscriber_id
  and r.appointment_id = appointments.id and r.status = 'pending_approval' and r.deleted_at is null)`;

/** Builds the conditions of a filter except for its text; each one has its own index. */
export function filterConditions(ctx: ReadCtx, input: ChosenFilter, zone: Zone): Condition[] {
  const found = tabConditions(ctx, input.tab ?? 'all');
  if (input.ids) found.push(sql`id = any(${input.ids}::uuid[])`);
  if (input.status) found.push(sql`status = ${input.status}`);
  found.push(...withinDays('date_time', input, zone));
  if (input.technicianId) found.push(hasPerson(input.technicianId, ['inspector']));
  if (input.clientId) found.push(hasPerson(input.clientId, ['client']));
  if (input.agentId) found.push(hasPerson(input.agentId, ['agent', 'listing_agent']));
  if (input.contractorId) found.push(hasPerson(input.contractorId, ['contractor']));
  if (input.paid !== undefined) found.push(sql`paid = ${input.paid}`);
  if (input.voided !== undefined) found.push(input.voided ? isInvoiceVoid : sql`not ${isInvoiceVoid}`);
  if (input.signed !== undefined) found.push(sql`agreement_signed = ${input.signed}`);
  if (input.published !== undefined) found.push(sql`published = ${input.published}`);
  if (input.waiting !== undefined)
    found.push(input.waiting ? hasWaitingReport : sql`not ${hasWaitingReport}`);
  if (input.silent !== undefined) found.push(sql`disable_automated_notifications = ${input.silent}`);
  return found;
}

/** Builds the conditions of a tab. */
export function tabConditions(ctx: ReadCtx, tab: Tab): Condition[] {
  const now = sql`${ctx.now}::timestamptz`;
  switch (tab) {
    case 'upcoming':
      return [sql`status = 'scheduled'`, sql`date_time >= ${now}`];
    case 'requested':
      return [sql`status = 'requested'`];
    case 'past':
      return [sql`status in ('scheduled', 'completed')`, sql`date_time < ${now}`];
    case 'unpaid':
      // A void invoice is not due.
      return [sql`not paid`, sql`status <> 'canceled'`, sql`not ${isInvoiceVoid}`];
    case 'unpublished':
      // An appointment that has not started can't have a report to publish; one completed without a report has none.
      return [
        sql`not published`,
        sql`status <> 'canceled'`,
        sql`status <> 'completed'`,
        sql`date_time < ${now}`,
      ];
    case 'canceled':
      return [sql`status = 'canceled'`];
    case 'all':
      return [];
  }
}

function hasPerson(personId: string, roles: readonly string[]): Condition {
  return sql`exists (select from appointment_people p where p.subscriber_id = appointments.subscriber_id
    and p.appointment_id = appointments.id and p.person_id = ${personId}::uuid and p.role in (${sql.join(roles)}))`;
}
