import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';
import { sendMyLink } from '../contract.ts';
import classes from './client-view.module.css';

/** For a visitor without the personal part: says what it is for, and mails it to the addresses on file. */
export function SendMyLink({ publicId }: { publicId: string }) {
  const t = useText('portal');
  const [isSent, setSent] = useState(false);
  const send = useWrite(sendMyLink, { onDone: () => setSent(true) });
  if (isSent) {
    return (
      <Notice tone="ok" title={t('linkSent')} isNews>
        {t('linkSentHint')}
      </Notice>
    );
  }
  return (
    <Notice tone="info" title={t('viewOnly')}>
      <p className={classes.hint}>{t('viewOnlyHint')}</p>
      <Button variant="default" loading={send.pending} onClick={() => void send.send({ publicId })}>
        {t('sendMyLink')}
      </Button>
    </Notice>
  );
}
