import { asInstant } from '#domain/base/time.ts';
import { isPartOfScan } from '#domain/messages/tracking.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { job } from '#server/jobs.ts';
import { raiseByReader } from './raise-by-reader.ts';

/** Counts a click as a reader's, a few seconds later, unless it turned out to be part of a scan of the whole mail. */
export const confirmClick = job<{ message_id: string; event_id: string }>(
  'messages/confirm-click',
  (ctx: ActionCtx, { message_id, event_id }) => ctx.tx((w) => confirm(w, message_id, event_id)),
  { retryLimit: 5, retryDelay: 10 },
);

async function confirm(w: WriteCtx, message_id: string, event_id: string): Promise<void> {
  const message = await mine(w, 'outbound_messages')
    .where('id', '=', message_id)
    .select('tracked_links')
    .executeTakeFirst();
  const rows = await mine(w, 'message_events')
    .where('message_id', '=', message_id)
    .where('kind', '=', 'clicked')
    .select(['id', 'at', 'detail'])
    .execute();
  const clicks = rows.map(({ id, at, detail }) => {
    const { part = '' } = detail as { part?: string };
    return { id, at: asInstant(at), part };
  });
  const click = clicks.find(({ id }) => id === event_id);
  const links = (message?.tracked_links as string[] | null | undefined) ?? [];
  if (!click || isPartOfScan(click.at, clicks, links.length)) return;
  const row = rows.find(({ id }) => id === event_id);
  await updateMine(w, 'message_events')
    .set({ detail: JSON.stringify({ ...(row?.detail as object), is_machine: false }) })
    .where('message_id', '=', message_id)
    .where('id', '=', event_id)
    .execute();
  await raiseByReader(w, message_id, 'clicked');
}
