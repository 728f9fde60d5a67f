import { addressLines } from '#domain/base/addresses.ts';
import { asInstant, formatWithOffset, localDate } from '#domain/base/time.ts';
import { type AttemptState, isConfirming } from '#domain/payments/payment-attempts.ts';
import { allows } from '#domain/people/permissions.ts';
import { getCompanyBranding } from '#features/agreements/company-branding.ts';
import { isTeamMember } from '#features/agreements/link-holder.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import { listAttempts } from '../attempt-store.ts';
import type { Invoice, PublicInvoice } from '../contract.ts';
import { money, presentLine, presentPayment, taxesOf } from '../present-payments.ts';
import { type RefundRow, refundsOf } from '../refund-store.ts';
import * as store from '../store.ts';
import { getOnlinePaymentOptions } from './get-online-payment-options.ts';
import { canPayInvoice, getInvoiceVisitor } from './payer.ts';

/** Everything the page and PDF of an invoice need. */
export interface LoadedInvoice {
  invoice: store.InvoiceRow;
  appointment: NonNullable<Awaited<ReturnType<typeof store.appointmentFacts>>>;
  company: Company;
  lines: store.LineRow[];
  payments: store.PaymentRow[];
  refunds: RefundRow[];
  attempts: Awaited<ReturnType<typeof listAttempts>>;
  clients: Awaited<ReturnType<typeof store.clientsOf>>;
}

/** Loads the invoice of an appointment with its related records. Throws NOT_FOUND. */
export async function loadInvoice(ctx: ReadCtx, appointmentId: string | undefined): Promise<LoadedInvoice> {
  const appointment = appointmentId ? await store.appointmentFacts(ctx, appointmentId) : undefined;
  const invoice = appointment ? await store.byAppointment(ctx, appointment.id) : undefined;
  if (!appointment || !invoice) throw notFound();
  return {
    invoice,
    appointment,
    company: await getCompany(ctx),
    lines: await store.linesOf(ctx, appointment.id),
    payments: await store.paymentsOf(ctx, invoice.id),
    refunds: await refundsOf(ctx, invoice.id),
    attempts: await listAttempts(ctx, invoice.id),
    clients: await store.clientsOf(ctx, [appointment.id]),
  };
}

/** Returns the appointment id of a public invoice link, which carries the public id of the invoice or appointment. */
export async function resolveInvoiceLink(ctx: ReadCtx): Promise<string | undefined> {
  const { link } = ctx;
  if (!link) return undefined;
  return link.kind === 'appointment' ? link.id : store.appointmentOf(ctx, link.id);
}

/** Returns the invoice of a public link to visitors whose rights on the appointment include it. */
export async function showPublicInvoice(ctx: ReadCtx, input: OnLink): Promise<PublicInvoice> {
  const open = await loadInvoice(ctx, await resolveInvoiceLink(ctx));
  const { id, public_id } = open.appointment;
  const visitor = await getInvoiceVisitor(ctx, id, input.p, public_id);
  const online = await getOnlinePaymentOptions(ctx, open);
  const may = canPayInvoice(visitor);
  return {
    ...presentPublic(ctx, open),
    online: may ? online : null,
    needs_personal_link: !may && visitor.holder === null && online !== null,
    link_state: visitor.link,
  };
}

interface OnLink {
  p?: string | undefined;
}

/** Loads the invoice of a public link, like `loadInvoice`. Throws FORBIDDEN when the visitor's rights exclude it. */
export async function loadInvoiceByLink(ctx: ReadCtx, input: OnLink): Promise<LoadedInvoice> {
  const open = await loadInvoice(ctx, await resolveInvoiceLink(ctx));
  await getInvoiceVisitor(ctx, open.appointment.id, input.p);
  return open;
}

