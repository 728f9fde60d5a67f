import { textReason } from '#domain/messages/text-reasons.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';

const suppressed = ['suppressed.bounced', 'suppressed.complained', 'suppressed.unsubscribed'];

/**
 * Returns a function that writes in the reader's language why a message failed or waits, and until when it is likely to
 * wait; what is unknown stays as it is.
 */
export function useFailureText(): (error: string, waitsUntil?: string | null) => string {
  const t = useTranslation('messages');
  const format = useFormat();
  const { timezone } = useUser();
  return (error, waitsUntil) => {
    if (suppressed.includes(error)) return t(`reason.${error}`);
    const reason = textReason(error);
    if (!reason) return error;
    const text = [t(`textReason.${reason.name}`), reason.code && `(${reason.code})`]
      .filter(Boolean)
      .join(' ');
    return waitsUntil
      ? `${text}, ${t('sending.leaves', { time: format.dateTime(waitsUntil, timezone) })}`
      : text;
  };
}
