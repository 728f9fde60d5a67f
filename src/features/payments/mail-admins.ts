import { type Cents, formatMoney } from '#domain/base/money.ts';
import type { MailTopic } from '#domain/company/team-mails.ts';
import { addressLines } from '#features/agreements/company-brand.ts';
import { documentLang } from '#features/agreements/document-words.ts';
import { companyOf } from '#features/company/company-of.ts';
import { queueMessage } from '#features/messages/queue-message.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { openInvoice } from './invoices/show-invoice.ts';
import * as store from './store.ts';

interface AdminMail {
  template:
    | 'payment_received_admin'
    | 'gateway_needs_attention'
    | 'gateway_differences'
    | 'money_for_deleted'
    | 'money_for_void'
    | 'refund_failed'
    | 'refund_returned'
    | 'payment_disputed'
    | 'webhook_conflict';
  /** What makes it this mail and no other. */
  occasion: string;
  facts: Record<string, string>;
  /** The page its button leads to. */
  path: string;
  topic: MailTopic;
  appointment_id?: string;
}

/** Mails the administrators of the company; who does not want mails of the topic gets none. */
export async function mailAdmins(ctx: WriteCtx, mail: AdminMail): Promise<void> {
  const { company_name } = await companyOf(ctx);
  const admins = await mine(ctx, 'users')
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('full_company_admin', '=', true), eb('role', '=', 'Administrator')]))
    .select(['id', 'first_name', 'email', 'language'])
    .execute();
  for (const admin of admins) {
    await queueMessage(ctx, {
      key: `${mail.template}.${mail.occasion}.${admin.id}`,
      template: mail.template,
      lang: documentLang(admin.language),
      to: admin.email,
      from_name: company_name,
      facts: { first_name: admin.first_name, ...mail.facts },
      link: `${ctx.installation.publicUrl}${mail.path}`,
      appointment_id: mail.appointment_id ?? null,
      person_id: admin.id,
      topic: mail.topic,
    });
  }
}

/** Tells the administrators of money that came in online; what they record by hand they know. */
export async function tellOfPayment(ctx: WriteCtx, paymentId: string): Promise<void> {
  const payment = await store.paymentById(ctx, paymentId);
  if (!payment || payment.gateway === null || payment.status !== 'succeeded') return;
  const { invoice, appointment } = await openInvoice(ctx, payment.appointment_id);
  // They are told in other words: nothing was asked for.
  if (invoice.status === 'void') return;
  const money = (cents: number) => formatMoney(cents as Cents, invoice.currency);
  await mailAdmins(ctx, {
    template: 'payment_received_admin',
    occasion: paymentId,
    facts: {
      invoice: invoice.number,
      amount: money(payment.amount_cents),
      address: addressLines(appointment).join(', '),
      outstanding: money(Math.max(0, invoice.outstanding_cents)),
    },
    path: `/invoice/${invoice.public_id}`,
    topic: 'payments',
    appointment_id: appointment.id,
  });
}

/** Tells the administrators of money for a deleted appointment: no page of it is left on which they would see it. */
export function tellOfDeleted(ctx: WriteCtx, payment: Unwanted): Promise<void> {
  return tellOfUnwanted(ctx, payment, 'money_for_deleted');
}

/** Tells the administrators of money for a void invoice: nobody looks after what nobody waits for. */
export function tellOfVoid(ctx: WriteCtx, payment: Unwanted): Promise<void> {
  return tellOfUnwanted(ctx, payment, 'money_for_void');
}

interface Unwanted {
  id: string;
  appointment_id: string;
  amount_cents: number;
}

async function tellOfUnwanted(
  ctx: WriteCtx,
  payment: Unwanted,
  template: 'money_for_deleted' | 'money_for_void',
): Promise<void> {
  const invoice = await store.byAppointment(ctx, payment.appointment_id);
  const appointment = await store.appointmentFacts(ctx, payment.appointment_id, { withDeleted: true });
  if (!invoice || !appointment) return;
  await mailAdmins(ctx, {
    template,
    occasion: payment.id,
    facts: {
      invoice: invoice.number,
      amount: formatMoney(payment.amount_cents as Cents, invoice.currency),
      address: addressLines(appointment).join(', '),
    },
    path: '/settings?tab=payments',
    topic: 'payments',
  });
}
