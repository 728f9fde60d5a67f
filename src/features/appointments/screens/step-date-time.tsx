import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { dateTimeMessage } from '#domain/booking.ts';
import { addMinutes, localDate, toInstant } from '#domain/time.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { IconCalendarEvent } from '#web/ui/icons.ts';
import { fullName } from '#web/ui/person-badge.tsx';
import { useSaid } from './booking-texts.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import type { Conflict, TimeConflict } from './conflicts.ts';
import classes from './dialog.module.css';
import { useDialog } from './dialog-context.ts';
import { customDateTime } from './draft-state.ts';
import { ClockField, DayField, useLocalWords } from './time-fields.tsx';
import { useTimeCheck } from './use-time-check.ts';

interface Props {
  conflict: Conflict | null;
  onSettled: () => void;
  onScheduleAnyway: () => void;
}

/** When, and who does it: any future time of a day and a technician. */
export function StepDateTime({ conflict, onSettled, onScheduleAnyway }: Props) {
  const t = useText('appointments');
  const said = useSaid();
  const { state, dispatch, defaults, settings, zone, price } = useDialog();
  const [wrong, setWrong] = useState<'start' | 'technician' | null>(null);
  const [found, setFound] = useState<TimeConflict[]>([]);
  const { check, pending } = useTimeCheck();
  const today = localDate(now(), zone);
  const { custom, picked } = state;
  const technician = picked.technicians[0];
  const chosen = customDateTime(custom);
  const refusal = chosen === null ? null : dateTimeMessage(chosen, now(), zone);

  const changed = () => {
    setWrong(null);
    setFound([]);
    onSettled();
  };
  const changeTime = (patch: Partial<typeof custom>) => {
    changed();
    dispatch({ type: 'custom', patch });
  };
  async function useThisTime() {
    if (chosen === null || refusal !== null) {
      setWrong('start');
      return;
    }
    if (!technician) {
      setWrong('technician');
      return;
    }
    const hours = price.totals.duration_minutes / 60;
    const conflicts = await check({
      dateTime: chosen,
      technicians: [technician.id],
      hours,
      timezone: defaults.timezone,
    });
    if (conflicts === null) return;
    setFound(conflicts);
    if (conflicts.length === 0) dispatch({ type: 'useTime', overrule: false });
  }

  const startMessage = said(refusal ?? (chosen === null ? state.errors.date_time : undefined));
  return (
    <section aria-labelledby="custom-time">
      <h3 className={classes.heading} id="custom-time">
        {t('customTime')}
      </h3>
      <p className={classes.hint}>{t('customTimeHint', { zone: defaults.timezone.replaceAll('_', ' ') })}</p>
      <div className={classes.time}>
        <DayField
          value={custom.date}
          onChange={(date) => changeTime({ date })}
          today={today}
          isWrong={(wrong === 'start' || state.errors.date_time !== undefined) && custom.date === ''}
          isFirstMissing={custom.date === ''}
        />
        <div className={classes.stack}>
          <ClockField
            label={t('timeSlotStart')}
            value={custom.time}
            onChange={(time) => changeTime({ time })}
            error={startMessage ?? (wrong === 'start' && custom.time === '')}
            description={useEnd(chosen)}
          />
          <Select
            label={t('technician')}
            data-field="technician"
            placeholder={t('chooseTechnician')}
            searchable
            clearable
            allowDeselect={false}
            nothingFoundMessage={t('nothingFound')}
            data={defaults.inspectorOptions.map((one) => ({ value: one.id, label: fullName(one) }))}
            value={technician?.id ?? null}
            onChange={(id) => {
              changed();
              const next = defaults.inspectorOptions.find((one) => one.id === id) ?? null;
              dispatch({ type: 'technician', technician: next });
            }}
            error={wrong === 'technician'}
          />
          {(found.length > 0 || conflict) && (
            <ConflictNotice
              conflicts={found.length > 0 ? found : (conflict?.found ?? [])}
              {...(conflict ? { message: conflict.message } : {})}
              technicians={defaults.inspectorOptions}
              timezone={defaults.timezone}
              mayOverrule={settings.may_overrule}
              onScheduleAnyway={() => {
                if (found.length === 0) onScheduleAnyway();
                else dispatch({ type: 'useTime', overrule: true });
              }}
            />
          )}
          <Button
            variant="light"
            leftSection={<IconCalendarEvent size={17} aria-hidden />}
            onClick={() => void useThisTime()}
            loading={pending}
          >
            {t('useTimeslot')}
          </Button>
          <Present isRefused={refusal !== null} />
        </div>
      </div>
    </section>
  );
}

// The end follows from the time the chosen services take.
function useEnd(chosen: string | null): string | undefined {
  const t = useText('appointments');
  const format = useFormat();
  const { zone, price } = useDialog();
  if (chosen === null) return undefined;
  const start = toInstant({ local: chosen as Parameters<typeof toInstant>[0]['local'], zone });
  return t('endsAt', { time: format.time(addMinutes(start, price.totals.duration_minutes), zone) });
}

/** What is chosen, all the time: it is booked whether the button was pressed or not. */
function Present({ isRefused }: { isRefused: boolean }) {
  const t = useText('appointments');
  const { state, zone } = useDialog();
  const words = useLocalWords(zone);
  const { dateTime } = state.draft;
  if (dateTime === null || isRefused) return null;
  const names = state.picked.technicians.map(fullName).join(', ');
  return (
    <p className={classes.chosenTime} role="status">
      {t('chosenTime', { time: words(dateTime), name: names || t('unassigned') })}
    </p>
  );
}
