import { placeholdersIn } from '#domain/messages/message-texts.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import type { HandlerOutput } from '#wire/route.ts';
import type { previewMessage as contract, WrittenPreview } from '../compose-contract.ts';
import { type RenderedNotice, renderNotice } from '../render-notice.ts';
import { type PreparedText, previewText } from '../texting/prepare-text.ts';
import { draftNotice, type WrittenDraft } from './draft-notice.ts';
import { findAddressees } from './find-addressees.ts';

/** Renders a draft for its recipients as it would be sent, by language. Throws BAD_USER_INPUT naming each invalid field. */
export async function previewMessage(
  ctx: ReadCtx,
  draft: WrittenDraft,
): Promise<HandlerOutput<typeof contract>> {
  const people = (await findAddressees(ctx, draft)).filter((one) => draft.people.includes(one.person_id));
  const { notice, languageFor } = await draftNotice(ctx, draft, people, { isUnfinished: true });
  const rendered = await renderNotice(ctx, 'appointment_message', {
    ...notice,
    isPreview: true,
    occasion: (to) => to.person_id ?? '',
  });
  const texts = draft.channel === 'text' ? await completedTexts(ctx, rendered) : [];
  const previews = new Map<string, WrittenPreview>();
  for (const [i, { to, message, values }] of rendered.entries()) {
    const same = previews.get(to.lang);
    if (same) {
      same.names.push(to.name);
      continue;
    }
    const text_lang = languageFor(to.lang);
    const { subject = '', message: written = '' } = draft.texts[text_lang] ?? {};
    const used = placeholdersIn(draft.channel === 'email' ? `${subject}\n${written}` : written);
    previews.set(to.lang, {
      ...{ lang: to.lang, text_lang, names: [to.name], subject: message.subject, html: message.body_html },
      text: texts[i]?.body ?? message.body_text,
      empty: used.filter((name) => (values[name] ?? '') === ''),
    });
  }
  const waiting = texts.map(({ decision }) => (decision.is === 'later' ? decision.at : null));
  return {
    previews: [...previews.values()],
    credits: creditsOf(texts),
    waits_until: waiting.find((at) => at !== null) ?? null,
  };
}

/** The texts with company name, short links and the way to opt out; links lead nowhere. */
export async function completedTexts(
  ctx: ReadCtx | WriteCtx,
  rendered: readonly RenderedNotice[],
): Promise<PreparedText[]> {
  const texts: PreparedText[] = [];
  for (const { to, message } of rendered) {
    const { template_key, appointment_id, body_text: body } = message;
    texts.push(
      await previewText(ctx, { phone: to.phone, body, template_key, appointment_id, lang: to.lang }),
    );
  }
  return texts;
}

/** What they cost together. */
export function creditsOf(texts: readonly PreparedText[]): number {
  return texts.reduce((sum, { segments }) => sum + segments, 0);
}
