import { sql } from 'kysely';
import { asCents, fromCents } from '#domain/base/money.ts';
import { clientNames } from '#features/appointments/listing/find-appointments.ts';
import { invoiceNumberOf } from '#features/appointments/listing/search.ts';
import type { ReadCtx } from '#server/context.ts';

interface Row {
  appointment_id: string;
  order_id: string;
  address: string;
  city: string;
  clients: string[];
  public_id: string;
  number: string;
  status: string;
  total_cents: number;
}

/** Finds the invoice of a number, written with or without INV and leading zeros. */
export async function findInvoices(ctx: ReadCtx, text: string) {
  const number = invoiceNumberOf(text.trim().toLowerCase());
  if (number === null) return [];
  const { rows } = await sql<Row>`
    select appointments.id as appointment_id, order_id, address, city, ${clientNames} as clients,
      i.public_id, i.number, i.status, i.total_cents
    from invoices i
    join appointments on appointments.subscriber_id = i.subscriber_id and appointments.id = i.appointment_id
    where i.subscriber_id = ${ctx.subscriberId}::uuid and i.number = ${number} and appointments.deleted_at is null`.execute(
    ctx.db,
  );
  return rows.map(({ total_cents, ...row }) => ({ ...row, total: fromCents(asCents(total_cents)) }));
}
