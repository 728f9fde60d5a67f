import { afterwards, inTransaction } from '#server/events.ts';
import { createInvoice } from './create-invoice.ts';
import { mailReceipt } from './mail-invoice.ts';
import { settleInvoice } from './settle-invoice.ts';

export const listeners = [
  inTransaction('appointment.created', (ctx, event) => createInvoice(ctx, event.appointment_id)),
  inTransaction('appointment.priced', async (ctx, event) => {
    await settleInvoice(ctx, event.appointment_id, null);
  }),
  afterwards('payment.recorded', 'payments/mail-receipt', (ctx, event) =>
    ctx.tx((w) => mailReceipt(w, event.payment_id)),
  ),
];
