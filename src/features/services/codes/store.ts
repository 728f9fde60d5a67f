import type { Selectable } from 'kysely';
import { asCents, fromCents, fromPercent, type Percent, sumCents } from '#domain/base/money.ts';
import { type LocalDate, localDate } from '#domain/base/time.ts';
import { type DiscountState, discountState, normalizeDiscountCode } from '#domain/pricing/discounts.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { DiscountCodes } from '#server/db/tables.ts';
import { notFound } from '#wire/errors.ts';
import { decodeCursor, pageSize, toPage } from '#wire/paging.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from '../discount-contract.ts';
import type { DiscountCode, DiscountUse } from '../discount-contract.ts';
import { toDiscountTerms } from '../discounts.ts';

export type DiscountRow = Selectable<DiscountCodes>;

const usesShown = 50;

/** Lists discount codes, newest first. `text` is searched in the code, its description and notes. */
export async function page(ctx: ReadCtx, input: HandlerInput<typeof contract.listDiscounts>) {
  const today = await companyToday(ctx);
  const perPage = pageSize(input);
  let query = mine(ctx, 'discount_codes').where('deleted_at', 'is', null);
  const text = input.text?.trim();
  if (text) {
    const like = `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    query = query.where((eb) =>
      eb.or([eb('code', 'ilike', like), eb('description', 'ilike', like), eb('notes', 'ilike', like)]),
    );
  }
  if (input.status !== undefined) query = query.where('status', '=', input.status);
  const rows = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(5000)
    .execute();
  // Companies have tens of codes, at most hundreds, so all are loaded and one function derives their state.
  const all = rows.map((row) => presentDiscount(row, today)).filter((row) => isWanted(row, input.state));
  const [afterId] = decodeCursor(input.cursor, 'id') ?? [null];
  const from = afterId === null ? 0 : all.findIndex((row) => row.id === afterId) + 1;
  return toPage(all.slice(from, from + perPage + 1), perPage, (row) => [row.id], all.length);
}

function isWanted(row: DiscountCode, state: DiscountState | undefined): boolean {
  return state === undefined || row.state === state;
}

/** Returns a code with the newest appointments that use it. Throws NOT_FOUND. */
export async function getDiscountWithUses(
  ctx: ReadCtx,
  id: string,
): Promise<DiscountCode & { uses: DiscountUse[] }> {
  const row = await byId(ctx, id);
  if (!row) throw notFound();
  const appointments = await mine(ctx, 'appointments')
    .where('discount_code_id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['id', 'order_id', 'date_time', 'address', 'city', 'status'])
    .orderBy('date_time', 'desc')
    .orderBy('id', 'desc')
    .limit(usesShown)
    .execute();
  const lines =
    appointments.length === 0
      ? []
      : await mine(ctx, 'appointment_fees')
          .where('discount_code_id', '=', id)
          .where(
            'appointment_id',
            'in',
            appointments.map((one) => one.id),
          )
          .select(['appointment_id', 'pretax_cents', 'tax_cents'])
          .execute();
  const uses = appointments.map((one) => {
    const own = lines.filter((line) => line.appointment_id === one.id);
    const taken = sumCents(own.flatMap((line) => [asCents(line.pretax_cents), asCents(line.tax_cents)]));
    return {
      appointment_id: one.id,
      order_id: one.order_id,
      date_time: one.date_time,
      address: [one.address, one.city].filter(Boolean).join(', '),
      status: one.status,
      amount: Math.abs(fromCents(taken)),
    };
  });
  return { ...presentDiscount(row, await companyToday(ctx)), uses };
}

/** Returns a code that is not deleted, or undefined. */
function byId(ctx: ReadCtx | WriteCtx, id: string): Promise<DiscountRow | undefined> {
  return mine(ctx, 'discount_codes')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .executeTakeFirst();
}

/** Returns whether another code has this text. */
export async function isCodeTaken(ctx: WriteCtx, code: string, exceptId: string | null): Promise<boolean> {
  let query = mine(ctx, 'discount_codes')
    .where('code', '=', normalizeDiscountCode(code))
    .where('deleted_at', 'is', null);
  if (exceptId) query = query.where('id', '<>', exceptId);
  return (await query.select('id').executeTakeFirst()) !== undefined;
}

/** Returns today's date in the company's time zone. */
export async function companyToday(ctx: ReadCtx | WriteCtx): Promise<LocalDate> {
  return localDate(ctx.now, (await getCompany(ctx)).timezone);
}

/** Converts a code to its wire format. */
export function presentDiscount(row: DiscountRow, today: LocalDate): DiscountCode {
  return {
    id: row.id,
    code: row.code,
    type: row.type,
    value:
      row.type === 1 ? fromPercent((row.percent ?? 0) as Percent) : fromCents(asCents(row.amount_cents ?? 0)),
    description: row.description,
    notes: row.notes,
    service_ids: row.service_ids,
    add_on_ids: row.add_on_ids,
    min_total: fromCents(asCents(row.min_total_cents)),
    max_uses: row.max_uses,
    max_uses_per_client: row.max_uses_per_client,
    used_count: row.used_count,
    starts_on: row.starts_on,
    expires_on: row.expires_on,
    online: row.online,
    status: row.status,
    state: discountState(toDiscountTerms(row), today),
    rev: row.rev,
    created_at: row.created_at,
  };
}
