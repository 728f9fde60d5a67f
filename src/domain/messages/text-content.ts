/** The final form of a text message. */
import { withPlainCharacters } from './segments.ts';

type Lang = 'en' | 'de' | 'fr';

/** Below this many credits the administrators are warned. */
export const lowTextCredits = 25;

/** How a recipient stops texts, in their language. */
export const stopHints: Readonly<Record<Lang, string>> = {
  en: 'Reply STOP to opt out.',
  de: 'Mit STOP abbestellen.',
  fr: 'STOP pour ne plus en recevoir.',
};

/** What answers a keyword; each is the last part of the message's key. */
export type KeywordAnswer = 'text_stopped' | 'text_started' | 'text_help';

/** The answers to keywords, with the company's name in front and its phone and email in `contact`. */
export const keywordAnswers: Readonly<
  Record<KeywordAnswer, Readonly<Record<Lang, (contact: string) => string>>>
> = {
  text_stopped: {
    en: () => 'You will get no more texts from us. Reply START to get them again.',
    de: () => 'Sie erhalten keine SMS mehr von uns. Mit START bestellen Sie sie wieder.',
    fr: () => 'Vous ne recevrez plus nos SMS. START pour les recevoir de nouveau.',
  },
  text_started: {
    en: () => 'You will get our texts again. Reply STOP to opt out.',
    de: () => 'Sie erhalten wieder SMS von uns. Mit STOP bestellen Sie sie ab.',
    fr: () => 'Vous recevrez de nouveau nos SMS. STOP pour ne plus en recevoir.',
  },
  text_help: {
    en: (contact) => `We text you about your inspection. Questions? ${contact} Reply STOP to opt out.`,
    de: (contact) => `Wir schreiben Ihnen zu Ihrer Inspektion. Fragen? ${contact} Mit STOP abbestellen.`,
    fr: (contact) =>
      `Nous vous informons de votre inspection. Des questions\u00a0? ${contact} STOP pour ne plus recevoir de SMS.`,
  },
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
    .split('\n')
    .flatMap((line) => line.trim() || [])
    .join('\n');
  const isNamed = name === '' || text.toLowerCase().includes(name.toLowerCase());
  return [isNamed ? text : `${name}: ${text}`, stopHint ?? ''].filter(Boolean).join(' ');
}
