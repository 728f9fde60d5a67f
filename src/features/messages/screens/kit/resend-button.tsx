import { Button } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { resendMessage } from '../../delivery-contract.ts';

/** Sends one message again, after the user has confirmed the recipient; of an unconfirmed one, that it may arrive twice. */
export function ResendButton({ id, to, isUncertain }: { id: string; to: string; isUncertain: boolean }) {
  const t = useTranslation('messages');
  const resend = useWrite(resendMessage, { toast: (sent) => t('resend.sent', { address: sent.to }) });
  const ask = async () => {
    const isSure = await confirm({
      title: t('resend.title', { address: to }),
      text: t(isUncertain ? 'resend.uncertain' : 'resend.text'),
      yes: t('resend.button'),
    });
    if (isSure) await resend.send({ id });
  };
  return (
    <Button size="xs" variant="default" loading={resend.pending} onClick={() => void ask()}>
      {t('resend.button')}
    </Button>
  );
}
