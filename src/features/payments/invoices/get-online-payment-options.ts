import { isOnlinePaymentType } from '#domain/payments/gateways.ts';
import {
  gatewayCreds,
  getGatewayConnection,
  isConnectionUsable,
} from '#features/company/gateway-connection.ts';
import type { Company } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import type { PublicInvoice } from '../contract.ts';
import type { InvoiceRow } from '../store.ts';

/** Returns how an invoice can be paid online now; null if it cannot, or if nothing is due. */
export async function getOnlinePaymentOptions(
  ctx: ReadCtx,
  open: {
    invoice: Pick<InvoiceRow, 'status' | 'outstanding_cents'>;
    appointment: { status: string };
    company: Company;
  },
): Promise<PublicInvoice['online']> {
  const { invoice, appointment, company } = open;
  const { payment_type, checkout_style, allow_partial_payments } = company.settings;
  if (invoice.status === 'void' || invoice.outstanding_cents <= 0) return null;
  if (appointment.status === 'canceled' || !isOnlinePaymentType(payment_type)) return null;
  const creds = await gatewayCreds(ctx, payment_type);
  if (!creds || !isConnectionUsable(await getGatewayConnection(ctx, payment_type))) return null;
  return { gateway: payment_type, mode: creds.mode, checkout_style, allow_partial_payments };
}
