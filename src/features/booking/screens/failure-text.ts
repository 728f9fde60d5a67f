import { failureMessage } from '#web/api.ts';
import type { useTranslation } from '#web/i18n.ts';

/** Returns what a failure means for the visitor. */
export function failureText(
  failure: Parameters<typeof failureMessage>[0],
  t: ReturnType<typeof useTranslation>,
): string {
  const seconds = failure.type === 'RATE_LIMITED' ? failure.details?.retryAfter : undefined;
  if (typeof seconds === 'number')
    return `${failureMessage(failure)} ${t('tryAgain', { count: Math.ceil(seconds / 60) })}`;
  // The answer was lost, not the booking: sending the same form again finds it.
  if (failure.type === 'NETWORK' || failure.type === 'TIMEOUT') return t('answerLost');
  return failureMessage(failure);
}
