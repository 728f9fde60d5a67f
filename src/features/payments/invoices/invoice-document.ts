import { addressLines } from '#domain/base/addresses.ts';
import { createReaderFormatter } from '#domain/base/formatter.ts';
import { type Cents, fromCents, negateCents } from '#domain/base/money.ts';
import { localizeLineItem } from '#domain/pricing/localize-details.ts';
import { companyLetterhead, paperSizeFor } from '#features/agreements/sealing/agreement-document.ts';
import type { DocumentLang, InvoiceModel } from '#server/documents/models.ts';
import { taxesOf } from '../present-payments.ts';
import { invoiceLabels } from './invoice-labels.ts';
import { billToLines, type LoadedInvoice } from './show-invoice.ts';

/** Builds the model of the invoice PDF, with the same lines and totals as the page. */
export function invoiceModel(open: LoadedInvoice, lang: DocumentLang): InvoiceModel {
  const { invoice, appointment, company, lines } = open;
  const { settings } = company;
  const format = createReaderFormatter(lang, company);
  const labels = invoiceLabels[lang];
  const money = (cents: number) => format.money(fromCents(cents as Cents), invoice.currency);
  const day = (at: string) => format.date(at);
  const isVoid = invoice.status === 'void';
  const isOpen = invoice.outstanding_cents > 0 && !isVoid;
  return {
    lang,
    paper: paperSizeFor(company.country_code),
    created_at: invoice.updated_at,
    title: `${labels.invoice} ${invoice.number}`,
    company: companyLetterhead(company),
    number: invoice.number,
    status: invoice.status as InvoiceModel['status'],
    issued_on: day(invoice.created_at),
    ...(invoice.due_date ? { due_on: format.date(invoice.due_date) } : {}),
    bill_to: billToLines(open),
    property_lines: addressLines(appointment),
    facts: [
      { label: labels.order, value: appointment.order_id },
      { label: labels.appointment, value: day(appointment.date_time) },
    ],
    lines: lines.map((line) => ({
      description: localizeLineItem(line.line_item, lang),
      ...(line.notes_for_client_invoice ? { note: line.notes_for_client_invoice } : {}),
      amount: money(line.pretax_cents),
    })),
    subtotal: money(lines.reduce((sum, line) => sum + line.pretax_cents, 0)),
    taxes: taxesOf(lines).map(({ name, cents }) => ({ label: name || labels.tax, amount: money(cents) })),
    total: money(invoice.total_cents),
    credits: creditedRefunds(open).map((row) => ({
      label: `${labels.credit} ${day(row.updated_at)}`,
      amount: money(negateCents(row.credit_cents as Cents)),
    })),
    payments: receivedPayments(open).map((row) => ({
      date: day(row.received_at),
      method: labels.methods[row.method] ?? row.method,
      amount: money(row.amount_cents - row.refunded_cents),
    })),
    paid: money(negateCents(invoice.paid_cents as Cents)),
    // Money received anyway is credit, even on a void invoice.
    ...(isVoid && invoice.outstanding_cents >= 0 ? {} : { outstanding: money(invoice.outstanding_cents) }),
    ...(invoice.notes ? { notes: invoice.notes } : {}),
    ...(isOpen ? { payment_instructions: instructions(open, labels.atAppointment) } : {}),
    ...(isOpen && settings.external_payment_url ? { pay_url: settings.external_payment_url } : {}),
  };
}

function creditedRefunds({ refunds }: LoadedInvoice) {
  return refunds.filter((row) => row.state === 'succeeded' && row.credit_cents > 0);
}

function receivedPayments({ payments }: LoadedInvoice) {
  return payments.filter((row) => row.voided_at === null && !['failed', 'pending'].includes(row.status));
}

function instructions({ company }: LoadedInvoice, atAppointment: string): string {
  const { payment_type, payment_instructions } = company.settings;
  return [payment_type === 1 ? atAppointment : '', payment_instructions].filter(Boolean).join('\n\n');
}
