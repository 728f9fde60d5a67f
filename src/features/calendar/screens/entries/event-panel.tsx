import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Zone } from '#domain/base/time.ts';
import { useWrite } from '#web/api.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { toast } from '#web/toast.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconCalendarEvent, IconPencil, IconShare, IconTrash } from '#web/ui/layout/icons.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { type CalendarEvent, removeEvent } from '../../contract.ts';
import classes from '../calendar.module.css';
import { daysOfEvent, eventTimeLabel } from '../times.ts';
import type { Move } from '../use-moves.ts';
import { RescheduleForm } from './reschedule-form.tsx';

interface Props {
  event: CalendarEvent;
  zone: Zone;
  acceptsActions: boolean;
  onMove: (move: Move) => Promise<boolean>;
  onEdit: () => void;
  onShare: () => void;
  onClose: () => void;
}

/** The details of an entry and all its actions for keyboard users. */
export function EventPanel(props: Props) {
  const t = useTranslation('calendar');
  const { event, onClose } = props;
  const [isMoving, setMoving] = useState(false);
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={event.is_private ? t('busyTitle') : event.title}
      width={520}
      {...(isMoving ? {} : { isDirty: false })}
    >
      <Facts event={event} zone={props.zone} />
      {isMoving ? (
        <RescheduleForm {...props} onCancel={() => setMoving(false)} />
      ) : (
        <Acts {...props} onReschedule={() => setMoving(true)} />
      )}
    </GuardedDialog>
  );
}

function Facts({ event, zone }: { event: CalendarEvent; zone: Zone }) {
  const t = useTranslation('calendar');
  const format = useFormat();
  const { apptData, technician } = event;
  const isAppointment = event.systemRef.type === 'inspEvent';
  return (
    <>
      <div className={classes.pills}>
        <StatusPill tone="mute">{t(`type.${event.systemRef.type}`)}</StatusPill>
        {apptData && isAppointment && <Pills event={event} />}
        {!apptData && !event.busy && <StatusPill tone="mute">{t('doesNotBlock')}</StatusPill>}
      </div>
      <dl className={classes.facts}>
        <dt>{t('when')}</dt>
        <dd>
          {event.all_day
            ? format.day(`${daysOfEvent(event, zone).first}T12:00:00Z`, 'UTC')
            : format.day(event.start.dateTime, zone)}
          {'\n'}
          {eventTimeLabel(event, format, zone, t('allDay'))}{' '}
          {!event.all_day && format.zoneName(event.start.dateTime, zone)}
        </dd>
        <dt>{t('technician')}</dt>
        <dd>{technician ? fullName(technician) : apptData ? t('unassigned') : t('wholeCompany')}</dd>
        <Fact label={t('address')}>{apptData?.address}</Fact>
        <Fact label={t('clients')}>{apptData?.clients}</Fact>
        <Fact label={t('services')}>{apptData?.services}</Fact>
        {apptData && isAppointment && (
          <>
            <Fact label={t('occupied')}>{t(apptData.occupied ? 'yes' : 'no')}</Fact>
            <Fact label={t('utilitiesOn')}>{t(apptData.utilities_on ? 'yes' : 'no')}</Fact>
          </>
        )}
        {!apptData?.clients && !isAppointment && <Fact label={t('description')}>{event.description}</Fact>}
      </dl>
      {event.overruled && (
        <Text component="div" mt={12}>
          <Notice tone="warn" title={t('overruled', { name: event.overruled.by || t('anotherUser') })}>
            {event.overruled.reason}
          </Notice>
        </Text>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return children ? (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  ) : null;
}

function Pills({ event }: { event: CalendarEvent }) {
  const t = useTranslation('calendar');
  const { apptData } = event;
  if (!apptData) return null;
  const { status, isPaid, agreementSigned, hasAgreements, isPublished } = apptData;
  const isSigned = agreementSigned && hasAgreements;
  return (
    <>
      {!apptData.utilities_on && <StatusPill tone="warn">{t('utilitiesOff')}</StatusPill>}
      <StatusPill tone={status === 'requested' ? 'warn' : status === 'completed' ? 'ok' : 'info'}>
        {t(`status.${status}`)}
      </StatusPill>
      <StatusPill tone={isPaid ? 'ok' : 'mute'}>{t(isPaid ? 'paid' : 'notPaid')}</StatusPill>
      <StatusPill tone={isSigned ? 'ok' : 'mute'}>
        {t(isSigned ? 'signed' : hasAgreements ? 'notSigned' : 'noAgreement')}
      </StatusPill>
      {isPublished && <StatusPill tone="ok">{t('published')}</StatusPill>}
    </>
  );
}

function Acts(props: Props & { onReschedule: () => void }) {
  const t = useTranslation('calendar');
  const { event, acceptsActions } = props;
  const { type, appointmentId } = event.systemRef;
  const canChange = acceptsActions && (type === 'regularEvent' || type === 'inspSubEvent') && event.may.edit;
  return (
    <div className={classes.buttons} style={{ marginTop: 20 }}>
      {appointmentId && (
        <LinkButton to={`/appointments/details/${appointmentId}`}>{t('openAppointment')}</LinkButton>
      )}
      {acceptsActions && event.may.move && (
        <Button
          variant="default"
          leftSection={<IconCalendarEvent size={16} aria-hidden />}
          onClick={props.onReschedule}
        >
          {t('reschedule')}
        </Button>
      )}
      {canChange && <EditButton onClick={props.onEdit} />}
      {acceptsActions && type === 'externalEvent' && !event.is_private && (
        <EditButton onClick={() => toast(t('notSupported'), { kind: 'error' })} />
      )}
      {event.may.share && (
        <Button variant="default" leftSection={<IconShare size={16} aria-hidden />} onClick={props.onShare}>
          {t('share')}
        </Button>
      )}
      {canChange && <RemoveButton event={event} onDone={props.onClose} />}
    </div>
  );
}

function EditButton({ onClick }: { onClick: () => void }) {
  const t = useTranslation('calendar');
  return (
    <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={onClick}>
      {t('edit')}
    </Button>
  );
}

function RemoveButton({ event, onDone }: { event: CalendarEvent; onDone: () => void }) {
  const t = useTranslation('calendar');
  const { type, eventId } = event.systemRef;
  const remove = useWrite(removeEvent, { toast: t('removed'), onDone });
  const askRemove = async () => {
    const yes = await confirm({
      title: t('removeTitle', { title: event.title }),
      text: t('removeText'),
      yes: t('remove'),
      destroys: true,
    });
    if (yes) await remove.send({ type, eventId, rev: event.rev });
  };
  return (
    <Button
      variant="default"
      color="red"
      leftSection={<IconTrash size={16} aria-hidden />}
      loading={remove.pending}
      onClick={() => void askRemove()}
    >
      {t('remove')}
    </Button>
  );
}
