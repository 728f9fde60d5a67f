import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { addMinutes, localDate, toInstant } from '#domain/base/time.ts';
import { dateTimeMessage } from '#domain/scheduling/booking.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconCalendarEvent } from '#web/ui/layout/icons.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import classes from '../dialog.module.css';
import { useLocalizeMessage } from '../draft/booking-messages.ts';
import { useAppointmentDialog, useCanOverrule } from '../draft/dialog-context.ts';
import { customDateTime } from '../draft/draft-state.ts';
import { chosenIds } from '../draft/scheduling-warnings-key.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { SchedulingWarningsNotice } from './scheduling-warnings-notice.tsx';
import { ClockField, DayField } from './time-fields.tsx';
import { type TimeCheckResult, useTimeCheck } from './use-time-check.ts';

/** Any future time with any technician: first the start, then the technician. */
export function CustomTime({ onChanged }: { onChanged: () => void }) {
  const t = useTranslation('appointments');
  const localize = useLocalizeMessage();
  const { state, dispatch, defaults, zone, price } = useAppointmentDialog();
  const mayOverrule = useCanOverrule();
  const [wrong, setWrong] = useState<'start' | 'technician' | null>(null);
  const [found, setFound] = useState<TimeCheckResult | null>(null);
  const { check, pending } = useTimeCheck();
  const { custom, picked, editing } = state;
  const technician = picked.technicians[0];
  const chosen = customDateTime(custom);
  // For a past appointment everything except its time can still be changed.
  const isUnchanged = editing !== null && chosen === editing.first.draft.dateTime;
  const refusal = chosen === null || isUnchanged ? null : dateTimeMessage(chosen, now(), zone);

  const changed = () => {
    setWrong(null);
    setFound(null);
    onChanged();
  };
  async function takeThisTime() {
    if (chosen === null || refusal !== null) {
      setWrong('start');
      return;
    }
    if (!technician) {
      setWrong('technician');
      return;
    }
    const answer = await check({
      dateTime: chosen,
      technicians: picked.technicians.map((one) => one.id),
      hours: price.totals.duration_minutes / 60,
      timezone: defaults.timezone,
      services: chosenIds(state),
      ...(editing ? { appointmentId: editing.appointment.id } : {}),
    });
    if (answer === null) return;
    const isFree = answer.conflicts.length + answer.warnings.length + answer.competingRequests.length === 0;
    if (isFree) dispatch({ type: 'useTime', overrule: null });
    else setFound(answer);
  }

  const startMessage = localize(refusal ?? (chosen === null ? state.errors.date_time : undefined));
  return (
    <div className={classes.time}>
      <DayField
        value={custom.date}
        onChange={(date) => {
          changed();
          dispatch({ type: 'custom', patch: { date } });
        }}
        today={localDate(now(), zone)}
        isWrong={(wrong === 'start' || state.errors.date_time !== undefined) && custom.date === ''}
        isFirstMissing={custom.date === ''}
      />
      <div className={classes.stack}>
        <ClockField
          label={t('timeSlotStart')}
          value={custom.time}
          onChange={(time) => {
            changed();
            dispatch({ type: 'custom', patch: { time } });
          }}
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
        {found && found.conflicts.length > 0 && (
          <ConflictNotice
            conflicts={found.conflicts}
            warnings={found.warnings}
            technicians={defaults.inspectorOptions}
            timezone={defaults.timezone}
            mayOverrule={mayOverrule}
            onScheduleAnyway={(_, overrule) => dispatch({ type: 'useTime', overrule })}
          />
        )}
        {found && found.conflicts.length === 0 && (
          <SchedulingWarningsNotice
            found={found}
            technicians={defaults.inspectorOptions}
            timezone={defaults.timezone}
            onGoOn={() => dispatch({ type: 'useTime', overrule: null })}
          />
        )}
        <Button
          variant="light"
          leftSection={<IconCalendarEvent size={17} aria-hidden />}
          onClick={() => void takeThisTime()}
          loading={pending}
        >
          {t('useTimeslot')}
        </Button>
      </div>
    </div>
  );
}

// Returns the end, which follows from the duration of the selected services.
function useEnd(chosen: string | null): string | undefined {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { zone, price } = useAppointmentDialog();
  if (chosen === null) return undefined;
  const start = toInstant({ local: chosen as Parameters<typeof toInstant>[0]['local'], zone });
  return t('endsAt', { time: format.time(addMinutes(start, price.totals.duration_minutes), zone) });
}
