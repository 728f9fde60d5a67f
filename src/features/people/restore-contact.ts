import { type RawBuilder, sql } from 'kysely';
import { contactFields } from '#domain/people/contact-fields.ts';

const restoredColumns = [
  ...contactFields,
  'profile_pic_file_id',
  'notes',
  'tags',
  'status',
  'last_name_key',
  'first_name_key',
  'search_text',
  'updated_at',
  'deleted_at',
] as const;

/**
 * The assignment of an `update contacts c` that restores a contact from a copy of its row. Only `rev` grows, so that a
 * form opened in between can't overwrite later changes. A column added since the copy was stored stays as it is.
 */
export function restoredFrom(copy: RawBuilder<unknown>): RawBuilder<unknown> {
  const names = sql.join(restoredColumns.map((column) => sql.ref(column)));
  const values = sql.join(restoredColumns.map((column) => sql.ref(`b.${column}`)));
  return sql`(${names}, rev) = (select ${values}, c.rev + 1 from jsonb_populate_record(c, ${copy}) as b)`;
}
