import { longestText } from '#domain/messages/text-gate.ts';
import type { Lang, ReadCtx } from '#server/context.ts';
import { previewText } from './texting/prepare-text.ts';

/** Returns whether a text that a company wrote would be refused for its length, as it would be sent. */
export async function isOwnTextTooLong(
  ctx: ReadCtx,
  text: { phone: string; body: string; lang: Lang },
): Promise<boolean> {
  const { body } = await previewText(ctx, { ...text, template_key: 'action', appointment_id: null });
  return body.length > longestText;
}
