import { addressLines } from '#domain/base/addresses.ts';
import { asCents, fromCents } from '#domain/base/money.ts';
import { addHours, addMinutes, asInstant, formatWithOffset, type Instant } from '#domain/base/time.ts';
import { visitorField } from '#domain/booking/booking-form.ts';
import { visitorLimits } from '#domain/booking/visitor-limits.ts';
import { createHold, findTechniciansHeldByVisitors } from '#features/availability/slot-holds.ts';
import type { Company } from '#features/company/get-company.ts';
import { notify } from '#features/messages/notify.ts';
import type { Lang, WriteCtx } from '#server/context.ts';
import { newPublicId } from '#server/ids.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { claimSlot } from '../claim-slot.ts';
import type { BookingResult, submitBooking } from '../contract.ts';
import { isBusy, nextHoldAt, requireFewMails } from '../protection/visitor-allowance.ts';
import { searchOf } from '../public-slots.ts';
import type { ReadForm } from '../read-form.ts';
import { priceSelection, requestDefaults } from '../selection.ts';
import * as store from '../store.ts';

type Input = HandlerInput<typeof submitBooking>;

/** What is stored of a form until its visitor confirms it. `input.hold_id` is the hold of its time. */
export interface Waiting {
  input: Input;
  lang: Lang;
  email: string;
  at: string;
  end: string;
  until: string;
  held_until: string | null;
  services: string[];
  /** In cents. */
  total: number;
}

interface Sent {
  input: Input;
  form: ReadForm;
  /** Keyed hash of the address. */
  sender: string;
}

/**
 * Returns whether a form is booked only after a link in a mail was followed: where the company wants it, after many
 * bookings in an hour, and for a code that each client may use a number of times: who asks about someone's code has to
 * read their mail.
 */
export async function needsConfirmation(
  ctx: WriteCtx,
  company: Company,
  { input, form, sender }: Sent,
): Promise<boolean> {
  if (company.settings.confirm_by_email || (await isBusy(ctx, sender))) return true;
  const discountCode = input.discount_code?.trim() || null;
  if (discountCode === null) return false;
  const { discount } = await priceSelection(ctx, company, input, { at: form.at, discountCode });
  return discount !== null && discount.max_uses_per_client !== null;
}

/**
 * Stores a valid form, holds its time for half an hour if visitors do not hold too many, and mails the link that books it.
 * Throws CONFLICT if the time is taken, and RATE_LIMITED after many mails to the address.
 */
export async function awaitConfirmation(
  ctx: WriteCtx,
  company: Company,
  { id, input, form, sender }: Sent & { id: string },
): Promise<BookingResult> {
  const discountCode = input.discount_code?.trim() || null;
  const { at } = form;
  const defaults = input.mode === 'request' ? requestDefaults(company.settings) : null;
  const priced = await priceSelection(ctx, company, input, { at, discountCode, defaults });
  if (priced.discountProblem !== null) throw badInput({ discount_code: priced.discountProblem });
  const end = addMinutes(at, priced.totals.duration_minutes);
  const hold =
    input.mode === 'schedule' ? await holdUntilConfirmed(ctx, company, { input, at, end, sender }) : null;
  const person = input.people[visitorField(input.people.role)];
  const email = person?.email ?? '';
  const recipient = ctx.installation.sign('booking-recipient', email.toLowerCase());
  await requireFewMails(ctx, recipient);
  const waiting: Waiting = {
    input: { ...input, hold_id: hold?.id ?? null },
    ...{ lang: ctx.lang, email, at, end },
    until: addHours(ctx.now, visitorLimits.linkHours),
    held_until: hold?.expiresAt ?? null,
    total: priced.totals.total_cents,
    services: priced.services.flatMap(({ name, add_ons }) => [name, ...add_ons.map((one) => one.name)]),
  };
  const key = newPublicId();
  const confirm_until = asInstant(waiting.until);
  await store.letWait(ctx, id, { waiting, confirmation_key: key, confirm_until, recipient });
  await mailLink(ctx, company, waiting, { key, firstName: person?.first_name ?? '' });
  return presentWaiting(company, waiting);
}

async function holdUntilConfirmed(
  ctx: WriteCtx,
  company: Company,
  { input, at, end, sender }: { input: Input; at: Instant; end: Instant; sender: string },
): Promise<{ id: string; expiresAt: Instant } | null> {
  const search = await searchOf(ctx, company, input, {
    technicianId: input.technician_id ?? null,
    holdId: input.hold_id ?? null,
  });
  const avoided = await findTechniciansHeldByVisitors(ctx, visitorLimits.holdsByTechnician);
  const technician_id = await claimSlot(ctx, company, at, search, avoided);
  if ((await nextHoldAt(ctx, sender, technician_id)) !== null) return null;
  const { heldMinutes: minutes } = visitorLimits;
  const time = { technician_id, start: at, end, place: search.place ?? null };
  return createHold(ctx, { ...time, visitor: sender, minutes }, null);
}

async function mailLink(
  ctx: WriteCtx,
  company: Company,
  waiting: Waiting,
  { key, firstName: first_name }: { key: string; firstName: string },
): Promise<void> {
  const { email, lang, at, until, held_until, services, input } = waiting;
  await notify(ctx, 'booking_confirmation', {
    addresses: [{ email, lang, first_name }],
    occasion: key,
    each: async () => ({
      link: `${ctx.installation.publicUrl}/confirm-booking/${company.request_id}/${key}`,
    }),
    facts: (format) => ({
      address: addressLines(input.location).join(', '),
      date: format.date(at),
      time: format.time(at),
      zone: format.zoneName(at, company.timezone),
      services: services.join(', '),
      until: format.dateTime(held_until ?? until),
    }),
  });
}

/** Returns what a visitor sees of a booking that waits for its confirmation. */
export function presentWaiting(
  { timezone, settings }: Company,
  { at, end, email, until, held_until, total }: Omit<Waiting, 'input' | 'lang' | 'services'>,
): BookingResult {
  const local = (time: string) => formatWithOffset(asInstant(time), timezone);
  return {
    publicId: null,
    status: 'unconfirmed',
    ...{ at: local(at), end: local(end), timezone, technicians: [], text: '', conversion_url: null },
    total: settings.show_client_pricing_details ? fromCents(asCents(total)) : null,
    confirm: { email, until: local(until), held_until: held_until && local(held_until) },
  };
}
