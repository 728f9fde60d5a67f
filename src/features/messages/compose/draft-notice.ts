import { messageTextProblems, writtenPlaceholders } from '#domain/messages/message-texts.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { Lang, ReadCtx, WriteCtx } from '#server/context.ts';
import { langOf } from '#server/translate.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from '../compose-contract.ts';
import type { Notice } from '../render-notice.ts';
import type { Addressee } from './find-addressees.ts';

export type WrittenDraft = HandlerInput<typeof contract.writeMessage>;

const languages = ['en', 'de', 'fr'] as const;

/** A draft as a notice to its recipients, and in which language each reader gets it. */
export interface DraftNotice {
  notice: Omit<Notice, 'occasion'>;
  languageFor: (reader: Lang) => Lang;
}

/**
 * Checks what was written. Throws BAD_USER_INPUT naming each invalid field (`texts.de.message`); what is still empty is none in
 * an unfinished draft.
 */
export async function draftNotice(
  ctx: ReadCtx | WriteCtx,
  { appointment_id, channel, texts }: WrittenDraft,
  people: readonly Addressee[],
  { isUnfinished = false } = {},
): Promise<DraftNotice> {
  const { settings } = await getCompany(ctx);
  const [first] = languages.filter((lang) => texts[lang]);
  if (!first) throw badInput({ texts: 'Enter a message' });
  const known = writtenPlaceholders(channel, appointment_id !== undefined);
  const problems = languages.flatMap((lang) => {
    const text = texts[lang];
    if (!text) return [];
    const found = messageTextProblems(channel, { ...text, action_label: '' }, known);
    const wrong = Object.entries(found).filter(
      ([field]) => !isUnfinished || text[field as keyof typeof text].trim() !== '',
    );
    return wrong.map(([field, problem]) => [`texts.${lang}.${field}`, problem]);
  });
  if (problems.length > 0) throw badInput(Object.fromEntries(problems));
  const usual = langOf(settings.message_language);
  const languageFor = (reader: Lang) => [reader, usual].find((lang) => texts[lang]) ?? first;
  return {
    languageFor,
    notice: {
      channels: [channel],
      texts: (reader) => texts[languageFor(reader)] ?? { subject: '', message: '' },
      requested: true,
      ...(appointment_id
        ? { appointment_id, rows: people.flatMap(({ row_id }) => row_id ?? []) }
        : { addresses: people }),
    },
  };
}
