import { sql } from 'kysely';
import { storageOf } from '#domain/settings/all-settings.ts';
import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';

/** The columns and the JSON in which the given settings are stored. */
export function splitByStorage(values: Readonly<Record<string, unknown>>) {
  const columns: Record<string, unknown> = {};
  const json: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const storage = storageOf(key);
    if (storage === 'position') Object.assign(columns, value ?? { lat: null, lng: null });
    else if (storage === 'file') columns[`${key}_file_id`] = value;
    else if (storage === 'column') columns[key] = value;
    else json[key] = value;
  }
  return { columns, json };
}

/** Stores changed settings in columns and JSON. Unknown values in the JSON are preserved. */
export async function saveSettings(
  ctx: WriteCtx,
  company: { rev: number },
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { columns, json } = splitByStorage(changes);
  await updateMine(ctx, 'companies')
    .set({
      ...columns,
      // The first version stored this secret here; the first change removes it.
      settings: sql`(settings || ${JSON.stringify(json)}::jsonb) - 'webhook_secret'`,
      rev: company.rev + 1,
      updated_at: ctx.now,
    })
    .execute();
}
