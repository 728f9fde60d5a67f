import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type Appointment, confirmAppointment, restoreAppointment } from '../contract.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import type { Overruling } from './conflicts.ts';
import { useStale } from './use-acts.ts';
import { useTaken } from './use-taken.ts';

interface Props {
  appointment: Appointment;
  opened: boolean;
  onClose: () => void;
}

/** Confirms a request and asks whether the confirmation is sent now. */
export function ConfirmDialog(props: Props) {
  const t = useText('appointments');
  const { disable_automated_notifications: isSilent } = props.appointment;
  const [isSent, setSent] = useState(!isSilent);
  return (
    <TimeActDialog {...props} act="confirm" more={{ send_notifications: isSent }}>
      <Checkbox
        label={t('sendConfirmation')}
        description={isSilent && t('notificationsOff')}
        checked={isSent}
        onChange={(event) => setSent(event.currentTarget.checked)}
      />
    </TimeActDialog>
  );
}

/** Gives a canceled appointment back its time, if nobody else has it. */
export function RestoreDialog(props: Props) {
  const t = useText('appointments');
  const isCharged = props.appointment.fees.some((fee) => Boolean(fee.kind));
  return (
    <TimeActDialog {...props} act="restore" more={{}}>
      {isCharged && <Notice tone="info">{t('restoreFees')}</Notice>}
    </TimeActDialog>
  );
}

/** An act that takes time of technicians: whoever is taken is named, and booked over only with a reason. */
function TimeActDialog(
  props: Props & {
    act: 'confirm' | 'restore';
    more: { send_notifications?: boolean };
    children: React.ReactNode;
  },
) {
  const { appointment, opened, onClose, act } = props;
  const t = useText('appointments');
  const { taken, clear, isTaken } = useTaken();
  const route = (act === 'confirm' ? confirmAppointment : restoreAppointment) as typeof confirmAppointment;
  const write = useWrite(route, { toast: t(`did.${act}`), onDone: onClose, onFail: useStale(isTaken) });
  useEffect(clear, [opened]);
  const send = (overrule?: Overruling) =>
    void write.send({
      id: appointment.id,
      rev: appointment.rev,
      ...props.more,
      ...(overrule ? { overrule } : {}),
    });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(`sure.${act}`)}
      width={taken ? 560 : 440}
      locked={write.pending}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={write.pending}>
            {t('cancel')}
          </Button>
          {!taken && (
            <Button onClick={() => send()} loading={write.pending} data-autofocus>
              {t(`act.${act}`)}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={14}>
        <Text c="dimmed">{t(`means.${act}`)}</Text>
        {props.children}
        {taken && (
          <ConflictNotice
            conflicts={taken.found}
            message={taken.message}
            technicians={appointment.people.filter((one) => one.role === 'inspector')}
            timezone={appointment.timezone}
            mayOverrule={appointment.may.edit || appointment.may.restore}
            onScheduleAnyway={(_, overrule) => send(overrule)}
          />
        )}
      </Stack>
    </Dialog>
  );
}
