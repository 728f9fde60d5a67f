import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { failureMessage, useWrite } from '#web/api.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import { shareRepairList } from '../../repair-contract.ts';
import { DialogButtons } from '../parts/dialog-buttons.tsx';
import classes from './repair.module.css';
import { type ListReader, sharedListUrl } from './repair-list-urls.ts';

/** Mails the address of a list, or copies it. */
export function ShareRepairListDialog({ reader, onClose }: { reader: ListReader; onClose: () => void }) {
  const t = useTranslation('reports');
  const [addresses, setAddresses] = useState('');
  const [message, setMessage] = useState('');
  const { t: _team, ...maker } = reader;
  const share = useWrite(shareRepairList, {
    errorToast: false,
    onDone: onClose,
    toast: ({ sent }) => t('repair.shared', { count: sent }),
  });
  const recipients = addresses.split(/[\s,;]+/).filter(Boolean);
  const addressError = Object.entries(share.fieldErrors)
    .filter(([field]) => field.startsWith('recipients'))
    .map(([, text]) => text)
    .join(' · ');
  async function copy() {
    try {
      await navigator.clipboard.writeText(sharedListUrl(reader));
      toast(t('view.linkCopied'), { kind: 'success' });
    } catch {
      toast(t('view.linkNotCopied'), { kind: 'error' });
    }
  }
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('repair.share')}
      locked={share.pending}
      footer={
        <DialogButtons
          label={t('repair.send')}
          isPending={share.pending}
          disabled={recipients.length === 0}
          onSend={() => void share.send({ ...maker, recipients, message })}
        />
      }
    >
      <div className={classes.stack}>
        <TextInput
          data-autofocus
          type="email"
          multiple
          label={t('share.recipients')}
          description={t('repair.recipientsHint')}
          value={addresses}
          error={addressError}
          onChange={(event) => setAddresses(event.currentTarget.value)}
        />
        <TextArea
          label={t('publish.message')}
          value={message}
          error={share.fieldErrors.message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        {share.failure && Object.keys(share.fieldErrors).length === 0 && (
          <Notice tone="bad" isNews>
            {failureMessage(share.failure)}
          </Notice>
        )}
        <Button variant="default" onClick={() => void copy()}>
          {t('view.copyLink')}
        </Button>
      </div>
    </GuardedDialog>
  );
}
