import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import {
  addMinutes,
  asInstant,
  minutesBetween,
  parseLocal,
  toInstantOrNull,
  type Zone,
} from '#domain/base/time.ts';
import { useTranslation } from '#web/i18n.ts';
import { PageSlot } from '#web/page-slots.tsx';
import type { CalendarEvent } from '../../contract.ts';
import classes from '../calendar.module.css';
import type { DayTime } from '../times.ts';
import type { Move } from '../use-moves.ts';
import { valuesOf } from './entry-values.ts';
import { type StaleEntry, StaleEntryNotice } from './stale-entry-notice.tsx';
import { TimeInputs } from './time-inputs.tsx';

interface Props {
  event: CalendarEvent;
  zone: Zone;
  onMove: (move: Move) => Promise<boolean>;
  onClose: () => void;
  onCancel: () => void;
}

/** Changes the time without a mouse (WCAG 2.5.7): the start of an appointment, start and end of other entries. */
export function RescheduleForm(props: Props) {
  const t = useTranslation('calendar');
  const formId = useId();
  const { event, start, end, moved, setTimes, late, error, pending, hasEnd, save, take } =
    useReschedule(props);
  const { appointmentId } = event.systemRef;
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
            take(present);
            document.getElementById(formId)?.querySelector('input')?.focus();
          }}
        />
      )}
      <TimeInputs
        name="start"
        value={start}
        onChange={(next) => setTimes({ start: next })}
        withTime={!event.all_day}
        error={error || undefined}
      />
      {hasEnd && (
        <TimeInputs
          name="end"
          value={end}
          onChange={(next) => setTimes({ end: next })}
          withTime={!event.all_day}
        />
      )}
      {moved && appointmentId !== null && (
        <PageSlot name="appointment.planned-changes" appointmentId={appointmentId} to={moved} />
      )}
      <FormButtons pending={pending} onCancel={props.onCancel} />
    </form>
  );
}

function FormButtons({ pending, onCancel }: { pending: boolean; onCancel: () => void }) {
  const t = useTranslation('calendar');
  return (
    <div className={classes.buttons}>
      <Button type="submit" loading={pending}>
        {t('save')}
      </Button>
      <Button variant="default" onClick={onCancel} disabled={pending}>
        {t('cancel')}
      </Button>
    </div>
  );
}

function useReschedule({ zone, onMove, onClose, ...props }: Props) {
  const t = useTranslation('calendar');
  // The entry as it was when the user started: other users' changes must not be overwritten unnoticed.
  const [event, setEvent] = useState(props.event);
  const [{ start, end }, setBoth] = useState(() => valuesOf(event, zone));
  const setTimes = (next: { start?: DayTime; end?: DayTime }) => setBoth((was) => ({ ...was, ...next }));
  const [late, setLate] = useState<StaleEntry | null>(null);
  const [error, setError] = useState('');
  const [pending, setPending] = useState(false);
  const hasEnd = event.systemRef.type !== 'inspEvent';

  async function save() {
    const first = valuesOf(event, zone);
    const from = instantOf(start, first.start, event.start.dateTime, zone);
    const to = instantOf(end, first.end, event.end.dateTime, zone);
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

  /** Continues with the current version of the entry. */
  function take(present: CalendarEvent) {
    setEvent(present);
    setBoth(valuesOf(present, zone));
    setLate(null);
  }

  // Which planned messages of an appointment follow the new time.
  const begins = hasEnd ? null : instantOf(start, valuesOf(event, zone).start, event.start.dateTime, zone);
  const length = minutesBetween(asInstant(event.start.dateTime), asInstant(event.end.dateTime));
  const moved =
    begins === null || begins === asInstant(event.start.dateTime)
      ? null
      : { date_time: begins, end_time: addMinutes(begins, length) };

  return { event, start, end, moved, setTimes, late, error, pending, hasEnd, save, take };
}

/** An unchanged time means its original instant, which may be in the second of two repeated hours. */
function instantOf(value: DayTime, was: DayTime, moment: string, zone: Zone) {
  if (value.date === was.date && value.time === was.time) return asInstant(moment);
  const local = parseLocal(`${value.date}T${value.time}`);
  return local && toInstantOrNull({ local, zone });
}
