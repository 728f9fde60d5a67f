import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { createPersonalToken } from '#server/personal-links.ts';
import { badInput } from '#wire/errors.ts';
import type { MessageAttachment } from '../outbox/message-attachment.ts';
import { queueMessages, type RenderedMessage } from '../outbox/queue-messages.ts';
import { findSuppressed } from '../suppressions/suppress.ts';
import { trackedLinksOf } from '../tracking/track-mail.ts';
import type { MissedMail } from './missed-mails.ts';

/** Throws BAD_USER_INPUT if nothing can be sent to the address. */
export async function refuseUnreachable(ctx: WriteCtx, address: string): Promise<void> {
  if (address === '') throw badInput({ email: 'Enter an email address first' });
  const suppressed = await findSuppressed(ctx, 'transactional', [address.toLowerCase()]);
  if (suppressed.size > 0)
    throw badInput({ email: 'This address gets no more mail. Correct it, or allow mail to it first.' });
}

/**
 * Queues mails again to an address, each once however often it is called, and returns their new keys. Where the address is
 * another one than before, the personal links on those appointments are replaced first: the mails have new ones, and all links
 * sent before are dead.
 */
export async function sendAgain(
  ctx: WriteCtx,
  mails: readonly MissedMail[],
  address: string,
): Promise<Set<string>> {
  const tokens = await replaceLinks(ctx, mails, address);
  return queueMessages(
    ctx,
    mails.map((mail) => again(ctx, mail, address, tokens)),
    { isByHand: true },
  );
}

/** Asks the appointments for new links and returns the new personal part by the row it belongs to. */
async function replaceLinks(
  ctx: WriteCtx,
  mails: readonly MissedMail[],
  address: string,
): Promise<Map<string, string>> {
  const moved = new Map<string, { appointment_id: string; person_id: string }>();
  for (const { appointment_id, person_id, to_address } of mails)
    if (appointment_id && person_id && to_address.toLowerCase() !== address.toLowerCase())
      moved.set(`${appointment_id} ${person_id}`, { appointment_id, person_id });
  const tokens = new Map<string, string>();
  for (const { appointment_id, person_id } of moved.values()) {
    await ctx.emit({ type: 'message.readdressed', appointment_id, person_id });
    const rows = await mine(ctx, 'appointment_people')
      .where('appointment_id', '=', appointment_id)
      .where('person_id', '=', person_id)
      .select(['id', 'link_version'])
      .execute();
    for (const { id, link_version } of rows)
      tokens.set(id, createPersonalToken(ctx.installation, id, link_version));
  }
  return tokens;
}

/** The same mail to the new address, to no one else: its copies arrived or are reported themselves. */
function again(
  ctx: WriteCtx,
  mail: MissedMail,
  address: string,
  tokens: ReadonlyMap<string, string>,
): RenderedMessage {
  const renewed = (text: string) =>
    [...tokens.values()].reduce((part, token) => {
      const [row = ''] = token.split('.');
      return part.replace(new RegExp(`\\b${row}\\.[\\w-]{27}`, 'g'), token);
    }, text);
  const body_html = renewed(mail.body_html);
  return {
    key: `${mail.key}.again`,
    channel: 'email',
    template_key: mail.template_key,
    stream: mail.stream as RenderedMessage['stream'],
    appointment_id: mail.appointment_id,
    person_id: mail.person_id,
    ...{ to_address: address, cc_address: '', bcc_address: '' },
    reply_to: mail.reply_to,
    from_name: mail.from_name,
    subject: mail.subject,
    body_text: renewed(mail.body_text),
    body_html,
    ...trackedLinksOf(ctx.installation, body_html, mail.tracked_links !== null),
    attachments: mail.attachments as unknown as MessageAttachment[],
    resend_of: mail.id,
  };
}
