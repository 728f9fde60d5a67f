import { fromCents } from '#domain/base/money.ts';
import { addHours, asInstant, formatWithOffset, type Instant, isBefore } from '#domain/base/time.ts';
import { releaseVisitorHold } from '#features/availability/slot-holds.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import { lockPlanLimit } from '#features/subscription/plan-limits.ts';
import type { WriteCtx } from '#server/context.ts';
import { AppError } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { bookForm, presentBooking, sourceOf } from './book-form.ts';
import {
  awaitConfirmation,
  needsConfirmation,
  presentWaiting,
  type Waiting,
} from './confirming/await-confirmation.ts';
import type * as contract from './contract.ts';
import { isChecked } from './protection/check-visitor.ts';
import { pretendToBook } from './protection/pretend-to-book.ts';
import { lockSender, requireFewSubmissions } from './protection/visitor-allowance.ts';
import { type ReadForm, readForm } from './read-form.ts';
import { requireScheduling } from './require-scheduling.ts';
import { priceSelection, requestDefaults } from './selection.ts';
import * as store from './store.ts';

type Input = HandlerInput<typeof contract.submitBooking>;
type Output = HandlerOutput<typeof contract.submitBooking>;

/** The agent of a personal link who books, and the total that their page showed; null if it showed none. */
interface KnownAgent {
  agentId: string;
  shownTotal: number | null;
}

/**
 * Books or requests an appointment for a visitor, once for each submission key; or stores the form until the visitor
 * confirms it by mail. Everything that a visitor must not decide comes from the company's price list and settings. Throws
 * BAD_USER_INPUT with every invalid field, CONFLICT with the next free times if the time is taken, and RATE_LIMITED after
 * many bookings of one address in an hour. A known agent has confirmed the address by the link, and gets CONFLICT if the
 * price has changed since it was shown.
 */
export async function submitBooking(ctx: WriteCtx, input: Input, known?: KnownAgent): Promise<Output> {
  const company = await getCompany(ctx);
  const body_hash = hashOf(ctx, input);
  // Before all checks: what was valid when it was booked may not be now.
  const bookedId = await store.bookedWith(ctx, input.submission_key, body_hash);
  if (bookedId !== null) return presentBooking(ctx, company, input, bookedId);
  if (input.mode === 'schedule') requireScheduling(company, await lockPlanLimit(ctx));
  const form = await readForm(ctx, company, input, known?.agentId);
  const isTrusted = known !== undefined || isChecked(ctx, input);
  if (input.subject !== '') return pretendToBook(ctx, company, input, form.at);
  const sender = await lockSender(ctx);
  const repeated = await repeatedAfterReload(ctx, company, { input, body_hash, sender });
  if (repeated !== null) return repeated;
  const submission = {
    submission_key: input.submission_key,
    body_hash,
    mode: input.mode,
    source: sourceOf(input, form),
    answers: { ...input.people, message: input.message, lang: ctx.lang },
    sender,
  };
  const id = await store.claimSubmission(ctx, submission);
  if (id === null) return sentBefore(ctx, company, { input, form, submission });
  await requireFewSubmissions(ctx, sender);
  if (known) await requireShownTotal(ctx, company, { input, at: form.at, known });
  else if (!isTrusted || (await needsConfirmation(ctx, company, { input, form, sender })))
    return awaitConfirmation(ctx, company, { id, input, form, sender });
  const appointmentId = await bookForm(ctx, company, input, form);
  await store.completeSubmission(ctx, id, appointmentId);
  return presentBooking(ctx, company, input, appointmentId);
}

/**
 * Returns what the same visitor got for the same answers in the last hour: a page that was loaded again after a lost
 * answer has another key. Null if that was nothing, or was canceled since.
 */
async function repeatedAfterReload(
  ctx: WriteCtx,
  company: Company,
  { input, body_hash, sender }: { input: Input; body_hash: string; sender: string },
): Promise<Output | null> {
  const first = await store.sentBySame(ctx, { sender, body_hash, since: addHours(ctx.now, -1) });
  if (!first || first.submission_key === input.submission_key) return null;
  if (input.hold_id) await releaseVisitorHold(ctx, input.hold_id);
  if (first.appointment_id !== null) return presentBooking(ctx, company, input, first.appointment_id);
  return presentWaiting(company, first.waiting as unknown as Waiting);
}

/** Of the visitor's own answers: a hold, a check and a position may arrive between two attempts. */
function hashOf(ctx: WriteCtx, input: Input): string {
  const answers = {
    ...input,
    submission_key: '',
    hold_id: null,
    visitor_check: null,
    location: { ...input.location, place: '' },
  };
  return ctx.installation.sign('booking-body', JSON.stringify(answers));
}

/**
 * A form that was sent again leads to the booking of the first time. Another form needs another key, unless the first one
 * still waits for its confirmation: it is replaced.
 */
async function sentBefore(
  ctx: WriteCtx,
  company: Company,
  { input, form, submission }: { input: Input; form: ReadForm; submission: store.Submission },
): Promise<Output> {
  const first = await store.submissionByKey(ctx, submission.submission_key);
  const isSame = first.body_hash === submission.body_hash;
  if (first.appointment_id === null) {
    if (first.waiting === null) throw new AppError('CONFLICT', 'This form is still being sent');
    const waiting = first.waiting as Waiting;
    if (isSame && isBefore(ctx.now, asInstant(waiting.until))) return presentWaiting(company, waiting);
    const id = await replaceWaiting(ctx, first.id, { waiting, submission });
    return awaitConfirmation(ctx, company, { id, input, form, sender: submission.sender });
  }
  if (isSame) return presentBooking(ctx, company, input, first.appointment_id);
  const { public_id, date_time } = await store.bookedAppointment(ctx, first.appointment_id);
  throw new AppError('CONFLICT', 'This form was already sent. Your changes were not booked.', {
    publicId: public_id,
    at: formatWithOffset(asInstant(date_time), company.timezone),
  });
}

/**
 * Stores a form in place of one that waits, and returns its id. The time of the first one is released, its link ends, and
 * it goes on counting: changing a form again and again must not send more mails than new forms do.
 */
async function replaceWaiting(
  ctx: WriteCtx,
  firstId: string,
  { waiting, submission }: { waiting: Waiting; submission: store.Submission },
): Promise<string> {
  if (waiting.input.hold_id) await releaseVisitorHold(ctx, waiting.input.hold_id);
  await store.retireSubmission(ctx, firstId);
  const id = await store.claimSubmission(ctx, submission);
  if (id === null) throw new AppError('CONFLICT', 'This form is still being sent');
  await requireFewSubmissions(ctx, submission.sender);
  return id;
}

async function requireShownTotal(
  ctx: WriteCtx,
  company: Company,
  { input, at, known }: { input: Input; at: Instant; known: KnownAgent },
): Promise<void> {
  if (known.shownTotal === null) return;
  const defaults = input.mode === 'request' ? requestDefaults(company.settings) : null;
  const { totals } = await priceSelection(ctx, company, input, { at, discountCode: null, defaults });
  const total = fromCents(totals.total_cents);
  if (total !== known.shownTotal) throw new AppError('CONFLICT', 'The price has changed', { total });
}
