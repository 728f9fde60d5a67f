import { sql } from 'kysely';
import { contactFields, forContactFields, type PersonValues } from '#domain/people/contact-fields.ts';
import type { WriteCtx } from '#server/context.ts';
import { newId, newPublicId } from '#server/ids.ts';
import type { ContactKind } from '../present.ts';
import { sortAndSearchKeys } from '../store.ts';
import type { Decision } from './decide.ts';

const keys = ['last_name_key', 'first_name_key', 'search_text'] as const;
const writtenColumns = [...contactFields, 'notes', 'tags', ...keys, 'updated_at'] as const;

/**
 * Inserts the contacts of new rows and returns their ids by row. The rows are one JSON value: a value for each column of each
 * row takes twice as long in both processes.
 */
export async function insertContacts(
  w: WriteCtx,
  kind: ContactKind,
  all: readonly Decision[],
): Promise<Map<number, string>> {
  const made = all.filter((each) => each.state === 'new').map((each) => ({ ...each, id: newId() }));
  if (made.length === 0) return new Map();
  const rows = made.map(({ id, given }) => ({
    ...{ subscriber_id: w.subscriberId, id, public_id: newPublicId(), kind },
    ...forContactFields((field) => given.values[field] ?? ''),
    ...{ notes: given.notes ?? '', tags: given.tags ?? [] },
    ...sortAndSearchKeys(given.values),
    ...{ created_at: w.now, updated_at: w.now },
  }));
  const written = ['subscriber_id', 'id', 'public_id', 'kind', ...writtenColumns, 'created_at'] as const;
  const columns = sql.join(written.map((column) => sql.ref(column)));
  await sql`insert into contacts (${columns})
    select ${columns} from jsonb_populate_recordset(null::contacts, ${JSON.stringify(rows)}::jsonb)`.execute(
    w.db,
  );
  return new Map(made.map(({ row_no, id }) => [row_no, id]));
}

/** A contact as stored before its update, to the microsecond, and the revision of the update. */
interface Updated {
  before: StoredContact;
  rev: number;
}

type StoredContact = PersonValues & { id: string; rev: number };

/** Updates the contacts that rows change, and returns by row what they were. */
export async function updateContacts(w: WriteCtx, all: readonly Decision[]): Promise<Map<number, Updated>> {
  const changed = all.flatMap(({ row_no, state, person, changes }) =>
    state === 'update' && person ? [{ row_no, id: person.id, changes }] : [],
  );
  if (changed.length === 0) return new Map();
  const ids = changed.map(({ id }) => id);
  const stored = await lockContacts(w, ids);
  const updated = changed.map(({ row_no, id, changes }) => {
    const before = stored.get(id);
    if (!before) throw new Error('an imported contact no longer exists');
    const rev = before.rev + 1;
    const keys = sortAndSearchKeys({ ...before, ...changes });
    return { row_no, before, rev, row: { ...before, ...changes, ...keys, rev, updated_at: w.now } };
  });
  const written = [...writtenColumns, 'rev'] as const;
  const columns = sql.join(written.map((column) => sql.ref(column)));
  const values = sql.join(written.map((column) => sql.ref(`r.${column}`)));
  const rows = JSON.stringify(updated.map(({ row }) => row));
  await sql`update contacts c set (${columns}) = (select ${values})
    from jsonb_populate_recordset(null::contacts, ${rows}::jsonb) as r
    where c.subscriber_id = ${w.subscriberId}::uuid and c.id = any(${ids}::uuid[]) and c.id = r.id`.execute(
    w.db,
  );
  return new Map(updated.map(({ row_no, before, rev }) => [row_no, { before, rev }]));
}

/** Locks the rows of contacts, in one order for all imports, and returns them. */
async function lockContacts(w: WriteCtx, ids: readonly string[]): Promise<Map<string, StoredContact>> {
  const { rows } = await sql<{ row: StoredContact }>`select to_jsonb(c) as row from contacts c
    where c.subscriber_id = ${w.subscriberId}::uuid and c.id = any(${ids}::uuid[])
    order by c.id for update`.execute(w.db);
  return new Map(rows.map(({ row }) => [row.id, row]));
}
