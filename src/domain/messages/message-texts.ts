/** The company's own texts of messages: their placeholders and what is wrong with them. */
import { unknownPlaceholder } from '../text/mistyped-placeholders.ts';

/** What a company may write, by field. */
export interface MessageText {
  /** Only of emails. */
  subject: string;
  /** Paragraphs, separated by empty lines. */
  message: string;
  /** The label of the button; empty: the product's. */
  action_label: string;
}

export const messageTextLimits = {
  subject: 200,
  message: { email: 5000, text: 480 },
  action_label: 60,
} as const;

/**
 * Returns the text with its placeholders filled; one without a value becomes empty.
 * @example fillText('Hello {{first_name}}', { first_name: 'Ann' }) → 'Hello Ann'
 */
export function fillText(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? '') : '',
  );
}

/** Returns the names of the placeholders in a text, each once, in their order. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name))];
}

/** Returns what is wrong with a company's text, by field; a wrong placeholder with the one that was probably meant. */
export function messageTextProblems(
  channel: 'email' | 'text',
  { subject, message, action_label }: MessageText,
  known: readonly string[],
): Partial<Record<keyof MessageText, string>> {
  const { subject: longestSubject, message: longest, action_label: longestLabel } = messageTextLimits;
  const isMail = channel === 'email';
  const problems = {
    subject: isMail ? textProblem(subject, { max: longestSubject, missing: 'Enter a subject', known }) : null,
    message: textProblem(message, { max: longest[channel], missing: 'Enter a message', known }),
    action_label: textProblem(action_label, { max: longestLabel, missing: null, known: [] }),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null));
}

function textProblem(
  text: string,
  { max, missing, known }: { max: number; missing: string | null; known: readonly string[] },
): string | null {
  if (missing !== null && text.trim() === '') return missing;
  if (text.length > max) return `At most ${max} characters`;
  return unknownPlaceholder(text, known);
}

/** The placeholders of a message that a user writes by hand. Texts contain the link; emails have a button. */
export function writtenPlaceholders(channel: 'email' | 'text', hasAppointment: boolean): string[] {
  const always = ['first_name', 'company'];
  if (!hasAppointment) return always;
  const ofAppointment = ['address', 'date', 'time', 'zone', 'services'];
  return [...always, ...ofAppointment, ...(channel === 'text' ? ['link'] : [])];
}
