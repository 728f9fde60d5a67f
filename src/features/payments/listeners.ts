import { listenInTransaction } from '#server/events.ts';
import { assertKeysNotInUse } from './attempts/assert-keys-not-in-use.ts';
import { closeOutdatedAttempt } from './invoices/close-outdated-attempt.ts';
import { createInvoice } from './invoices/create-invoice.ts';
import { mailReceipt } from './invoices/mail-invoice.ts';
import { notifyAdminsOfPayment } from './invoices/notify-admins.ts';
import { settleInvoice } from './invoices/settle-invoice.ts';

export const listeners = [
  listenInTransaction('appointment.created', (ctx, event) => createInvoice(ctx, event.appointment_id)),
  listenInTransaction('appointment.priced', async (ctx, event) => {
    await settleInvoice(ctx, event.appointment_id, null);
  }),
  listenInTransaction('appointment.canceled', (ctx, event) =>
    closeOutdatedAttempt(ctx, event.appointment_id),
  ),
  listenInTransaction('appointment.deleted', (ctx, event) => closeOutdatedAttempt(ctx, event.appointment_id)),
  listenInTransaction('company.changed', (ctx, event) => assertKeysNotInUse(ctx, event.fields)),
  listenInTransaction('payment.recorded', (ctx, event) => notifyAdminsOfPayment(ctx, event.payment_id)),
  // In the same transaction, so that each receipt shows the amount due right after its own payment.
  listenInTransaction('payment.recorded', (ctx, event) => mailReceipt(ctx, event.payment_id)),
];
