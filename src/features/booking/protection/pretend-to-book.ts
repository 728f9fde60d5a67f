import { fromCents } from '#domain/base/money.ts';
import { fullName } from '#domain/base/names.ts';
import { addHours, addMinutes, formatWithOffset, type Instant } from '#domain/base/time.ts';
import { visitorField } from '#domain/booking/booking-form.ts';
import { visitorLimits } from '#domain/booking/visitor-limits.ts';
import type { Company } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import { newPublicId } from '#server/ids.ts';
import type { HandlerInput } from '#wire/route.ts';
import { textAfter } from '../book-form.ts';
import { presentWaiting } from '../confirming/await-confirmation.ts';
import type { BookingResult, submitBooking } from '../contract.ts';
import { searchOf, slotAt, takenError } from '../public-slots.ts';
import { priceSelection, requestDefaults } from '../selection.ts';

/**
 * Returns what a booking would return, without storing anything: the sender is a program, and must not learn that it was
 * noticed. Throws CONFLICT with the next free times if the time is taken.
 */
export async function pretendToBook(
  ctx: WriteCtx,
  company: Company,
  input: HandlerInput<typeof submitBooking>,
  at: Instant,
): Promise<BookingResult> {
  const { timezone, settings } = company;
  const search = await searchOf(ctx, company, input, {
    technicianId: input.technician_id ?? null,
    holdId: input.hold_id ?? null,
  });
  const isScheduled = input.mode === 'schedule';
  const slot = isScheduled ? await slotAt(ctx, company, at, search) : undefined;
  if (isScheduled && !slot) throw await takenError(ctx, company, at, search);
  const { totals } = await priceSelection(ctx, company, input, {
    at,
    discountCode: input.discount_code?.trim() || null,
    defaults: isScheduled ? null : requestDefaults(settings),
  });
  const end = addMinutes(at, totals.duration_minutes);
  if (settings.confirm_by_email) {
    const email = input.people[visitorField(input.people.role)]?.email ?? '';
    const until = addHours(ctx.now, visitorLimits.linkHours);
    const held_until = slot ? addMinutes(ctx.now, visitorLimits.heldMinutes) : null;
    return presentWaiting(company, { at, end, email, until, held_until, total: totals.total_cents });
  }
  return {
    publicId: newPublicId(),
    status: isScheduled && !settings.require_confirmation ? 'scheduled' : 'requested',
    at: formatWithOffset(at, timezone),
    end: formatWithOffset(end, timezone),
    timezone,
    technicians: (slot?.technicians ?? []).slice(0, 1).map(fullName),
    total: settings.show_client_pricing_details ? fromCents(totals.total_cents) : null,
    text: textAfter(ctx, company, input.mode),
    conversion_url: isScheduled ? settings.conversion_url : null,
    confirm: null,
  };
}