/** Returns the invoice for members, with payment records only for those who may see payments. */
export async function showInvoice(ctx: ReadCtx, input: { id: string }): Promise<Invoice> {
  const open = await loadInvoice(ctx, input.id);
  const { appointment, invoice, payments, refunds, company } = open;
  const seesPayments = allows(ctx.requireUser(), 'see_payments');
  return {
    ...presentPublic(ctx, open),
    online: await getOnlinePaymentOptions(ctx, open),
    needs_personal_link: false,
    link_state: 'none',
    id: invoice.id,
    appointment_id: appointment.id,
    payment_notes: appointment.payment_notes,
    require_payment: appointment.require_payment,
    void_reason: invoice.void_reason,
    records: seesPayments ? payments.map((row) => presentPayment(row, company.timezone, refunds)) : [],
    attempts: seesPayments ? attemptsOf(open) : [],
    link: `${ctx.installation.publicUrl}/invoice/${invoice.public_id}`,
  };
}

/** Returns the recipient of the invoice: all clients by name, at the address of the first. */
export function billToLines({ clients }: LoadedInvoice): string[] {
  const names = clients.map((client) => `${client.first_name} ${client.last_name}`.trim()).filter(Boolean);
  const [first] = clients;
  return [...names, ...(first ? addressLines(first) : [])];
}

/** Lists the attempts to pay online that did not become payments. */
function attemptsOf({ attempts, company }: LoadedInvoice): Invoice['attempts'] {
  return attempts
    .filter((row) => row.state !== 'succeeded' && row.state !== 'created')
    .map((row) => ({
      id: row.id,
      gateway: row.gateway,
      mode: row.mode,
      state: row.state,
      amount: money(row.amount_cents),
      code: row.decline_code,
      text: row.decline_text,
      problem: row.problem,
      created_at: formatWithOffset(asInstant(row.created_at), company.timezone),
    }));
}

function presentPublic(
  ctx: ReadCtx,
  open: LoadedInvoice,
): Omit<PublicInvoice, 'online' | 'needs_personal_link' | 'link_state'> {
  const { invoice, appointment, company, lines, payments, refunds, attempts } = open;
  const { settings, timezone } = company;
  const time = (at: string) => formatWithOffset(asInstant(at), timezone);
  const counted = payments.filter((row) => row.voided_at === null && row.status !== 'failed');
  return {
    public_id: invoice.public_id,
    appointment_public_id: appointment.public_id,
    number: invoice.number,
    status: invoice.status as PublicInvoice['status'],
    currency: invoice.currency,
    issued_on: localDate(asInstant(invoice.created_at), timezone),
    due_date: invoice.due_date,
    subtotal: money(lines.reduce((sum, line) => sum + line.pretax_cents, 0)),
    taxes: taxesOf(lines).map(({ name, cents }) => ({ name, amount: money(cents) })),
    total: money(invoice.total_cents),
    credits: money(invoice.credits_cents),
    credit_lines: refunds
      .filter((row) => row.state === 'succeeded' && row.credit_cents > 0)
      .map((row) => ({ at: time(row.updated_at), amount: money(row.credit_cents) })),
    paid_amount: money(invoice.paid_cents),
    outstanding: money(invoice.outstanding_cents),
    paid: appointment.paid,
    voided_on: invoice.voided_at === null ? null : localDate(asInstant(invoice.voided_at), timezone),
    is_processing: attempts.some((row) => isConfirming(row.state as AttemptState)),
    lines: lines.map((line) => presentLine(line, settings.show_client_pricing_details || isTeamMember(ctx))),
    payments: counted.map((row) => ({
      received_at: time(row.received_at),
      method: row.method,
      amount: money(row.amount_cents),
      refunded_amount: money(row.refunded_cents),
      status: row.status,
    })),
    notes: invoice.notes,
    bill_to: billToLines(open),
    property_address: addressLines(appointment).join(', '),
    order_id: appointment.order_id,
    date_time: time(appointment.date_time),
    is_canceled: appointment.status === 'canceled',
    payment_type: settings.payment_type,
    payment_instructions: settings.payment_instructions,
    external_payment_url: settings.external_payment_url,
    company: getCompanyBranding(company, appointment.public_id),
    appointment_id: isTeamMember(ctx) ? appointment.id : null,
  };
}
