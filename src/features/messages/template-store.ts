import type { Lang, ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, mine } from '#server/db/scope.ts';

export type Channel = 'email' | 'text';

/** The company's own texts of a message, one for each language. */
export function companyTexts(ctx: ReadCtx | WriteCtx, key: string, channel: Channel) {
  return mine(ctx, 'message_templates')
    .where('key', '=', key)
    .where('channel', '=', channel)
    .select(['lang', 'subject', 'body', 'action_label'])
    .execute();
}

/** Whether the company sends a message, and who gets it; undefined if it did not choose. */
export function companySwitch(ctx: ReadCtx | WriteCtx, key: string, channel: Channel) {
  return mine(ctx, 'message_switches')
    .where('key', '=', key)
    .where('channel', '=', channel)
    .select(['enabled', 'audiences'])
    .executeTakeFirst();
}

/** All of the company's own texts, without their content. */
export function listTexts(ctx: ReadCtx) {
  return mine(ctx, 'message_templates').select(['key', 'channel', 'lang', 'updated_at']).execute();
}

/** All of the company's switches. */
export function listSwitches(ctx: ReadCtx) {
  return mine(ctx, 'message_switches').select(['key', 'channel', 'enabled', 'audiences']).execute();
}

interface TextRow {
  key: string;
  channel: Channel;
  lang: Lang;
  subject: string;
  body: string;
  action_label: string | null;
}

/** Stores a company's text, in place of the one it had. */
export async function saveText(ctx: WriteCtx, { key, channel, lang, ...text }: TextRow): Promise<void> {
  const values = { ...text, updated_at: ctx.now };
  await insertMine(ctx, 'message_templates', { key, channel, lang, ...values })
    .onConflict((oc) => oc.columns(['subscriber_id', 'key', 'channel', 'lang']).doUpdateSet(values))
    .execute();
}

/** Stores whether the company sends a message and who gets it. */
export async function saveSwitch(
  ctx: WriteCtx,
  {
    key,
    channel,
    ...choice
  }: { key: string; channel: Channel; enabled: boolean; audiences: string[] | null },
): Promise<void> {
  const values = { ...choice, updated_at: ctx.now };
  await insertMine(ctx, 'message_switches', { key, channel, ...values })
    .onConflict((oc) => oc.columns(['subscriber_id', 'key', 'channel']).doUpdateSet(values))
    .execute();
}

/** Deletes a company's text in one language; returns false if there was none. */
export async function deleteText(
  ctx: WriteCtx,
  { key, channel, lang }: Pick<TextRow, 'key' | 'channel' | 'lang'>,
): Promise<boolean> {
  const gone = await deleteMine(ctx, 'message_templates')
    .where('key', '=', key)
    .where('channel', '=', channel)
    .where('lang', '=', lang)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}
