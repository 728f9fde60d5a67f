import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { type CalendarEvent, shareEvent } from '../contract.ts';
import classes from './calendar.module.css';

/** Mails an entry with a file that calendar apps open. */
export function ShareDialog({ event, onClose }: { event: CalendarEvent; onClose: () => void }) {
  const t = useTranslation('calendar');
  const [recipients, setRecipients] = useState('');
  const [message, setMessage] = useState('');
  const share = useWrite(shareEvent, {
    toast: ({ recipients: to }) => t('shared', { count: to.length }),
    onDone: onClose,
  });
  const { type, eventId } = event.systemRef;
  const send = () => {
    const named = recipients.split(/[\s,;]+/).filter(Boolean);
    void share.send({ type, eventId, message, ...(named.length > 0 ? { recipients: named } : {}) });
  };
  // The server identifies an invalid address by its list index.
  const wrong = Object.entries(share.fieldErrors).find(([field]) => field.startsWith('recipients'))?.[1];
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('shareTitle', { title: event.title })}
      locked={share.pending}
      footer={
        <>
          <CancelButton disabled={share.pending} />
          <Button onClick={send} loading={share.pending}>
            {t('send')}
          </Button>
        </>
      }
    >
      <div className={classes.fields}>
        <Textarea
          label={t('recipients')}
          description={event.technician ? t('recipientsHint') : t('recipientsHintNoTechnician')}
          value={recipients}
          onChange={(input) => setRecipients(input.currentTarget.value)}
          error={wrong}
          autosize
          minRows={2}
          data-autofocus
        />
        <Textarea
          label={t('message')}
          value={message}
          onChange={(input) => setMessage(input.currentTarget.value)}
          error={share.fieldErrors.message}
          maxLength={2000}
          autosize
          minRows={2}
        />
      </div>
    </GuardedDialog>
  );
}
