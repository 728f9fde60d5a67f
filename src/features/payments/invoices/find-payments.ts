import { sql } from 'kysely';
import { asCents, fromCents, parseCents } from '#domain/base/money.ts';
import { clientNames } from '#features/appointments/listing/find-appointments.ts';
import type { ReadCtx } from '#server/context.ts';

interface Row {
  appointment_id: string;
  order_id: string;
  address: string;
  city: string;
  clients: string[];
  id: string;
  invoice_public_id: string;
  amount_cents: number;
  method: string;
  received_at: string;
}

/** Finds the latest payments of an amount, written as in the payments list: `450`, `$1,200.00`, `99,50`. */
export async function findPayments(ctx: ReadCtx, text: string, limit: number) {
  const cents = parseCents(text);
  if (cents === null) return [];
  const { rows } = await sql<Row>`
    select appointments.id as appointment_id, order_id, address, city, ${clientNames} as clients,
      p.id, i.public_id as invoice_public_id, p.amount_cents, p.method, p.received_at
    from (select * from payments where subscriber_id = ${ctx.subscriberId}::uuid and amount_cents = ${cents}
      order by id desc limit ${limit * 4}) as p
    join invoices i on i.subscriber_id = p.subscriber_id and i.id = p.invoice_id
    join appointments on appointments.subscriber_id = p.subscriber_id and appointments.id = p.appointment_id
    where appointments.deleted_at is null order by p.id desc limit ${limit}`.execute(ctx.db);
  return rows.map(({ amount_cents, ...row }) => ({ ...row, amount: fromCents(asCents(amount_cents)) }));
}
