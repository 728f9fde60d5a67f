import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { addMinutes, localDate, toInstant } from '#domain/base/time.ts';
import { dateTimeMessage } from '#domain/scheduling/booking.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { personOptions } from '#web/ui/inputs/person-options.ts';
import { IconCalendarEvent } from '#web/ui/layout/icons.ts';
import classes from '../dialog.module.css';
import { useLocalizeMessage } from '../draft/booking-messages.ts';
import { useAppointmentDialog, useCanOverrule } from '../draft/dialog-context.ts';
import type { DraftAction } from '../draft/draft-action.ts';
import { customDateTime } from '../draft/draft-state.ts';
import { chosenIds, placeOfDraft } from '../draft/scheduling-warnings-key.ts';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import { SchedulingWarningsNotice } from './scheduling-warnings-notice.tsx';
import { ClockField, DayField } from './time-fields.tsx';
import { type TimeCheckResult, useTimeCheck } from './use-time-check.ts';

/** Any future time with any technician: first the start, then the technician. */
export function CustomTime({ onChanged }: { onChanged: () => void }) {
  const t = useTranslation('appointments');
  const localize = useLocalizeMessage();
  const { state, dispatch, zone } = useAppointmentDialog();
  const { custom } = state;
  const { chosen, refusal } = useChosenTime();
  const { wrong, found, reset, take, pending } = useTakeTime(chosen, refusal);
  const change = (action: DraftAction) => {
    reset();
    onChanged();
    dispatch(action);
  };
  const startMessage = localize(refusal ?? (chosen === null ? state.errors.date_time : undefined));
  return (
    <div className={classes.time}>
      <DayField
        value={custom.date}
        onChange={(date) => change({ type: 'custom', patch: { date } })}
        today={localDate(now(), zone)}
        isWrong={(wrong === 'start' || state.errors.date_time !== undefined) && custom.date === ''}
        isFirstMissing={custom.date === ''}
      />
      <div className={classes.stack}>
        <ClockField
          label={t('timeSlotStart')}
          value={custom.time}
          onChange={(time) => change({ type: 'custom', patch: { time } })}
          error={startMessage ?? (wrong === 'start' && custom.time === '')}
          description={useEnd(chosen)}
        />
        <TechnicianField
          onChange={(technician) => change({ type: 'technician', technician })}
          isWrong={wrong === 'technician'}
        />
        {found && <FoundNotice found={found} />}
        <Button
          variant="light"
          leftSection={<IconCalendarEvent size={17} aria-hidden />}
          onClick={() => void take()}
          loading={pending}
        >
          {t('useTimeslot')}
        </Button>
      </div>
    </div>
  );
}

/** Returns the entered start, and why it can't be used. */
function useChosenTime() {
  const { state, zone } = useAppointmentDialog();
  const { custom, editing } = state;
  const chosen = customDateTime(custom);
  // For a past appointment everything except its time can still be changed.
  const isUnchanged = editing !== null && chosen === editing.first.draft.dateTime;
  const refusal = chosen === null || isUnchanged ? null : dateTimeMessage(chosen, now(), zone);
  return { chosen, refusal };
}

/** Takes the entered time if nothing speaks against it; otherwise returns what is missing or was found. */
function useTakeTime(chosen: string | null, refusal: string | null) {
  const { state, dispatch, defaults, price } = useAppointmentDialog();
  const [wrong, setWrong] = useState<'start' | 'technician' | null>(null);
  const [found, setFound] = useState<TimeCheckResult | null>(null);
  const { check, pending } = useTimeCheck();
  const { picked, editing } = state;
  const reset = () => {
    setWrong(null);
    setFound(null);
  };
  async function take() {
    if (chosen === null || refusal !== null) {
      setWrong('start');
      return;
    }
    if (!picked.technicians[0]) {
      setWrong('technician');
      return;
    }
    const answer = await check({
      dateTime: chosen,
      technicians: picked.technicians.map((one) => one.id),
      hours: price.totals.duration_minutes / 60,
      timezone: defaults.timezone,
      services: chosenIds(state),
      place: placeOfDraft(state),
      ...(editing ? { appointmentId: editing.appointment.id } : {}),
    });
    if (answer === null) return;
    const isFree = answer.conflicts.length + answer.warnings.length + answer.competingRequests.length === 0;
    if (isFree) dispatch({ type: 'useTime', overrule: null });
    else setFound(answer);
  }
  return { wrong, found, reset, take, pending };
}

type Technician = ReturnType<typeof useAppointmentDialog>['defaults']['inspectorOptions'][number];

function TechnicianField(props: { onChange: (technician: Technician | null) => void; isWrong: boolean }) {
  const t = useTranslation('appointments');
  const { state, defaults } = useAppointmentDialog();
  return (
    <Select
      label={t('technician')}
      data-field="technician"
      placeholder={t('chooseTechnician')}
      searchable
      clearable
      allowDeselect={false}
      nothingFoundMessage={t('nothingFound')}
      data={personOptions(defaults.inspectorOptions)}
      value={state.picked.technicians[0]?.id ?? null}
      onChange={(id) => props.onChange(defaults.inspectorOptions.find((one) => one.id === id) ?? null)}
      error={props.isWrong}
    />
  );
}

function FoundNotice({ found }: { found: TimeCheckResult }) {
  const { dispatch, defaults } = useAppointmentDialog();
  const mayOverrule = useCanOverrule();
  const { inspectorOptions: technicians, timezone } = defaults;
  if (found.conflicts.length === 0)
    return (
      <SchedulingWarningsNotice
        found={found}
        technicians={technicians}
        timezone={timezone}
        onGoOn={() => dispatch({ type: 'useTime', overrule: null })}
      />
    );
  return (
    <ConflictNotice
      conflicts={found.conflicts}
      warnings={found.warnings}
      technicians={technicians}
      timezone={timezone}
      mayOverrule={mayOverrule}
      onScheduleAnyway={(_, overrule) => dispatch({ type: 'useTime', overrule })}
    />
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
