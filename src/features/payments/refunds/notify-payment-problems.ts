import { addressLines } from '#domain/base/addresses.ts';
import { type Cents, fromCents } from '#domain/base/money.ts';
import { gatewayNames } from '#domain/payments/gateways.ts';
import { notify } from '#features/messages/notify.ts';
import type { WriteCtx } from '#server/context.ts';
import type { GatewayType } from '#server/outside/pay/kit/gateway-type.ts';
import type { RefundRow } from '../refund-store.ts';
import * as store from '../store.ts';

/** Notifies the administrators that a refund failed: immediately, or after it was recorded. */
export function notifyRefundFailed(
  ctx: WriteCtx,
  refund: RefundRow,
  template: 'refund_failed' | 'refund_returned',
  message: string,
): Promise<void> {
  return notifyOf(ctx, { ...refund, occasion: refund.id }, template, message);
}

/** Notifies the administrators that the payer disputes a payment. */
export function notifyDispute(
  ctx: WriteCtx,
  payment: { id: string; appointment_id: string; amount_cents: number; gateway: number | null },
): Promise<void> {
  return notifyOf(ctx, { ...payment, occasion: payment.id }, 'payment_disputed', '');
}

interface Trouble {
  occasion: string;
  appointment_id: string;
  amount_cents: number;
  gateway: number | null;
}

async function notifyOf(
  ctx: WriteCtx,
  { occasion, appointment_id, amount_cents, gateway }: Trouble,
  template: 'refund_failed' | 'refund_returned' | 'payment_disputed',
  message: string,
): Promise<void> {
  const invoice = await store.byAppointment(ctx, appointment_id);
  const appointment = await store.appointmentFacts(ctx, appointment_id, { withDeleted: true });
  if (!invoice || !appointment) return;
  const isDeleted = appointment.deleted_at !== null;
  await notify(ctx, template, {
    occasion,
    facts: (format) => ({
      invoice: invoice.number,
      amount: format.money(fromCents(amount_cents as Cents), invoice.currency),
      address: addressLines(appointment).join(', '),
      gateway: gateway === null ? '' : gatewayNames[gateway as GatewayType],
      message: message.slice(0, 300),
    }),
    // A deleted appointment has no page.
    path: isDeleted ? '/settings?tab=payments' : `/invoice/${invoice.public_id}`,
    ...(isDeleted ? {} : { appointment_id }),
  });
}
