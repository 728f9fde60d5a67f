import { sql } from 'kysely';
import { foldedText } from '#domain/names.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { decodeCursor, type Page, pageFrom, pageSize } from '#wire/paging.ts';
import type { ListInput } from './store.ts';

/** Those who do inspections: technicians, and the owner while settings name them one. */
function technicians(ctx: ReadCtx | WriteCtx) {
  return mine(ctx, 'users')
    .where('is_technician', '=', true)
    .where('user_type', 'in', [1, 2])
    .where('deleted_at', 'is', null);
}

const columns = [
  'id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'color',
  'profile_pic_file_id',
  'status',
  'user_type',
] as const;

/** A row of the technicians' list. */
export interface TechnicianRow {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  color: string;
  profile_pic_file_id: string | null;
  status: number;
  user_type: number;
}

/**
 * A page of technicians by last name. A company has tens of them, so words are compared here and not by an index.
 */
export async function page(ctx: ReadCtx, input: ListInput): Promise<Page<TechnicianRow>> {
  const all = await allTechnicians(ctx, input.status);
  const words = foldedText(input.text ?? '')
    .split(' ')
    .filter(Boolean);
  const found = all.filter((row) => {
    const text = foldedText(`${row.first_name} ${row.last_name} ${row.email} ${row.phone}`);
    return words.every((word) => text.includes(word));
  });
  const perPage = pageSize(input);
  const [afterId] = decodeCursor(input.cursor, 1) ?? [null];
  const from = afterId === null ? 0 : found.findIndex((row) => row.id === afterId) + 1;
  return pageFrom(found.slice(from, from + perPage + 1), perPage, (row) => [row.id], found.length);
}

/** All technicians by last name, of one status or of all. */
export async function allTechnicians(ctx: ReadCtx | WriteCtx, status?: number): Promise<TechnicianRow[]> {
  let query = technicians(ctx).select(columns);
  if (status !== undefined) query = query.where('status', '=', status);
  return query
    .orderBy(sql`lower(last_name)`)
    .orderBy(sql`lower(first_name)`)
    .orderBy('id')
    .limit(1000)
    .execute();
}

/** A member of the own team, or undefined. */
export function memberById(ctx: ReadCtx, id: string) {
  return mine(ctx, 'users')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select([...columns, 'subscriber_id', 'role', 'is_technician'])
    .executeTakeFirst();
}
