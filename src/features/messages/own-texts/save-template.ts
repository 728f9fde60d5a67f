import { messageTextProblems } from '#domain/messages/message-texts.ts';
import type { WriteCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { placeholdersOf } from '../render.ts';
import type * as contract from '../template-contract.ts';
import type { MessageTemplate } from '../template-contract.ts';
import * as store from '../template-store.ts';
import { getTemplate, requireTemplate } from './describe-template.ts';

type Input = HandlerInput<typeof contract.saveMessageTemplate>;

/**
 * Stores what was sent of a message: the text in a language, whether it is sent, and who gets it. Throws BAD_USER_INPUT
 * naming each invalid field and stores nothing. A text that equals the product's stays the product's.
 */
export async function saveTemplate(ctx: WriteCtx, input: Input): Promise<MessageTemplate> {
  requireTemplate(input.key, input.channel);
  const before = await getTemplate(ctx, input);
  refuseSwitches(input, before);
  await saveText(ctx, input, before);
  if (input.enabled !== undefined || input.audiences) {
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

async function saveText(ctx: WriteCtx, input: Input, before: MessageTemplate): Promise<void> {
  const { key, channel, lang, subject, message, action_label } = input;
  if (subject === undefined && message === undefined && action_label === undefined) return;
  if (!lang) throw badInput({ lang: 'Choose one of the options' });
  const old = before.texts[lang];
  const text = {
    subject: subject ?? old.subject,
    message: (message ?? old.message).trim(),
    action_label: action_label ?? old.action_label,
  };
  const problems = messageTextProblems(channel, text, placeholdersOf(requireTemplate(key, channel), channel));
  if (Object.keys(problems).length > 0) throw badInput(problems as Record<string, string>);
  if (!before.own.includes(lang) && JSON.stringify(text) === JSON.stringify(old)) return;
  await store.saveText(ctx, {
    ...{ key, channel, lang, subject: channel === 'text' ? '' : text.subject, body: text.message },
    action_label: text.action_label || null,
  });
}

/** Restores the product's text in one language; without a text of the company nothing changes. */
export async function restoreTemplate(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.restoreMessageTemplate>,
): Promise<MessageTemplate> {
  requireTemplate(input.key, input.channel);
  const before = await getTemplate(ctx, input);
  if (!(await store.deleteText(ctx, input))) return before;
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
