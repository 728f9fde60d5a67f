import { addressLines } from '#domain/base/addresses.ts';
import { type Cents, formatMoney } from '#domain/base/money.ts';
import { type LinkPerson, linkPeople } from '#features/agreements/link-holder.ts';
import { queueMessage } from '#features/messages/queue-message.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { personalUrl } from '#server/personal-links.ts';
import { langOf } from '#server/translate.ts';
import { AppError } from '#wire/errors.ts';
import * as store from '../store.ts';
import { type LoadedInvoice, loadInvoice } from './show-invoice.ts';

type ClientTemplate = 'payment_receipt' | 'payment_receipt_void' | 'payment_refunded' | 'invoice_sent';

/**
 * Mails a receipt of a payment to every client who may see the invoice, and to the person who paid online by a personal
 * link. Sends it once, however often it is called, and even with notifications off. For a void invoice the receipt says
 * that nothing was due.
 */
export async function mailReceipt(ctx: WriteCtx, paymentId: string): Promise<void> {
  const payment = await store.paymentById(ctx, paymentId);
  if (!payment || payment.voided_at !== null || payment.status !== 'succeeded') return;
  const open = await loadInvoice(ctx, payment.appointment_id);
  const amount = formatMoney(payment.amount_cents as Cents, open.invoice.currency);
  const template = open.invoice.status === 'void' ? 'payment_receipt_void' : 'payment_receipt';
  const facts = { amount, company: open.company.company_name };
  await mailClients(ctx, open, template, paymentId, facts, await payerOf(ctx, paymentId));
}

/** Returns the person who paid online by a personal link; null if unknown. */
async function payerOf(ctx: WriteCtx, paymentId: string): Promise<string | null> {
  const row = await mine(ctx, 'payments')
    .innerJoin('payment_attempts', (on) =>
      on
        .onRef('payment_attempts.subscriber_id', '=', 'payments.subscriber_id')
        .onRef('payment_attempts.id', '=', 'payments.attempt_id'),
    )
    .where('payments.id', '=', paymentId)
    .select('person_id')
    .executeTakeFirst();
  return row?.person_id ?? null;
}

/** Mails every client who may see the invoice that a refund was made, once, however often it is called. */
export async function mailRefund(
  ctx: WriteCtx,
  refund: { id: string; appointment_id: string; amount_cents: number },
): Promise<void> {
  const open = await loadInvoice(ctx, refund.appointment_id);
  const amount = formatMoney(refund.amount_cents as Cents, open.invoice.currency);
  await mailClients(ctx, open, 'payment_refunded', refund.id, { amount });
}

/** Mails the invoice with its link to every client who may see it. Throws CONFLICT when none of them has an address. */
export async function sendInvoice(ctx: WriteCtx, input: { id: string }): Promise<{ recipients: number }> {
  const open = await loadInvoice(ctx, input.id);
  if (open.invoice.status === 'void') throw new AppError('CONFLICT', 'This invoice is void');
  const occasion = `${open.invoice.id}.${ctx.now.replace(/\D/g, '')}`;
  const recipients = await mailClients(ctx, open, 'invoice_sent', occasion, {});
  if (recipients === 0)
    throw new AppError('CONFLICT', 'None of this appointment’s clients has an email address');
  await ctx.audit({
    action: 'invoice-sent',
    entity: 'invoice',
    entity_id: open.invoice.id,
    after: { recipients },
  });
  await ctx.emit({ type: 'invoice.sent', appointment_id: input.id, invoice_id: open.invoice.id });
  return { recipients };
}

async function mailClients(
  ctx: WriteCtx,
  open: LoadedInvoice,
  template: ClientTemplate,
  occasion: string,
  facts: Record<string, string>,
  payerId: string | null = null,
): Promise<number> {
  const people = await linkPeople(ctx, open.appointment.id);
  const isWanted = ({ role, rights }: LinkPerson) => role === 'client' && rights.view_invoice;
  // Keyed by person: someone with two roles gets one mail.
  const wanted = new Map<string, LinkPerson>();
  for (const person of people) {
    const isFirst = person.email !== '' && !wanted.has(person.person_id);
    if (isFirst && (isWanted(person) || person.person_id === payerId)) wanted.set(person.person_id, person);
  }
  const clients = [...wanted.values()];
  for (const client of clients) await mailOne(ctx, open, template, occasion, facts, client);
  return clients.length;
}

async function mailOne(
  ctx: WriteCtx,
  { invoice, appointment, company }: LoadedInvoice,
  template: ClientTemplate,
  occasion: string,
  facts: Record<string, string>,
  client: LinkPerson,
): Promise<void> {
  const [first_name = ''] = client.name.split(' ');
  await queueMessage(ctx, {
    key: `${template}.${occasion}.${client.person_id}`,
    template,
    lang: langOf(client.language),
    to: client.email,
    cc: client.email_cc,
    reply_to: company.settings.point_of_contact_email || company.company_email,
    from_name: company.company_name,
    facts: {
      first_name,
      invoice: invoice.number,
      address: addressLines(appointment).join(', '),
      outstanding: formatMoney(Math.max(0, invoice.outstanding_cents) as Cents, invoice.currency),
      ...facts,
    },
    link: personalUrl(ctx.installation, `/invoice/${invoice.public_id}`, client),
    appointment_id: appointment.id,
    person_id: client.person_id,
  });
}
