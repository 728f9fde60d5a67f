import { suggestEmail } from '#domain/base/suggest-email.ts';
import { asInstant } from '#domain/base/time.ts';
import { type MessageStatus, problemStatuses } from '#domain/messages/message-status.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { closeDeliveryProblem, DeliveryProblem, listDeliveryProblems } from '../delivery-contract.ts';
import { findSuppressed } from '../suppressions/suppress.ts';
import { currentAddress, missedMails } from './missed-mails.ts';
import { closeCopyProblems, copyProblems, type ProblemRow, problemRows } from './problem-rows.ts';

const mostShown = 50;

/** Returns whose mail did not arrive, newest first: one entry for each person and address. */
export async function deliveryProblems(
  ctx: ReadCtx,
  input: HandlerInput<typeof listDeliveryProblems>,
): Promise<HandlerOutput<typeof listDeliveryProblems>> {
  const { appointment_id, person_id } = input;
  if (person_id && (await currentAddress(ctx, person_id)) === null) throw notFound();
  if (appointment_id && !(await hasAppointment(ctx, appointment_id))) throw notFound();
  const rows = [...(await problemRows(ctx, input)), ...(await copyProblems(ctx, input))];
  rows.sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
  const newest = new Map<string, ProblemRow>();
  for (const row of rows) {
    const key = `${row.person_id} ${row.to_address.toLowerCase()} ${row.is_copy}`;
    const known = newest.get(key);
    // Later mails are blocked because of what happened first, which says more.
    if (!known || (isConsequence(known) && !isConsequence(row))) newest.set(key, row);
  }
  const shown = [...newest.values()].slice(0, mostShown);
  const current = shown.map(({ email }) => (email ?? '').toLowerCase()).filter(Boolean);
  const suppressed = await findSuppressed(ctx, 'transactional', current);
  const missed = await missedMails(
    ctx,
    shown.flatMap((row) => (row.is_copy ? [] : (row.person_id ?? []))),
  );
  return shown.map((row) =>
    present(row, {
      missed: row.is_copy ? 0 : (missed.get(row.person_id ?? '')?.worthSending.length ?? 0),
      isSuppressed: suppressed.has((row.email ?? '').toLowerCase()),
    }),
  );
}

function isConsequence({ error }: ProblemRow): boolean {
  return error === 'suppressed.bounced';
}

async function hasAppointment(ctx: ReadCtx, id: string): Promise<boolean> {
  const row = await mine(ctx, 'appointments').where('id', '=', id).select('id').executeTakeFirst();
  return row !== undefined;
}

function present(
  row: ProblemRow,
  { missed, isSuppressed }: { missed: number; isSuppressed: boolean },
): DeliveryProblem {
  const current = row.email ?? '';
  const isCurrent = !row.is_copy && current.toLowerCase() === row.to_address.toLowerCase();
  return {
    message_id: row.id,
    is_copy: row.is_copy,
    person_id: row.person_id,
    kind: row.kind === null ? null : (`${row.kind}s` as DeliveryProblem['kind']),
    ...(row.kind === 'user' ? { kind: 'team' as const } : {}),
    name: row.name ?? '',
    address: row.to_address,
    status: row.status as MessageStatus,
    reason: row.error ?? '',
    at: asInstant(row.created_at),
    appointment_id: row.appointment_id,
    missed,
    can_resend: missed > 0 && current !== '' && !isSuppressed,
    current_address: current,
    suggestion: isCurrent || row.is_copy || row.person_id === null ? suggestEmail(row.to_address) : null,
  };
}

/** Sets the mails aside that did not reach an address. */
export async function closeProblem(
  ctx: WriteCtx,
  { address }: HandlerInput<typeof closeDeliveryProblem>,
): Promise<HandlerOutput<typeof closeDeliveryProblem>> {
  const changed = await updateMine(ctx, 'outbound_messages')
    .set({ problem_closed_at: ctx.now })
    .where('to_key', '=', address.trim().toLowerCase())
    .where('status', 'in', problemStatuses)
    .where('problem_closed_at', 'is', null)
    .executeTakeFirst();
  const copies = await closeCopyProblems(ctx, address);
  return { closed: Number(changed.numUpdatedRows) + copies };
}
