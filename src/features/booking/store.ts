import { asInstant, type Instant } from '#domain/base/time.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';

/**
 * The farthest number of days ahead for which a technician, or this one, can be booked by visitors. Technicians who left do
 * not count: days that only they had are not searched.
 */
export async function longestHorizon(
  ctx: ReadCtx | WriteCtx,
  company: number,
  technicianId: string | null,
): Promise<number> {
  let technicians = mine(ctx, 'users')
    .leftJoin('technician_limits as l', (on) =>
      on.onRef('l.subscriber_id', '=', 'users.subscriber_id').onRef('l.technician_id', '=', 'users.id'),
    )
    .where('users.is_technician', '=', true)
    .where('users.status', '=', 1)
    .where('users.deleted_at', 'is', null);
  if (technicianId !== null) technicians = technicians.where('users.id', '=', technicianId);
  const row = await technicians
    .select((eb) => eb.fn.max(eb.fn.coalesce('l.max_days_ahead', eb.val(company))).as('most'))
    .executeTakeFirst();
  return Number(row?.most ?? 0);
}

/** Whether a visitor can enter a discount code that might apply. */
export async function hasOnlineDiscounts(ctx: ReadCtx): Promise<boolean> {
  const row = await mine(ctx, 'discount_codes')
    .where('online', '=', true)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The stored picture of an active technician. */
export function technicianPicture(ctx: ReadCtx, id: string) {
  return mine(ctx, 'users')
    .innerJoin('stored_files as f', (on) =>
      on.onRef('f.subscriber_id', '=', 'users.subscriber_id').onRef('f.id', '=', 'users.profile_pic_file_id'),
    )
    .where('users.id', '=', id)
    .where('users.is_technician', '=', true)
    .where('users.status', '=', 1)
    .where('users.deleted_at', 'is', null)
    .select(['f.storage_key', 'f.type', 'f.sha256'])
    .executeTakeFirst();
}

/** A submission of the form, before its appointment exists. */
export interface Submission {
  submission_key: string;
  body_hash: string;
  mode: 'schedule' | 'request';
  source: 'online' | 'request' | 'iframe' | 'agent';
  answers: object;
  sender: string;
}

/**
 * Stores a submission and returns its id, or null if its key is known. Of two at the same time the second waits for the
 * first.
 */
export async function claimSubmission(ctx: WriteCtx, submission: Submission): Promise<string | null> {
  const row = await insertMine(ctx, 'online_bookings', {
    id: newId(),
    ...submission,
    answers: JSON.stringify(submission.answers),
    created_at: ctx.now,
  })
    .onConflict((oc) => oc.columns(['subscriber_id', 'submission_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The appointment that was booked with exactly this form; null if there is none yet. */
export async function bookedWith(ctx: WriteCtx, key: string, bodyHash: string): Promise<string | null> {
  const row = await mine(ctx, 'online_bookings')
    .where('submission_key', '=', key)
    .where('body_hash', '=', bodyHash)
    .select('appointment_id')
    .executeTakeFirst();
  return row?.appointment_id ?? null;
}

/** The latest submission of a sender with exactly these answers that waits or is booked; none whose appointment was canceled. */
export function sentBySame(
  ctx: WriteCtx,
  { sender, body_hash, since }: { sender: string; body_hash: string; since: Instant },
) {
  return mine(ctx, 'online_bookings')
    .leftJoin('appointments as a', (on) =>
      on
        .onRef('a.subscriber_id', '=', 'online_bookings.subscriber_id')
        .onRef('a.id', '=', 'online_bookings.appointment_id'),
    )
    .where('online_bookings.sender', '=', sender)
    .where('online_bookings.created_at', '>', since)
    .where('online_bookings.body_hash', '=', body_hash)
    .where((eb) =>
      eb.or([
        eb('online_bookings.waiting', 'is not', null),
        eb.and([eb('a.status', '<>', 'canceled'), eb('a.deleted_at', 'is', null)]),
      ]),
    )
    .orderBy('online_bookings.created_at', 'desc')
    .select(['submission_key', 'appointment_id', 'waiting'])
    .limit(1)
    .executeTakeFirst();
}

/** The submission with this key. */
export function submissionByKey(ctx: WriteCtx, key: string) {
  return mine(ctx, 'online_bookings')
    .where('submission_key', '=', key)
    .select(['id', 'appointment_id', 'body_hash', 'waiting'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Ends a submission that waits: its key may be used again, its link no longer works. It is deleted with those that expired. */
export async function retireSubmission(ctx: WriteCtx, id: string): Promise<void> {
  await updateMine(ctx, 'online_bookings')
    .set({ submission_key: newId(), waiting: null, confirmation_key: null })
    .where('id', '=', id)
    .execute();
}

/** Lets a submission wait for its confirmation, by a link with a new key. */
export async function letWait(
  ctx: WriteCtx,
  id: string,
  row: { waiting: object; confirmation_key: string; confirm_until: Instant; recipient: string },
): Promise<void> {
  await updateMine(ctx, 'online_bookings')
    .set((eb) => ({ ...row, waiting: JSON.stringify(row.waiting), mails: eb('mails', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** How many mails with a link this address was sent since a time. */
export async function countMails(ctx: WriteCtx, recipient: string, since: Instant): Promise<number> {
  const row = await mine(ctx, 'online_bookings')
    .where('recipient', '=', recipient)
    .where('created_at', '>', since)
    .select((eb) => eb.fn.sum<string | null>('mails').as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count ?? 0);
}

/** The submission that the link with this key confirms. */
export function submissionByLink(ctx: ReadCtx | WriteCtx, key: string) {
  return mine(ctx, 'online_bookings')
    .where('confirmation_key', '=', key)
    .select(['id', 'mode', 'appointment_id', 'waiting', 'confirm_until'])
    .executeTakeFirst();
}

/** Submissions whose link still works and was not followed, newest first, after the one with this id. */
export function waitingSubmissions(ctx: ReadCtx, before: string | null, limit: number) {
  const rows = waitingOf(ctx)
    .select(['id', 'source', 'created_at', 'waiting'])
    .orderBy('id', 'desc')
    .limit(limit);
  return (before === null ? rows : rows.where('id', '<', before)).execute();
}

/** Reads the ids of at most `limit` submissions that wait, to count them. */
export function countableWaiting(ctx: ReadCtx, limit: number) {
  return waitingOf(ctx).select('id').limit(limit).execute();
}

function waitingOf(ctx: ReadCtx) {
  return mine(ctx, 'online_bookings').where('waiting', 'is not', null).where('confirm_until', '>', ctx.now);
}

/** Makes others wait who confirm or change the same submission. */
export async function lockSubmission(ctx: WriteCtx, id: string): Promise<void> {
  await mine(ctx, 'online_bookings').where('id', '=', id).select('id').forUpdate().execute();
}

/** Records the appointment that a submission led to. */
export async function completeSubmission(ctx: WriteCtx, id: string, appointmentId: string): Promise<void> {
  await updateMine(ctx, 'online_bookings')
    .set({ appointment_id: appointmentId, waiting: null, confirm_until: null })
    .where('id', '=', id)
    .execute();
}

/** When the submission was made that has `n` later ones since a time; null if there are not so many. */
export async function submissionBefore(
  ctx: WriteCtx,
  n: number,
  { sender, since }: { sender: string | null; since: Instant },
): Promise<Instant | null> {
  const all = mine(ctx, 'online_bookings').where('created_at', '>', since);
  const row = await (sender === null ? all : all.where('sender', '=', sender))
    .select('created_at')
    .orderBy('created_at', 'desc')
    .offset(n)
    .limit(1)
    .executeTakeFirst();
  return row ? asInstant(row.created_at) : null;
}

/** What a visitor may know about the appointment they booked. */
export async function bookedAppointment(ctx: ReadCtx | WriteCtx, id: string) {
  const row = await mine(ctx, 'appointments')
    .where('id', '=', id)
    .select(['public_id', 'status', 'date_time', 'end_time', 'total_fee_cents'])
    .executeTakeFirstOrThrow();
  const technicians = await mine(ctx, 'appointment_people')
    .innerJoin('users as u', (on) =>
      on
        .onRef('u.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('u.id', '=', 'appointment_people.person_id'),
    )
    .where('appointment_people.appointment_id', '=', id)
    .where('appointment_people.role', '=', 'inspector')
    .where('appointment_people.invisible', '=', false)
    .select(['u.first_name', 'u.last_name'])
    .execute();
  return { ...row, technicians };
}

/** The name of a client or agent. */
export async function contactName(ctx: WriteCtx, id: string): Promise<string> {
  const row = await mine(ctx, 'contacts')
    .where('id', '=', id)
    .select(['first_name', 'last_name', 'company_name'])
    .executeTakeFirst();
  return row ? `${row.first_name} ${row.last_name}`.trim() || row.company_name : '';
}
