import { addMinutes } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { newId, sha256Hex } from '#server/ids.ts';
import { catalogue, type MessageKey } from './catalogue.ts';
import type { Recipient } from './recipients.ts';

/** A double click, or two users at once, send once; later it is a reminder. */
const minutes = 5;

/** What a user sends about an appointment, with another occasion each time. */
interface SentByHand {
  template: MessageKey;
  /** null: to contacts, without an appointment. */
  appointment_id: string | null;
  /** Without an appointment: their ids. */
  people?: readonly string[];
  /** The beginning of every occasion, with what is sent. */
  about: string;
  /** Distinguishes this time from others. */
  time?: string;
  channel?: 'email' | 'text';
}

/**
 * Returns the occasion of such a message for a recipient: the one with which it went to this address, with this link, in
 * the last five minutes, so that it is not sent again, otherwise a new one. The caller holds a lock, so that of two
 * requests at once the second finds the messages of the first.
 */
export async function occasionsByHand(
  ctx: WriteCtx,
  { template, appointment_id, people = [], about, time = newId(), channel = 'email' }: SentByHand,
): Promise<(to: Recipient) => string> {
  const sent = mine(ctx, 'outbound_messages');
  const recent = await (appointment_id === null
    ? sent.where('appointment_id', 'is', null).where('person_id', 'in', people)
    : sent.where('appointment_id', '=', appointment_id)
  )
    .where('template_key', 'in', [template, ...(catalogue[template].variants ?? [])])
    .where('channel', '=', channel)
    .where('created_at', '>', addMinutes(ctx.now, -minutes))
    .select(['key', 'to_address'])
    .execute();
  const prefix = channel === 'text' ? `${template}.text.` : `${template}.`;
  return (to) => {
    const who = `${to.person_id ?? to.row_id ?? sha256Hex(to.email).slice(0, 20)}.${to.link_version}`;
    // The number of a text is stored in another form; the key names the person.
    const same = recent.find(
      ({ key, to_address }) =>
        (channel === 'text' || to_address === to.email) &&
        key.startsWith(`${prefix}${about}.`) &&
        key.endsWith(`.${who}`),
    );
    return same?.key.slice(prefix.length) ?? `${about}.${time}.${who}`;
  };
}
