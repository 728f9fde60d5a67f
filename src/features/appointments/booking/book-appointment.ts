import { getCompany } from '#features/company/get-company.ts';
import { requireNewAppointment } from '#features/subscription/plan-limits.ts';
import type { WriteCtx } from '#server/context.ts';
import type { AppointmentPayload } from '../booking-contract.ts';
import type { Appointment } from '../contract.ts';
import { presentAppointmentForUser } from '../details/present-for-user.ts';
import { checkBooking } from './check-booking.ts';
import { saveBooking } from './create-appointment.ts';
import { readNewAppointment } from './read-new-appointment.ts';

/**
 * Books an appointment for a member and returns it as the user sees it. Prices, paid and agreement_signed are computed
 * here, whatever was sent. Throws LIMIT_REACHED if the company's plan allows no further one.
 */
export async function bookAppointment(ctx: WriteCtx, payload: AppointmentPayload): Promise<Appointment> {
  const company = await getCompany(ctx);
  await requireNewAppointment(ctx);
  const booking = await checkBooking(ctx, company, readNewAppointment(payload, ctx.now, company));
  return presentAppointmentForUser(ctx, await saveBooking(ctx, booking, 'internal'));
}
