import { type Cents, fromCents } from '#domain/base/money.ts';
import { asInstant, formatWithOffset, type Zone } from '#domain/base/time.ts';
import { type StoredTax, sumTaxes } from '#domain/pricing/tax-sums.ts';
import type { Payment, Refund } from './contract.ts';
import { isRefundOpen, type RefundRow } from './refund-store.ts';
import type { LineRow, PaymentRow } from './store.ts';

/** Converts cents of a column to the amount used on the wire. */
export const money = (cents: number): number => fromCents(cents as Cents);

/** An invoice line as sent to the browser; without `showsDetails` the pricing details are left out. */
export function presentLine(row: LineRow, showsDetails: boolean) {
  return {
    id: row.id,
    line_item: row.line_item,
    pricing_details: showsDetails ? row.pricing_details : '',
    pretax_amount: money(row.pretax_cents),
    tax_amount: money(row.tax_cents),
    tax_description: row.tax_description,
    notes_for_client_invoice: row.notes_for_client_invoice,
    total: money(row.pretax_cents + row.tax_cents),
  };
}

/** Adds up the taxes of all lines; a manually entered tax has no name. Taxes that add up to nothing are left out. */
export function taxesOf(rows: readonly LineRow[]): { name: string; cents: number }[] {
  const taxes = rows.flatMap((row) => {
    const named = (Array.isArray(row.taxes) ? row.taxes : []) as StoredTax[];
    const rest = row.tax_cents - named.reduce((sum, tax) => sum + (tax.tax_cents ?? 0), 0);
    return [...named, ...(rest === 0 ? [] : [{ tax_cents: rest }])];
  });
  return sumTaxes(taxes)
    .map(({ label, cents }) => ({ name: label, cents }))
    .filter((tax) => tax.cents !== 0);
}

/** Presents a payment with its refunds; `refunds` may include those of other payments. */
export function presentPayment(row: PaymentRow, zone: Zone, refunds: readonly RefundRow[]): Payment {
  const time = (at: string) => formatWithOffset(asInstant(at), zone);
  const own = refunds.filter((refund) => refund.payment_id === row.id);
  const underWay = own.filter(isRefundOpen).reduce((sum, refund) => sum + refund.amount_cents, 0);
  const isRefundable = row.voided_at === null && ['succeeded', 'partially_refunded'].includes(row.status);
  return {
    id: row.id,
    invoice_id: row.invoice_id,
    appointment_id: row.appointment_id,
    amount: money(row.amount_cents),
    method: row.method,
    gateway: row.gateway,
    status: row.status,
    refunded_amount: money(row.refunded_cents),
    note: row.note,
    received_at: time(row.received_at),
    recorded_by: row.recorded_by,
    recorded_by_name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
    voided_at: row.voided_at === null ? null : time(row.voided_at),
    void_reason: row.void_reason,
    card_brand: row.card_brand,
    card_last4: row.card_last4,
    disputed_at: row.disputed_at === null ? null : time(row.disputed_at),
    refunds: own.map((refund) => presentRefund(refund, zone)),
    refundable: isRefundable ? money(row.amount_cents - row.refunded_cents - underWay) : 0,
    created_at: time(row.created_at),
  };
}

function presentRefund(row: RefundRow, zone: Zone): Refund {
  return {
    id: row.id,
    amount: money(row.amount_cents),
    credit: money(row.credit_cents),
    reason: row.reason,
    state: row.state,
    kind: row.kind as Refund['kind'],
    failure_code: row.failure_code,
    failure_text: row.failure_text,
    problem: row.problem,
    created_at: formatWithOffset(asInstant(row.created_at), zone),
  };
}
