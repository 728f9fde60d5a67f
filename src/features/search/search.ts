import { allows } from '#domain/people/permissions.ts';
import { findAppointments } from '#features/appointments/listing/find-appointments.ts';
import { findInvoices } from '#features/payments/invoices/find-invoices.ts';
import { findPayments } from '#features/payments/invoices/find-payments.ts';
import { findPeople } from '#features/people/find-people.ts';
import type { ReadCtx } from '#server/context.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from './contract.ts';

const perGroup = 6;

/** Finds what a text matches among all that the user may see, a few of each kind. */
export async function search(
  ctx: ReadCtx,
  { q }: HandlerInput<typeof contract.search>,
): Promise<HandlerOutput<typeof contract.search>> {
  const user = ctx.requireUser();
  const [appointments, people, invoices, payments] = await Promise.all([
    findAppointments(ctx, q, perGroup),
    findPeople(ctx, q, perGroup),
    allows(user, 'see_prices') ? findInvoices(ctx, q) : [],
    allows(user, 'see_payments') ? findPayments(ctx, q, perGroup) : [],
  ]);
  return {
    appointments: appointments.map(({ id, ...rest }) => ({ appointment_id: id, ...rest })),
    people,
    invoices,
    payments,
  };
}
