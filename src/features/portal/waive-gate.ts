import {
  addDays,
  asInstant,
  formatWithOffset,
  type Instant,
  isBefore,
  parseInstantOrLocal,
  parseLocalDate,
  startOfDay,
  type Zone,
} from '#domain/base/time.ts';
import { isWaived } from '#domain/reports/publishing.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from './office-contract.ts';
import * as store from './store.ts';

/** The waivers of this appointment: what, by whom, why and until when. */
export async function listWaivers(ctx: ReadCtx, input: { id: string }): Promise<contract.Waiver[]> {
  if (!(await store.appointmentFacts(ctx, input.id))) throw notFound();
  const { timezone } = await getCompany(ctx);
  return (await store.waivers(ctx, input.id)).map((row) => present(ctx, row, timezone));
}

/** Waives one gate of an appointment, with a reason and an optional end. Payment and signature are waived separately. */
export async function waiveGate(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.addWaiver>,
): Promise<contract.Waiver> {
  if (!(await store.appointmentFacts(ctx, input.id))) throw notFound();
  const { timezone } = await getCompany(ctx);
  const { what, reason } = input;
  const until = endOf(ctx.now, input.until, timezone);
  const id = newId();
  await insertMine(ctx, 'gate_waivers', {
    id,
    appointment_id: input.id,
    what,
    reason,
    until,
    waived_by: ctx.requireUser().userId,
    waived_at: ctx.now,
  }).execute();
  await ctx.audit({
    action: 'gate-waived',
    entity: 'appointment',
    entity_id: input.id,
    after: { what, reason, until },
  });
  await ctx.emit({ type: 'gate.waived', appointment_id: input.id, what, reason });
  const row = (await store.waivers(ctx, input.id)).find((each) => each.id === id);
  if (!row) throw notFound();
  return present(ctx, row, timezone);
}

/** Removes a waiver. Doing so twice is not an error. */
export async function restoreGate(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.removeWaiver>,
): Promise<null> {
  const known = await store.waivers(ctx, input.id);
  if (!known.some((row) => row.id === input.waiverId)) throw notFound();
  const revoked = await store.revokeWaiver(ctx, input.id, input.waiverId);
  if (!revoked) return null;
  const what = revoked.what as 'payment' | 'agreement';
  await ctx.audit({ action: 'gate-restored', entity: 'appointment', entity_id: input.id, before: { what } });
  await ctx.emit({ type: 'gate.restored', appointment_id: input.id, what });
  return null;
}

/** A day counts until its end. Rejects an end in the past. */
function endOf(now: Instant, text: string | null | undefined, zone: Zone): Instant | null {
  if (!text) return null;
  const day = parseLocalDate(text);
  const until = day ? startOfDay(addDays(day, 1), zone) : parseInstantOrLocal(text, zone);
  if (until === null) throw badInput({ until: 'Date is not valid' });
  if (!isBefore(now, until)) throw badInput({ until: 'The end date must be in the future' });
  return until;
}

function present(ctx: ReadCtx, row: store.WaiverRow, zone: Zone): contract.Waiver {
  const time = (at: string | null) => (at === null ? null : formatWithOffset(asInstant(at), zone));
  const gate = store.toGateWaiver(row);
  return {
    id: row.id,
    what: gate.what,
    reason: row.reason,
    waived_by: row.waived_by,
    waived_by_name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
    waived_at: formatWithOffset(asInstant(row.waived_at), zone),
    until: time(row.until),
    revoked_at: time(row.revoked_at),
    is_active: isWaived([gate], gate.what, ctx.now),
  };
}
