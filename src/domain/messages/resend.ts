/** Whether a user may send a message again. */

/** `emptied`: its text was deleted after the platform's retention; `replaced`: it is about a date, and a later message says another one. */
export type ResendObstacle = 'text' | 'login' | 'waiting' | 'done' | 'emptied' | 'replaced';

/**
 * Returns why a message cannot be sent again, or null. One that may have arrived can: the user has been warned and decides.
 *
 * @example resendObstacle({ channel: 'email', stream: 'transactional', status: 'uncertain', emptied_at: null, isRepeated: false, isReplaced: false }) → null
 * @example resendObstacle({ channel: 'email', stream: 'account', status: 'sent', emptied_at: null, isRepeated: false, isReplaced: false }) → 'login'
 */
export function resendObstacle(message: {
  channel: string;
  stream: string;
  status: string;
  emptied_at: string | null;
  isRepeated: boolean;
  isReplaced: boolean;
}): ResendObstacle | null {
  if (message.channel !== 'email') return 'text';
  if (message.stream === 'account') return 'login';
  if (message.status === 'queued' || message.status === 'sending') return 'waiting';
  if (message.isRepeated) return 'done';
  if (message.emptied_at !== null) return 'emptied';
  return message.isReplaced ? 'replaced' : null;
}
