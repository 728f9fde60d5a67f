import { messageTextProblems } from '#domain/messages/message-texts.ts';
import type { WriteCtx } from '#server/context.ts';
import { AppError, badInput } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { placeholdersOf } from '../render.ts';
import type * as contract from '../template-contract.ts';
import type { MessageTemplate } from '../template-contract.ts';
import * as store from '../template-store.ts';
import { getTemplate, requireTemplate } from './describe-template.ts';

type Input = HandlerInput<typeof contract.saveMessageTemplate>;

/**
 * Stores what was sent of a message: the text in a language, whether it is sent, and who gets it. Throws BAD_USER_INPUT
 * naming each invalid field, or CONFLICT with the current version if the sent one is older, and stores nothing. A text that equals the product's stays the product's.
 */
export async function saveTemplate(ctx: WriteCtx, input: Input): Promise<MessageTemplate> {
  requireTemplate(input.key, input.channel);
  const before = await getTemplate(ctx, input);
  refuseSwitches(input, before);
  const text = changedText(input, before);
  const isSwitched = input.enabled !== undefined || input.audiences !== undefined;
  await advance(ctx, input, before, text !== null || isSwitched);
  if (text) await store.saveText(ctx, text);
  if (isSwitched) {
    const enabled = input.enabled ?? before.enabled;
    const audiences = input.audiences ?? (before.offered.length > 0 ? before.audiences : null);
    await store.saveSwitch(ctx, { key: input.key, channel: input.channel, enabled, audiences });
  }
  return audited(ctx, input, before);
}

function refuseSwitches({ enabled, audiences }: Input, before: MessageTemplate): void {
  if (enabled === false && !before.can_be_disabled)
    throw badInput({ enabled: 'This message can’t be turned off: someone is waiting for it' });
  if (audiences?.some((each) => !before.offered.includes(each)))
    throw badInput({ audiences: 'This message can’t be sent to these people' });
  if (audiences?.length === 0)
    throw badInput({ audiences: 'Choose at least one recipient, or turn off the message' });
}

/** Of two saves of the same version, the second is refused with what the first stored. */
async function advance(
  ctx: WriteCtx,
  { key, channel, rev }: { key: string; channel: store.Channel; rev: number },
  current: MessageTemplate,
  isChange = true,
): Promise<void> {
  const isCurrent = rev === current.rev;
  if (isCurrent && (!isChange || (await store.advanceRev(ctx, { key, channel, rev })))) return;
  throw new AppError('CONFLICT', 'This was changed by someone else in the meantime', {
    current: await getTemplate(ctx, { key, channel }),
  });
}

/** The text to store; null if none was sent, or it equals the product's. */
function changedText(input: Input, before: MessageTemplate): store.TextRow | null {
  const { key, channel, lang, subject, message, action_label } = input;
  if (subject === undefined && message === undefined && action_label === undefined) return null;
  if (!lang) throw badInput({ lang: 'Choose one of the options' });
  const old = before.texts[lang];
  const text = {
    subject: subject ?? old.subject,
    message: (message ?? old.message).trim(),
    action_label: action_label ?? old.action_label,
  };
  const problems = messageTextProblems(channel, text, placeholdersOf(requireTemplate(key, channel), channel));
  if (Object.keys(problems).length > 0) throw badInput(problems as Record<string, string>);
  if (!before.own.includes(lang) && JSON.stringify(text) === JSON.stringify(old)) return null;
  return {
    ...{ key, channel, lang, subject: channel === 'text' ? '' : text.subject, body: text.message },
    action_label: text.action_label || null,
  };
}

/** Restores the product's text in one language; without a text of the company nothing changes. */
export async function restoreTemplate(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.restoreMessageTemplate>,
): Promise<MessageTemplate> {
  requireTemplate(input.key, input.channel);
  const before = await getTemplate(ctx, input);
  if (!before.own.includes(input.lang)) return before;
  await advance(ctx, input, before);
  await store.deleteText(ctx, input);
  return audited(ctx, input, before);
}

async function audited(
  ctx: WriteCtx,
  of: { key: string; channel: store.Channel },
  before: MessageTemplate,
): Promise<MessageTemplate> {
  const after = await getTemplate(ctx, of);
  await ctx.audit({
    action: 'company.message_text_changed',
    entity: 'company',
    entity_id: ctx.subscriberId,
    before,
    after,
  });
  return after;
}
