import type { Lang, ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, mine, updateMine } from '#server/db/scope.ts';

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
    .select(['enabled', 'audiences', 'rev'])
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

/** A company's text of a message in one language. */
export interface TextRow {
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

/** The version of a message's texts and switches; 0 if the company never changed it. */
interface Versioned {
  key: string;
  channel: Channel;
  rev: number;
}

/** Counts a change of a message. Returns false, and the caller must change nothing, if it is no longer at this version. */
export async function advanceRev(ctx: WriteCtx, { key, channel, rev }: Versioned): Promise<boolean> {
  if (rev === 0) {
    const row = { key, channel, enabled: true, rev: 1, updated_at: ctx.now };
    const added = await insertMine(ctx, 'message_switches', row)
      .onConflict((oc) => oc.columns(['subscriber_id', 'key', 'channel']).doNothing())
      .executeTakeFirst();
    if ((added.numInsertedOrUpdatedRows ?? 0n) > 0n) return true;
  }
  const moved = await updateMine(ctx, 'message_switches')
    .set({ rev: rev + 1, updated_at: ctx.now })
    .where('key', '=', key)
    .where('channel', '=', channel)
    .where('rev', '=', rev)
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n;
}

/** Stores whether the company sends a message and who gets it, after `advanceRev`. */
export async function saveSwitch(
  ctx: WriteCtx,
  { key, channel, ...choice }: Omit<Versioned, 'rev'> & { enabled: boolean; audiences: string[] | null },
): Promise<void> {
  await updateMine(ctx, 'message_switches')
    .set(choice)
    .where('key', '=', key)
    .where('channel', '=', channel)
    .execute();
}

/** Deletes a company's text in one language. */
export async function deleteText(
  ctx: WriteCtx,
  { key, channel, lang }: Pick<TextRow, 'key' | 'channel' | 'lang'>,
): Promise<void> {
  await deleteMine(ctx, 'message_templates')
    .where('key', '=', key)
    .where('channel', '=', channel)
    .where('lang', '=', lang)
    .execute();
}
