import { inTransaction } from '#server/events.ts';
import { createInvoice } from './create-invoice.ts';
import { tellOfPayment } from './mail-admins.ts';
import { mailReceipt } from './mail-invoice.ts';
import { closeMisfit } from './online/close-misfit.ts';
import { keepKeysInUse } from './online/keep-keys.ts';
import { settleInvoice } from './settle-invoice.ts';

export const listeners = [
  inTransaction('appointment.created', (ctx, event) => createInvoice(ctx, event.appointment_id)),
  inTransaction('appointment.priced', async (ctx, event) => {
    await settleInvoice(ctx, event.appointment_id, null);
  }),
  inTransaction('appointment.canceled', (ctx, event) => closeMisfit(ctx, event.appointment_id)),
  inTransaction('appointment.deleted', (ctx, event) => closeMisfit(ctx, event.appointment_id)),
  inTransaction('company.changed', (ctx, event) => keepKeysInUse(ctx, event.fields)),
  inTransaction('payment.recorded', (ctx, event) => tellOfPayment(ctx, event.payment_id)),
  // In the same transaction, so that each receipt tells what was owed after its own payment.
  inTransaction('payment.recorded', (ctx, event) => mailReceipt(ctx, event.payment_id)),
];
