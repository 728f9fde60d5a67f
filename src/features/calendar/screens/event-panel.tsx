import { Button, Text } from '@mantine/core';
import { useId, useState } from 'react';
import {
  addMinutes,
  asInstant,
  asLocal,
  minutesBetween,
  toInstantOrNull,
  type Zone,
} from '#domain/base/time.ts';
import { useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/link.tsx';
import { toast } from '#web/toast.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconCalendarEvent, IconPencil, IconShare, IconTrash } from '#web/ui/layout/icons.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { type CalendarEvent, removeEvent } from '../contract.ts';
import classes from './calendar.module.css';
import { valuesOf } from './entry-values.ts';
import { type StaleEntry, StaleEntryNotice } from './stale-entry-notice.tsx';
import { TimeInputs } from './time-inputs.tsx';
import { type DayTime, daysOfEvent, eventTimeLabel } from './times.ts';
import type { Move } from './use-moves.ts';

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
    <Dialog opened onClose={onClose} title={event.is_private ? t('busyTitle') : event.title} width={520}>
      <Facts event={event} zone={props.zone} />
      {isMoving ? (
        <Reschedule {...props} onCancel={() => setMoving(false)} />
      ) : (
        <Acts {...props} onReschedule={() => setMoving(true)} />
      )}
    </Dialog>
  );
}

function Facts({ event, zone }: { event: CalendarEvent; zone: Zone }) {
  const t = useTranslation('calendar');
  const format = useFormat();
  const { apptData, technician } = event;
  return (
    <>
      <div className={classes.pills}>
        <StatusPill tone="mute">{t(`type.${event.systemRef.type}`)}</StatusPill>
        {apptData && event.systemRef.type === 'inspEvent' && <Pills event={event} />}
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
        {apptData?.address && (
          <>
            <dt>{t('address')}</dt>
            <dd>{apptData.address}</dd>
          </>
        )}
        {apptData?.clients && (
          <>
            <dt>{t('clients')}</dt>
            <dd>{apptData.clients}</dd>
          </>
        )}
        {apptData?.services && (
          <>
            <dt>{t('services')}</dt>
            <dd>{apptData.services}</dd>
          </>
        )}
        {apptData && event.systemRef.type === 'inspEvent' && (
          <>
            <dt>{t('occupied')}</dt>
            <dd>{t(apptData.occupied ? 'yes' : 'no')}</dd>
            <dt>{t('utilitiesOn')}</dt>
            <dd>{t(apptData.utilities_on ? 'yes' : 'no')}</dd>
          </>
        )}
        {!apptData?.clients && event.description && event.systemRef.type !== 'inspEvent' && (
          <>
            <dt>{t('description')}</dt>
            <dd>{event.description}</dd>
          </>
        )}
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

function Pills({ event }: { event: CalendarEvent }) {
  const t = useTranslation('calendar');
  const { apptData } = event;
  if (!apptData) return null;
  const { status, isPaid, agreementSigned, isPublished } = apptData;
  return (
    <>
      {!apptData.utilities_on && <StatusPill tone="warn">{t('utilitiesOff')}</StatusPill>}
      <StatusPill tone={status === 'requested' ? 'warn' : status === 'completed' ? 'ok' : 'info'}>
        {t(`status.${status}`)}
      </StatusPill>
      <StatusPill tone={isPaid ? 'ok' : 'mute'}>{t(isPaid ? 'paid' : 'notPaid')}</StatusPill>
      <StatusPill tone={agreementSigned ? 'ok' : 'mute'}>
        {t(agreementSigned ? 'signed' : 'notSigned')}
      </StatusPill>
      {isPublished && <StatusPill tone="ok">{t('published')}</StatusPill>}
    </>
  );
}

function Acts(props: Props & { onReschedule: () => void }) {
  const t = useTranslation('calendar');
  const { event, acceptsActions, onClose } = props;
  const { type, appointmentId, eventId } = event.systemRef;
  const remove = useWrite(removeEvent, { toast: t('removed'), onDone: onClose });
  const isExternal = type === 'externalEvent';
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
      {acceptsActions && (type === 'regularEvent' || type === 'inspSubEvent') && event.may.edit && (
        <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={props.onEdit}>
          {t('edit')}
        </Button>
      )}
      {acceptsActions && isExternal && !event.is_private && (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => toast(t('notSupported'), { kind: 'error' })}
        >
          {t('edit')}
        </Button>
      )}
      {event.may.share && (
        <Button variant="default" leftSection={<IconShare size={16} aria-hidden />} onClick={props.onShare}>
          {t('share')}
        </Button>
      )}
      {acceptsActions && (type === 'regularEvent' || type === 'inspSubEvent') && event.may.edit && (
        <Button
          variant="default"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          loading={remove.pending}
          onClick={() => void askRemove()}
        >
          {t('remove')}
        </Button>
      )}
    </div>
  );
}

