import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { fullName } from '#domain/base/names.ts';
import { addDays, asInstant, asLocalDate, asZone, parseLocalDate, toLocal } from '#domain/base/time.ts';
import { listSlots, measureTravel, type Slot } from '#features/availability/slots-contract.ts';
import type { PersonOption } from '#features/people/contract.ts';
import { PersonPicker } from '#features/people/screens/person-picker.tsx';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { DateTimeField } from '#web/ui/inputs/date-time-field.tsx';
import type { BookingRequestRow } from '../../office-contract.ts';
import classes from './office.module.css';

/** How far ahead a free day is looked for. */
const daysAhead = 31;

/** A time as entered, with a technician. */
export interface ChosenTime {
  /** Local time of the company, such as `2030-03-08T09:00`. */
  dateTime: string;
  technician: PersonOption | null;
}

/** Returns the wished time and the technician of a request, as a first choice. */
export function wishOf({ date_time, timezone, technicians }: BookingRequestRow): ChosenTime {
  const [first] = technicians;
  return {
    dateTime: toLocal(asInstant(date_time), asZone(timezone)).slice(0, 16),
    technician: first ? { ...first, email: '', profile_pic: null } : null,
  };
}

/** Returns a chosen time as the server takes it. */
export function sentTime({ dateTime, technician }: ChosenTime) {
  return { date_time: dateTime, technician_id: technician?.id ?? '' };
}

interface Props {
  request: BookingRequestRow;
  value: ChosenTime;
  onChange: (value: ChosenTime) => void;
  errors: { date_time?: string | undefined; technician_id?: string | undefined };
  legend?: ReactNode;
}

/** Fields for a time and a technician, with the free times of that day to choose from. */
export function TimeChoice({ request, value, onChange, errors, legend }: Props) {
  const t = useTranslation('booking/screens/office');
  return (
    <fieldset className={classes.choice}>
      {legend && <legend className={classes.legend}>{legend}</legend>}
      <DateTimeField
        label={t('time')}
        value={value.dateTime}
        onChange={(dateTime) => onChange({ ...value, dateTime })}
        error={errors.date_time}
      />
      <FreeTimes request={request} value={value} onChange={onChange} />
      <PersonPicker
        type="technicians"
        label={t('technician')}
        single
        value={value.technician ? [value.technician] : []}
        onChange={(people) => onChange({ ...value, technician: people.at(-1) ?? null })}
        error={errors.technician_id}
      />
    </fieldset>
  );
}

function FreeTimes({ request, value, onChange }: Pick<Props, 'request' | 'value' | 'onChange'>) {
  const t = useTranslation('booking/screens/office');
  const format = useFormat();
  const user = useUser();
  const day = value.dateTime.slice(0, 10);
  const isDay = parseLocalDate(day) !== null;
  const days = { fromDate: day, toDate: day };
  const { position } = request;
  const way = useRead(
    measureTravel,
    { ...days, ...(position ?? { lat: 0, lng: 0 }) },
    { enabled: isDay && position !== null },
  );
  const slots = useRead(
    listSlots,
    {
      subscriberId: user.subscriber_id || user.id,
      ...days,
      ...position,
      duration: request.duration,
      services: request.services.map((one) => one.id).join(','),
      zip: request.zip_code,
      inspections_id: request.appointment_id,
    },
    // Without an answer, ways are estimated.
    { enabled: isDay && !(position && way.status === 'loading'), keep: true },
  );
  if (!isDay || !slots.data) return null;
  const free = slots.data.timeSlots;
  if (free.length === 0) return <NextFree request={request} day={day} value={value} onChange={onChange} />;
  const chosen = free.find((slot) => localOf(slot) === value.dateTime);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout */}
      <div className={classes.buttons} role="group" aria-label={t('free')}>
        {free.map((slot) => {
          const dateTime = localOf(slot);
          const same = slot.values.find((one) => one.id === value.technician?.id);
          const technician = same ?? slot.values[0];
          return (
            <Button
              key={dateTime}
              size="compact-sm"
              variant={dateTime === value.dateTime ? 'light' : 'default'}
              aria-pressed={dateTime === value.dateTime}
              title={slot.title}
              onClick={() => onChange({ dateTime, technician: technician ? optionOf(technician) : null })}
            >
              {format.clock(dateTime.slice(11))}
            </Button>
          );
        })}
      </div>
      {chosen && <Drivers slot={chosen} value={value} onChange={onChange} />}
    </>
  );
}

/** That the day has no free time, and the next day that has one, one click away. */
function NextFree(props: Pick<Props, 'request' | 'value' | 'onChange'> & { day: string }) {
  const t = useTranslation('booking/screens/office');
  const format = useFormat();
  const user = useUser();
  const { request, day, value, onChange } = props;
  const fromDate = addDays(asLocalDate(day), 1);
  const { data } = useRead(listSlots, {
    subscriberId: user.subscriber_id || user.id,
    ...{ fromDate, toDate: addDays(fromDate, daysAhead - 1) },
    ...request.position,
    duration: request.duration,
    services: request.services.map((one) => one.id).join(','),
    zip: request.zip_code,
    inspections_id: request.appointment_id,
  });
  const next = data?.timeSlots[0];
  const technician = next?.values.find((one) => one.id === value.technician?.id) ?? next?.values[0];
  return (
    <div className={classes.buttons}>
      <p className={classes.dim}>{t('noFree')}</p>
      {next && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() =>
            onChange({ dateTime: localOf(next), technician: technician ? optionOf(technician) : null })
          }
        >
          {t('nextFree', { day: format.longDay(next.date) })}
        </Button>
      )}
    </div>
  );
}

/** The technicians who are free at a time, least extra driving first; empty unless the company plans by road. */
function Drivers({ slot, value, onChange }: { slot: Slot } & Pick<Props, 'value' | 'onChange'>) {
  const t = useTranslation('booking/screens/office');
  const format = useFormat();
  if (slot.values.every((one) => one.extra_minutes === null)) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout
    <div className={classes.buttons} role="group" aria-label={t('freeTechnicians')}>
      {slot.values.map((one) => (
        <Button
          key={one.id}
          size="compact-sm"
          variant={one.id === value.technician?.id ? 'light' : 'default'}
          aria-pressed={one.id === value.technician?.id}
          onClick={() => onChange({ ...value, technician: optionOf(one) })}
        >
          {fullName(one)}
          <span className={classes.driving}>
            {one.extra_minutes
              ? t('extraDriving', { minutes: format.hours(one.extra_minutes) })
              : t('noExtraDriving')}
          </span>
        </Button>
      ))}
    </div>
  );
}

function localOf({ date, hour, minute }: Slot): string {
  return `${date}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function optionOf({ id, first_name, last_name, email, profile_pic }: Slot['values'][number]): PersonOption {
  return { id, first_name, last_name, email, profile_pic };
}
