import { type Cents, fromCents } from '#domain/money.ts';
import { asInstant, withOffset, type Zone } from '#domain/time.ts';
import type { Payment } from './contract.ts';
import type { LineRow, PaymentRow } from './store.ts';

/** Cents of a column as the wire carries them. */
export const money = (cents: number): number => fromCents(cents as Cents);

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

/** The taxes of all lines by name, in the order in which they first appear; a tax typed by hand has no name. */
export function taxesOf(rows: readonly LineRow[]): { name: string; cents: number }[] {
  const sums = new Map<string, number>();
  const add = (name: string, cents: number) => sums.set(name, (sums.get(name) ?? 0) + cents);
  for (const row of rows) {
    const named = (Array.isArray(row.taxes) ? row.taxes : []) as { name?: string; tax_cents?: number }[];
    let rest = row.tax_cents;
    for (const tax of named) {
      add(tax.name ?? '', tax.tax_cents ?? 0);
      rest -= tax.tax_cents ?? 0;
    }
    if (rest !== 0) add('', rest);
  }
  return [...sums].map(([name, cents]) => ({ name, cents })).filter((tax) => tax.cents !== 0);
}

export function presentPayment(row: PaymentRow, zone: Zone): Payment {
  const time = (at: string) => withOffset(asInstant(at), zone);
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
    created_at: time(row.created_at),
  };
}
