import type { Installation, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { createPersonalToken } from '#server/personal-links.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { resendMissed as contract } from '../delivery-contract.ts';
import type { MessageAttachment } from '../outbox/message-attachment.ts';
import { queueMessages, type RenderedMessage } from '../outbox/queue-messages.ts';
import { findSuppressed } from '../suppressions/suppress.ts';
import { currentAddress, missedMails } from './missed-mails.ts';

type MissedMail = Awaited<ReturnType<typeof missedMails>>['all'][number];

/**
 * Sends the mails that did not reach a person again, to their current address. Where the address has changed, the links of
 * the person on those appointments are replaced: the new mails have new ones and all links sent before are dead. Each mail
 * is sent again once, however often this is called, and mails that a later one has replaced are not.
 */
export async function resendMissed(
  ctx: WriteCtx,
  { person_id }: HandlerInput<typeof contract>,
): Promise<HandlerOutput<typeof contract>> {
  const address = await currentAddress(ctx, person_id);
  if (address === null) throw notFound();
  await refuseUnreachable(ctx, address);
  const { all, worthSending } = await missedMails(ctx, person_id);
  // Of two calls at once only one closes a problem; the other must not replace the links again.
  const closed = await closeProblems(ctx, all);
  const open = worthSending.filter(({ id }) => closed.has(id));
  const tokens = await replaceLinks(ctx, person_id, open, address);
  const sent = await queueMessages(
    ctx,
    open.map((mail) => again(mail, address, tokens)),
  );
  return { sent: sent.size };
}

async function refuseUnreachable(ctx: WriteCtx, address: string): Promise<void> {
  if (address === '') throw badInput({ email: 'Enter an email address first' });
  const suppressed = await findSuppressed(ctx, 'transactional', [address.toLowerCase()]);
  if (suppressed.size > 0)
    throw badInput({ email: 'This address gets no more mail. Correct it, or allow mail to it first.' });
}

/** Asks the appointments for new links and returns the new personal part by the row it belongs to. */
async function replaceLinks(
  ctx: WriteCtx,
  personId: string,
  mails: readonly MissedMail[],
  address: string,
): Promise<Map<string, string>> {
  const moved = mails.filter((mail) => mail.to_address.toLowerCase() !== address.toLowerCase());
  const appointments = new Set(moved.flatMap(({ appointment_id }) => appointment_id ?? []));
  const tokens = new Map<string, string>();
  for (const appointment_id of appointments) {
    await ctx.emit({ type: 'message.readdressed', appointment_id, person_id: personId });
    const rows = await mine(ctx, 'appointment_people')
      .where('appointment_id', '=', appointment_id)
      .where('person_id', '=', personId)
      .select(['id', 'link_version'])
      .execute();
    for (const row of rows) tokens.set(row.id, newToken(ctx.installation, row));
  }
  return tokens;
}

function newToken(installation: Installation, row: { id: string; link_version: number }): string {
  return createPersonalToken(installation, row.id, row.link_version);
}

/** The same mail to the new address, to no one else: its copies arrived or are reported themselves. */
function again(mail: MissedMail, address: string, tokens: ReadonlyMap<string, string>): RenderedMessage {
  const renewed = (text: string) =>
    [...tokens.values()].reduce((part, token) => {
      const [row = ''] = token.split('.');
      return part.replace(new RegExp(`\\b${row}\\.[\\w-]{27}`, 'g'), token);
    }, text);
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
    body_html: renewed(mail.body_html),
    attachments: mail.attachments as unknown as MessageAttachment[],
    resend_of: mail.id,
  };
}

/** Returns the ids of those that were still open. */
async function closeProblems(ctx: WriteCtx, mails: readonly MissedMail[]): Promise<Set<string>> {
  if (mails.length === 0) return new Set();
  const closed = await updateMine(ctx, 'outbound_messages')
    .set({ problem_closed_at: ctx.now })
    .where(
      'id',
      'in',
      mails.map(({ id }) => id),
    )
    .where('problem_closed_at', 'is', null)
    .returning('id')
    .execute();
  return new Set(closed.map(({ id }) => id));
}
