import { textReason } from '#domain/messages/text-reasons.ts';
import { useTranslation } from '#web/i18n.ts';

const suppressed = ['suppressed.bounced', 'suppressed.complained', 'suppressed.unsubscribed'];

/** Returns a function that writes in the reader's language why a message failed or waits; what is unknown stays as it is. */
export function useFailureText(): (error: string) => string {
  const t = useTranslation('messages');
  return (error) => {
    if (suppressed.includes(error)) return t(`reason.${error}`);
    const reason = textReason(error);
    if (!reason) return error;
    return [t(`textReason.${reason.name}`), reason.code && `(${reason.code})`].filter(Boolean).join(' ');
  };
}
