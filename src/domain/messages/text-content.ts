/** The final form of a text message. */
import { withPlainCharacters } from './segments.ts';

/** As in the spec: the company's own text of a message, before its variables are filled in. */
export const maxTextLength = 480;

/** Below this many credits the administrators are warned. */
export const lowTextCredits = 25;

/** How a recipient stops texts, in their language. */
export const stopHints: Readonly<Record<'en' | 'de' | 'fr', string>> = {
  en: 'Reply STOP to opt out.',
  de: 'Mit STOP abbestellen.',
  fr: 'STOP pour ne plus en recevoir.',
};

/**
 * Returns a text as it is sent: in characters that cost least, with the company's name, and in the first text to a
 * number with the way to stop them.
 */
export function composeText(
  body: string,
  { company, stopHint }: { company: string; stopHint: string | null },
): string {
  const name = withPlainCharacters(company).replace(/\s+/g, ' ').trim();
  const text = withPlainCharacters(body)
    .replace(/[ ]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
  const isNamed = name === '' || text.toLowerCase().includes(name.toLowerCase());
  return [isNamed ? text : `${name}: ${text}`, stopHint ?? ''].filter(Boolean).join(' ');
}
