import { inTransaction } from '#server/events.ts';
import { keepKeysInUse } from './attempts/keep-keys.ts';
import { closeMisfit } from './invoices/close-misfit.ts';
import { createInvoice } from './invoices/create-invoice.ts';
import { mailReceipt } from './invoices/mail-invoice.ts';
import { tellOfPayment } from './invoices/notify-admins.ts';
import { settleInvoice } from './invoices/settle-invoice.ts';

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
