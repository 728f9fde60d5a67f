/** What a reply to a text message means (trap M6). */

const stopWords = new Set([
  'stop',
  'stopall',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'revoke',
  'optout',
  // German and French.
  'stopp',
  'arret',
]);
const startWords = new Set(['start', 'unstop', 'yes']);
const helpWords = new Set(['help', 'info']);

/** A keyword, or anything else that a person may write. */
export type ReplyKind = 'stop' | 'start' | 'help' | 'text';

/**
 * Returns what a reply asks for. Only a reply that is one keyword counts, whatever its case, spaces and punctuation:
 * "We must STOP the leak first" is an ordinary message.
 * @example replyKind(' Stop. ') → 'stop' ; replyKind('Cancel 14:00 please') → 'text'
 */
export function replyKind(body: string): ReplyKind {
  const word = foldWord(body);
  if (stopWords.has(word)) return 'stop';
  if (startWords.has(word)) return 'start';
  return helpWords.has(word) ? 'help' : 'text';
}

/** Whether an ordinary reply may still mean that no further texts are wanted: the office decides. */
export function mayWantStop(body: string): boolean {
  return (
    replyKind(body) === 'text' && body.split(/[^\p{L}\p{M}]+/u).some((word) => stopWords.has(foldWord(word)))
  );
}

/** Letters and digits only, without case and accents, so that `Opt-out!` is `optout`. */
function foldWord(text: string): string {
  return text
    .slice(0, 100)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