/** Changes the time without a mouse (WCAG 2.5.7): the start of an appointment, start and end of other entries. */
function Reschedule(props: Props & { onCancel: () => void }) {
  const t = useTranslation('calendar');
  const { zone, onMove, onClose, onCancel } = props;
  const formId = useId();
  // The entry as it was when the user started: other users' changes must not be overwritten unnoticed.
  const [event, setEvent] = useState(props.event);
  const [{ start, end }, setTimes] = useState(() => valuesOf(event, zone));
  const setStart = (next: DayTime) => setTimes((was) => ({ ...was, start: next }));
  const setEnd = (next: DayTime) => setTimes((was) => ({ ...was, end: next }));
  const [late, setLate] = useState<StaleEntry | null>(null);
  const [error, setError] = useState('');
  const [pending, setPending] = useState(false);
  const hasEnd = event.systemRef.type !== 'inspEvent';
  const length = minutesBetween(asInstant(event.start.dateTime), asInstant(event.end.dateTime));
  const first = valuesOf(event, zone);
  // An unchanged time means its original instant, which may be in the second of two repeated hours.
  const at = (value: DayTime, was: DayTime, moment: string) => {
    if (value.date === was.date && value.time === was.time) return asInstant(moment);
    if (!value.date || !value.time) return null;
    return toInstantOrNull({ local: asLocal(`${value.date}T${value.time}`), zone });
  };

  async function save() {
    const from = at(start, first.start, event.start.dateTime);
    const to = at(end, first.end, event.end.dateTime);
    if (from === null || (hasEnd && to === null)) return setError(t('timeWrong'));
    if (hasEnd && !event.all_day && to !== null && to <= from) return setError(t('endBeforeStart'));
    setError('');
    setLate(null);
    setPending(true);
    const times = event.all_day
      ? { start: start.date, end: end.date }
      : { start: from, end: hasEnd && to ? to : addMinutes(from, length) };
    const done = await onMove({ event, ...times, onStale: setLate });
    setPending(false);
    if (done) onClose();
  }
  return (
    <form
      id={formId}
      noValidate
      className={classes.fields}
      style={{ marginTop: 20 }}
      aria-label={t('reschedule')}
      onSubmit={(submit) => {
        submit.preventDefault();
        void save();
      }}
    >
      {late && (
        <StaleEntryNotice
          late={late}
          onTake={(present) => {
            setEvent(present);
            setTimes(valuesOf(present, zone));
            setLate(null);
            document.getElementById(formId)?.querySelector('input')?.focus();
          }}
        />
      )}
      <TimeInputs
        name="start"
        value={start}
        onChange={setStart}
        withTime={!event.all_day}
        error={error || undefined}
      />
      {hasEnd && <TimeInputs name="end" value={end} onChange={setEnd} withTime={!event.all_day} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={pending}>
          {t('save')}
        </Button>
        <Button variant="default" onClick={onCancel} disabled={pending}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
