import { sql } from 'kysely';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';

/** The values of an entry that a user sets. */
export interface EntryValues {
  title: string;
  description: string;
  technician_id: string | null;
  start_at: string;
  end_at: string;
  all_day: boolean;
  timezone: string;
  busy: boolean;
}

/** Inserts a new entry; returns its id. */
export async function addEntry(ctx: WriteCtx, values: EntryValues): Promise<string> {
  const row = newRow(ctx, 'regular', values);
  await insertMine(ctx, 'calendar_events', row).execute();
  return row.id;
}

/** Inserts or updates an imported event; returns the id of its entry. */
export async function upsertImportedEntry(
  ctx: WriteCtx,
  values: EntryValues,
  from: { google_event_id: string; google_calendar_id: string },
): Promise<string> {
  const { id } = await insertMine(ctx, 'calendar_events', { ...newRow(ctx, 'external', values), ...from })
    .onConflict((oc) =>
      oc
        .columns(['subscriber_id', 'google_calendar_id', 'google_event_id'])
        .where('google_event_id', 'is not', null)
        .doUpdateSet({
          ...values,
          rev: sql<number>`calendar_events.rev + 1`,
          updated_at: ctx.now,
          deleted_at: null,
        }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function newRow(ctx: WriteCtx, kind: 'regular' | 'external', values: EntryValues) {
  return {
    id: newId(),
    kind,
    ...values,
    created_by: ctx.actor?.userId ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
}

/** Updates an entry if it still has this rev; returns false on a concurrent change. */
export async function changeEntry(
  ctx: WriteCtx,
  id: string,
  rev: number,
  values: Partial<EntryValues> & { deleted_at?: string },
): Promise<boolean> {
  const saved = await updateMine(ctx, 'calendar_events')
    .set({ ...values, rev: rev + 1, updated_at: ctx.now })
    .where('id', '=', id)
    .where('rev', '=', rev)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}
