import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useWrite } from '#web/api.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import * as contract from '../../../contract.ts';
import type { OverruleInput } from '../../draft/conflicts.ts';
import { ConflictNotice } from '../../kit/conflict-notice.tsx';
import { useTimeConflict } from '../../kit/use-time-conflict.ts';
import { useStaleHandler } from '../use-appointment-update.ts';
import { StaleActionNotice } from './stale-notice.tsx';
import { useFormBase } from './use-form-base.ts';

interface Props {
  appointment: contract.Appointment;
  opened: boolean;
  onClose: () => void;
}

/** Confirms a request and asks whether to send the confirmation now. */
export function ConfirmDialog(props: Props) {
  const t = useTranslation('appointments');
  const seen = useFormBase({ ...props, valuesOf: confirmationOf });
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

/** Restores a canceled appointment if its time is still free. */
export function RestoreDialog(props: Props) {
  const t = useTranslation('appointments');
  const seen = useFormBase({ ...props, valuesOf: nothing });
  const isCharged = seen.base.fees.some((fee) => Boolean(fee.kind));
  return (
    <ActDialog {...props} act="restore" seen={seen}>
      {isCharged && <Notice tone="info">{t('restoreFees')}</Notice>}
    </ActDialog>
  );
}

/** Marks the work as done. */
export function CompleteDialog(props: Props) {
  return <ActDialog {...props} act="complete" seen={useFormBase({ ...props, valuesOf: nothing })} />;
}

/** Turns a scheduled appointment back into a request. */
export function UnconfirmDialog(props: Props) {
  return <ActDialog {...props} act="unconfirm" seen={useFormBase({ ...props, valuesOf: nothing })} />;
}

/** Deletes the appointment and returns to the list. */
export function RemoveDialog(props: Props) {
  return <ActDialog {...props} act="remove" seen={useFormBase({ ...props, valuesOf: nothing })} />;
}

const nothing = () => ({});

const routes = {
  confirm: contract.confirmAppointment,
  restore: contract.restoreAppointment,
  complete: contract.completeAppointment,
  unconfirm: contract.unconfirmAppointment,
  remove: contract.removeAppointment,
};

interface ActProps extends Props {
  act: keyof typeof routes;
  seen: ReturnType<typeof useFormBase>;
  more?: { send_notifications?: boolean };
  children?: ReactNode;
}

/**
 * Applies an action to the appointment as it was when the dialog opened. If it claims technicians' time, conflicts are
 * shown and double-booking requires a reason.
 */
function ActDialog(props: ActProps) {
  const { opened, onClose, act, seen } = props;
  const { base } = seen;
  const t = useTranslation('appointments');
  const { taken, send, pending } = useAct(props);
  return (
    <GuardedDialog
      opened={opened}
      onClose={onClose}
      title={t(`sure.${act}`)}
      width={taken || seen.theirs ? 560 : 440}
      locked={pending}
      footer={
        <ActButtons
          act={act}
          pending={pending}
          onClose={onClose}
          onAct={taken ? null : () => send()}
          isStale={seen.theirs !== null}
        />
      }
    >
      <Stack gap={14}>
        <StaleActionNotice seen={seen} act={act} />
        <Text c="dimmed">{t(`means.${act}`)}</Text>
        {props.children}
        {taken && (
          <ConflictNotice
            conflicts={taken.conflicts}
            message={taken.message}
            technicians={base.people.filter((one) => one.role === 'inspector')}
            timezone={base.timezone}
            mayOverrule={base.may.edit || base.may.restore}
            onScheduleAnyway={(_, overrule) => send(overrule)}
          />
        )}
      </Stack>
    </GuardedDialog>
  );
}

function useAct({ onClose, act, seen, more }: ActProps) {
  const { base, round } = seen;
  const t = useTranslation('appointments');
  const go = useNavigateTo();
  const { taken, clear, isTaken } = useTimeConflict();
  const write = useWrite(routes[act] as typeof contract.confirmAppointment, {
    toast: t(`did.${act}`),
    onDone: () => (act === 'remove' ? go('/appointments', { replace: true }) : onClose()),
    onFail: useStaleHandler((failure) => seen.isStale(failure) || isTaken(failure)),
  });
  const { reset } = write;
  useEffect(() => {
    clear();
    reset();
  }, [round, reset]);
  const send = (overrule?: OverruleInput) =>
    void write.send({ id: base.id, rev: base.rev, ...more, ...(overrule ? { overrule } : {}) });
  return { taken, send, pending: write.pending };
}

interface ButtonsProps {
  act: keyof typeof routes;
  pending: boolean;
  onClose: () => void;
  /** Null if a conflict has to be answered instead. */
  onAct: (() => void) | null;
  isStale: boolean;
}

function ActButtons({ act, pending, onClose, onAct, isStale }: ButtonsProps) {
  const t = useTranslation('appointments');
  const destroys = act === 'remove';
  return (
    <>
      <Button variant="default" onClick={onClose} disabled={pending} data-autofocus={destroys || undefined}>
        {t('cancel')}
      </Button>
      {onAct && (
        <Button
          color={destroys ? 'red' : undefined}
          onClick={onAct}
          loading={pending}
          disabled={isStale}
          data-autofocus={!destroys || undefined}
        >
          {t(`act.${act}`)}
        </Button>
      )}
    </>
  );
}
