import { addHours, addMinutes, asInstant } from '#domain/base/time.ts';
import { isWebAddress } from '#domain/messages/tracked-links.ts';
import { type Hit, hiddenLink, isMachineClick, isMachineOpen } from '#domain/messages/tracking.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { insertEvents } from '../events/record-message-event.ts';
import { confirmClick } from './confirm-click.job.ts';
import { raiseByReader } from './raise-by-reader.ts';

/** A request as its endpoint sees it. */
export type Request = Omit<Hit, 'sentAt' | 'at'>;

/** The same event is recorded at most once in this time, however often a picture is loaded. */
const hoursBetween = 1;
const secondsToConfirm = 3;

/** Records that a mail was opened, unless its company does not count opens (any more). */
export async function recordOpen(w: WriteCtx, messageId: string, request: Request): Promise<void> {
  const message = await findTracked(w, messageId);
  if (!message?.isCounting) return;
  const isMachine = isMachineOpen({ ...request, sentAt: message.sentAt, at: w.now });
  if (!(await insertOnce(w, messageId, 'opened', { is_machine: isMachine }))) return;
  await raiseByReader(w, messageId, isMachine ? null : 'opened');
}

/**
 * Records that a link of a mail was opened and returns where it leads; null if the mail has no such link. A click counts
 * as a reader's once it is clear that it is no part of a scan, a few seconds later.
 */
export async function recordClick(
  w: WriteCtx,
  { messageId, part }: { messageId: string; part: string },
  request: Request,
): Promise<string | null> {
  const message = await findTracked(w, messageId);
  const target = message?.links[part === hiddenLink ? 0 : Number(part)];
  if (!message || !target || !isWebAddress(target)) return null;
  if (!message.isCounting) return target;
  const isMachine = isMachineClick({ ...request, sentAt: message.sentAt, at: w.now }, part);
  const detail = { is_machine: true, part, ...(part === hiddenLink ? {} : { reason: shown(target) }) };
  const id = await insertOnce(w, messageId, 'clicked', detail);
  if (!id) return target;
  await raiseByReader(w, messageId, null);
  if (!isMachine) {
    const options = { key: id, runAt: addMinutes(w.now, secondsToConfirm / 60) };
    await w.enqueue(confirmClick, { message_id: messageId, event_id: id }, options);
  }
  return target;
}

/** Personal parts and the like do not belong into a timeline. */
function shown(target: string): string {
  const { origin, pathname } = new URL(target);
  return `${origin}${pathname}`;
}

/** Loads a mail whose opens and clicks are counted, and locks it: hits at the same moment are recorded one by one. */
async function findTracked(w: WriteCtx, id: string) {
  const row = await mine(w, 'outbound_messages')
    .where('id', '=', id)
    .select(['tracked_links', 'sent_at'])
    .forUpdate()
    .executeTakeFirst();
  if (!row?.tracked_links) return null;
  const { settings } = await getCompany(w);
  return {
    links: row.tracked_links as string[],
    sentAt: row.sent_at === null ? null : asInstant(row.sent_at),
    isCounting: settings.track_emails,
  };
}

/** Returns the id of the event, or null if the same was recorded a moment ago. */
async function insertOnce(
  w: WriteCtx,
  message_id: string,
  kind: 'opened' | 'clicked',
  detail: { is_machine: boolean; part?: string; reason?: string },
): Promise<string | null> {
  const recent = await mine(w, 'message_events')
    .where('message_id', '=', message_id)
    .where('kind', '=', kind)
    .where('at', '>', addHours(w.now, -hoursBetween))
    .select('detail')
    .execute();
  const isSame = (known: unknown) => {
    const { is_machine, part } = known as typeof detail;
    return kind === 'clicked' ? part === detail.part : is_machine === detail.is_machine;
  };
  if (recent.some((event) => isSame(event.detail))) return null;
  const id = newId();
  await insertEvents(w, [{ message_id, id, kind, detail }]);
  return id;
}
