import { Button, Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { type Appointment, confirmAppointment } from '../contract.ts';
import { useStale } from './use-acts.ts';

interface Props {
  appointment: Appointment;
  opened: boolean;
  onClose: () => void;
}

/** Confirms a request and asks whether the confirmation is sent now. */
export function ConfirmDialog({ appointment, opened, onClose }: Props) {
  const t = useText('appointments');
  const [isSent, setSent] = useState(true);
  const write = useWrite(confirmAppointment, {
    toast: t('did.confirm'),
    onDone: onClose,
    onFail: useStale(),
  });
  const { id, rev } = appointment;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('sure.confirm')}
      width={440}
      locked={write.pending}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={write.pending}>
            {t('cancel')}
          </Button>
          <Button
            onClick={() => void write.send({ id, rev, send_notifications: isSent })}
            loading={write.pending}
            data-autofocus
          >
            {t('act.confirm')}
          </Button>
        </>
      }
    >
      <Text c="dimmed" mb={14}>
        {t('means.confirm')}
      </Text>
      <Checkbox
        label={t('sendConfirmation')}
        checked={isSent}
        onChange={(event) => setSent(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
