import { placeholdersIn } from '#domain/messages/message-texts.ts';
import { blankStart, type ComposeDraft, type WrittenLang } from './compose-draft.ts';

/** A text as it is shown in the fields. */
export interface WrittenText {
  subject: string;
  message: string;
}

type Texts = Readonly<Record<WrittenLang, WrittenText>>;

/**
 * Returns the text that a message starts with: the stored one without the place for what is added. What has placeholders
 * that are not known here is left empty.
 */
export function startText(
  stored: WrittenText,
  channel: 'email' | 'text',
  known: readonly string[],
): WrittenText {
  const hasOnlyKnown = (text: string) => placeholdersIn(text).every((name) => known.includes(name));
  const message = stored.message.replace(/\{\{\s*extra\s*\}\} ?/g, channel === 'text' ? '\n' : '');
  return {
    subject: hasOnlyKnown(stored.subject) ? stored.subject : '',
    message: hasOnlyKnown(message) ? message : '',
  };
}

/**
 * Returns the texts that were written, by language: those that differ from a bare greeting. Readers of the other languages
 * get one of them.
 */
export function writtenTexts(
  { channel, start, typed }: Pick<ComposeDraft, 'channel' | 'start' | 'typed'>,
  starts: Texts,
  languages: readonly WrittenLang[],
): Partial<Record<WrittenLang, WrittenText>> {
  const isBlank = start[channel] === blankStart;
  const texts = languages.map((lang) => [lang, { ...starts[lang], ...typed[channel][lang] }] as const);
  const written = texts.filter(
    ([lang, text]) => !isBlank || text.message.trim() !== starts[lang].message.trim(),
  );
  return Object.fromEntries(written);
}
