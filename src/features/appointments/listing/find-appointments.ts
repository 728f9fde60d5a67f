import { type RawBuilder, sql } from 'kysely';
import type { ReadCtx } from '#server/context.ts';
import { buildTextSearch } from './search.ts';

/** Frequent words are looked for among this many of the next and of the latest appointments. */
const mostExamined = 400;
/** Words beyond these hardly narrow a search, but each costs a count; single letters least of all. */
const mostWords = 4;
const mostLetters = 2;

/** An appointment that a text matches. */
export interface MatchingAppointment {
  id: string;
  order_id: string;
  status: string;
  date_time: string;
  address: string;
  city: string;
  state: string;
  zip_code: string;
  clients: string[];
}

/**
 * Finds the appointments that a text matches as in the list, nearest in time first. Frequent words are looked for among
 * the appointments around the current time only, so that the effort does not grow with the company.
 */
export async function findAppointments(
  ctx: ReadCtx,
  text: string,
  limit: number,
): Promise<MatchingAppointment[]> {
  const { conditions, collected } = await buildTextSearch(ctx, narrowingWords(text));
  if (conditions.length === 0) return [];
  const existing = sql`select * from appointments
    where subscriber_id = ${ctx.subscriberId}::uuid and deleted_at is null`;
  const around = sql`(${existing} and date_time >= ${ctx.now}::timestamptz order by date_time, id limit ${mostExamined})
    union all
    (${existing} and date_time < ${ctx.now}::timestamptz order by date_time desc, id desc limit ${mostExamined})`;
  const { rows } = await sql<MatchingAppointment>`
    select id, order_id, status, date_time, address, city, state, zip_code, ${clientNames} as clients
    from (select * from (${collected === null ? existing : around}) as appointments
      where ${sql.join(conditions, sql` and `)}
      order by abs(extract(epoch from date_time - ${ctx.now}::timestamptz)), id desc limit ${limit}) as appointments
    order by abs(extract(epoch from date_time - ${ctx.now}::timestamptz)), id desc`.execute(ctx.db);
  return rows;
}

function narrowingWords(text: string): string {
  const first = text.split(/\s+/).filter(Boolean).slice(0, mostWords);
  const isLong = first.some((word) => word.length > 1);
  return first.slice(0, isLong ? mostWords : mostLetters).join(' ');
}

/** Names of the clients in order, else their company or email address. */
export const clientNames: RawBuilder<string[]> = sql`(
  select coalesce(jsonb_agg(coalesce(nullif(btrim(c.first_name || ' ' || c.last_name), ''),
    nullif(c.company_name, ''), c.email) order by p.position, p.id), '[]')
  from appointment_people p
  join contacts c on c.subscriber_id = p.subscriber_id and c.id = p.person_id
  where p.subscriber_id = appointments.subscriber_id and p.appointment_id = appointments.id and p.role = 'client')`;
