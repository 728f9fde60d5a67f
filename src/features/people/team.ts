import { sql } from 'kysely';
import { foldText } from '#domain/base/names.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { decodeCursor, type Page, pageSize, toPage } from '#wire/paging.ts';
import type { TeamKind } from './team-contract.ts';

type AnyCtx = ReadCtx | WriteCtx;

const columns = [
  'id',
  'subscriber_id',
  'user_type',
  'role',
  'first_name',
  'last_name',
  'email',
  'phone',
  'color',
  'profile_pic_file_id',
  'status',
  'is_technician',
  'full_company_admin',
  'invited_at',
  'rev',
  'created_at',
  'updated_at',
] as const;

/** A team member as stored. */
export interface MemberRow {
  id: string;
  subscriber_id: string;
  user_type: number;
  role: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  color: string;
  profile_pic_file_id: string | null;
  status: number;
  is_technician: boolean;
  full_company_admin: boolean;
  invited_at: string | null;
  rev: number;
  created_at: string;
  updated_at: string;
}

export interface TeamFilter {
  text?: string | undefined;
  status?: number | undefined;
}

/** Technicians are those who perform inspections: user type 2, and the owner if the settings say so. */
function ofKind(ctx: AnyCtx, kind: TeamKind) {
  const all = mine(ctx, 'users').where('deleted_at', 'is', null);
  return kind === 'staffs'
    ? all.where('user_type', '=', 3)
    : all.where('is_technician', '=', true).where('user_type', 'in', [1, 2]);
}

const keysOf = (row: MemberRow) => [foldText(row.last_name), foldText(row.first_name), row.id] as const;

function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((key, i) => key !== b[i]);
  if (at < 0) return 0;
  return (a[at] ?? '') < (b[at] ?? '') ? -1 : 1;
}

/**
 * Returns the members of a kind by last name whose name, e-mail or phone contains every word. A company has tens of
 * members, so words are compared in memory and not by an index.
 */
export async function filterMembers(ctx: AnyCtx, kind: TeamKind, filter: TeamFilter): Promise<MemberRow[]> {
  let query = ofKind(ctx, kind).select(columns);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  const rows = await query.execute();
  const typed = filter.text ?? '';
  const digits = typed.replace(/\D/g, '');
  const isNumber = digits.length >= 4 && /^[\d\s()+./-]+$/.test(typed);
  const words = isNumber ? [digits.slice(-10)] : foldText(typed).split(' ').filter(Boolean);
  return rows
    .filter((row) => {
      const text = foldText(`${row.first_name} ${row.last_name} ${row.email} ${row.phone}`);
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => compare(keysOf(a), keysOf(b)));
}

/** A page of a kind by last name. */
export async function page(
  ctx: ReadCtx,
  kind: TeamKind,
  input: TeamFilter & {
    cursor?: string | undefined;
    perPage?: number | undefined;
    limit?: number | undefined;
  },
): Promise<Page<MemberRow>> {
  const found = await filterMembers(ctx, kind, input);
  const after = decodeCursor(input.cursor, 'text', 'text', 'id');
  const rest = after ? found.filter((row) => compare(keysOf(row), after) > 0) : found;
  const perPage = pageSize(input);
  return toPage(rest.slice(0, perPage + 1), perPage, (row) => [...keysOf(row)], found.length);
}

/** All technicians by last name, optionally of one status. */
export async function allTechnicians(ctx: AnyCtx, status?: number): Promise<MemberRow[]> {
  return filterMembers(ctx, 'technicians', { status });
}

/** A member of the own company's team. */
export function memberById(ctx: AnyCtx, id: string): Promise<MemberRow | undefined> {
  return mine(ctx, 'users')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(columns)
    .executeTakeFirst();
}

/** Finds a member of this kind by id. */
export function memberOfKind(ctx: AnyCtx, kind: TeamKind, id: string): Promise<MemberRow | undefined> {
  return ofKind(ctx, kind).where('id', '=', id).select(columns).executeTakeFirst();
}

/** Counts the technician's appointments that are not over yet. */
export async function countFutureAppointments(ctx: AnyCtx, technicianId: string): Promise<number> {
  const row = await mine(ctx, 'technician_bookings')
    .where('technician_id', '=', technicianId)
    .where(sql<boolean>`upper(during) > ${ctx.now}`)
    .select((eb) => eb.fn.count<number>('appointment_id').distinct().as('total'))
    .executeTakeFirst();
  return Number(row?.total ?? 0);
}
