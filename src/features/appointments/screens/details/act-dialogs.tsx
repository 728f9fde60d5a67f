import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useWrite } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { useGo } from '#web/navigation.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import * as contract from '../../contract.ts';
import type { Overruling } from '../draft/conflicts.ts';
import { ConflictNotice } from '../time/conflict-notice.tsx';
import { useTaken } from '../time/use-taken.ts';
import { ChangedBefore } from './changed-meanwhile.tsx';
import { useStale } from './use-acts.ts';
import { useSeen } from './use-seen.ts';

interface Props {
  appointment: contract.Appointment;
  opened: boolean;
  onClose: () => void;
}

/** Confirms a request and asks whether the confirmation is sent now. */
export function ConfirmDialog(props: Props) {
  const t = useText('appointments');
  const seen = useSeen({ ...props, valuesOf: confirmationOf });
  const { isSent } = seen.values;
  return (
    <ActDialog {...props} act="confirm" seen={seen} more={{ send_notifications: isSent }}>
      <Checkbox
        label={t('sendConfirmation')}
        description={seen.base.disable_automated_notifications && t('notificationsOff')}
        checked={isSent}
        onChange={(event) => seen.patch({ isSent: event.currentTarget.checked })}
      />
    </ActDialog>
  );
}

const confirmationOf = (appointment: contract.Appointment) => ({
  isSent: !appointment.disable_automated_notifications,
});

/** Gives a canceled appointment back its time, if nobody else has it. */
export function RestoreDialog(props: Props) {
  const t = useText('appointments');
  const seen = useSeen({ ...props, valuesOf: nothing });
  const isCharged = seen.base.fees.some((fee) => Boolean(fee.kind));
  return (
    <ActDialog {...props} act="restore" seen={seen}>
      {isCharged && <Notice tone="info">{t('restoreFees')}</Notice>}
    </ActDialog>
  );
}

/** Says that the work is done. */
export function CompleteDialog(props: Props) {
  return <ActDialog {...props} act="complete" seen={useSeen({ ...props, valuesOf: nothing })} />;
}

/** Makes a scheduled appointment a request again. */
export function UnconfirmDialog(props: Props) {
  return <ActDialog {...props} act="unconfirm" seen={useSeen({ ...props, valuesOf: nothing })} />;
}

/** Deletes, and leads back to the list. */
export function RemoveDialog(props: Props) {
  return <ActDialog {...props} act="remove" seen={useSeen({ ...props, valuesOf: nothing })} />;
}

const nothing = () => ({});

const routes = {
  confirm: contract.confirmAppointment,
  restore: contract.restoreAppointment,
  complete: contract.completeAppointment,
  unconfirm: contract.unconfirmAppointment,
  remove: contract.removeAppointment,
};

/**
 * An act upon the appointment as it was when the dialog opened. Where it takes time of technicians, whoever is taken is named,
 * and booked over only with a reason.
 */
function ActDialog(
  props: Props & {
    act: keyof typeof routes;
    seen: ReturnType<typeof useSeen>;
    more?: { send_notifications?: boolean };
    children?: ReactNode;
  },
) {
  const { opened, onClose, act, seen } = props;
  const { base, round } = seen;
  const t = useText('appointments');
  const go = useGo();
  const { taken, clear, isTaken } = useTaken();
  const write = useWrite(routes[act] as typeof contract.confirmAppointment, {
    toast: t(`did.${act}`),
    onDone: () => (act === 'remove' ? go('/appointments', { replace: true }) : onClose()),
    onFail: useStale((failure) => seen.isStale(failure) || isTaken(failure)),
  });
  const { reset } = write;
  useEffect(() => {
    clear();
    reset();
  }, [round, reset]);
  const send = (overrule?: Overruling) =>
    void write.send({ id: base.id, rev: base.rev, ...props.more, ...(overrule ? { overrule } : {}) });
  const destroys = act === 'remove';
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(`sure.${act}`)}
      width={taken || seen.theirs ? 560 : 440}
      locked={write.pending}
      footer={
        <>
          <Button
            variant="default"
            onClick={onClose}
            disabled={write.pending}
            data-autofocus={destroys || undefined}
          >
            {t('cancel')}
          </Button>
          {!taken && (
            <Button
              color={destroys ? 'red' : undefined}
              onClick={() => send()}
              loading={write.pending}
              disabled={seen.theirs !== null}
              data-autofocus={!destroys || undefined}
            >
              {t(`act.${act}`)}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={14}>
        <ChangedBefore seen={seen} act={act} />
        <Text c="dimmed">{t(`means.${act}`)}</Text>
        {props.children}
        {taken && (
          <ConflictNotice
            conflicts={taken.found}
            message={taken.message}
            technicians={base.people.filter((one) => one.role === 'inspector')}
            timezone={base.timezone}
            mayOverrule={base.may.edit || base.may.restore}
            onScheduleAnyway={(_, overrule) => send(overrule)}
          />
        )}
      </Stack>
    </Dialog>
  );
}
