import { Button } from '@mantine/core';
import { dateTimeMessage } from '#domain/scheduling/booking.ts';
import { now } from '#web/clock.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconAlertTriangle, IconArrowLeft } from '#web/ui/layout/icons.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import classes from '../../dialog.module.css';
import type { OverruleInput, TimeConflictError } from '../../draft/conflicts.ts';
import { useAppointmentDialog, useCanOverrule } from '../../draft/dialog-context.ts';
import { ConflictNotice } from '../../kit/conflict-notice.tsx';
import { CustomTime } from '../../time/custom-time.tsx';
import { FreeSlots } from '../../time/free-slots.tsx';
import { useFormatLocal } from '../../time/time-fields.tsx';

interface Props {
  conflict: TimeConflictError | null;
  onSettled: () => void;
  onScheduleAnyway: (reason: string, overrule: OverruleInput) => void;
}

/** Time and technicians: a free slot of the next two weeks, or a custom time. */
export function StepDateTime({ conflict, onSettled, onScheduleAnyway }: Props) {
  const t = useTranslation('appointments');
  const { state, dispatch, defaults } = useAppointmentDialog();
  const mayOverrule = useCanOverrule();
  const zone = defaults.timezone.replaceAll('_', ' ');
  const taken = conflict && (
    <ConflictNotice
      conflicts={conflict.conflicts}
      message={conflict.message}
      technicians={defaults.inspectorOptions}
      timezone={defaults.timezone}
      mayOverrule={mayOverrule}
      onScheduleAnyway={onScheduleAnyway}
    />
  );
  if (!state.isCustomTime) {
    return (
      <section aria-labelledby="free-slots" className={`${classes.stack} ${classes.fillPanel}`}>
        {taken}
        <FreeSlots isTaken={conflict !== null} />
        <Present isTaken={conflict !== null} />
      </section>
    );
  }
  return (
    <section aria-labelledby="custom-time">
      {taken && <div style={{ marginBottom: 16 }}>{taken}</div>}
      <div className={classes.sectionHead} style={{ marginBottom: 0 }}>
        <h3 className={classes.heading} id="custom-time">
          {t('customTime')}
        </h3>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => {
            onSettled();
            dispatch({ type: 'customTime', isOn: false });
          }}
        >
          {t('showSlots')}
        </Button>
      </div>
      <p className={classes.hint}>{t('customTimeHint', { zone })}</p>
      <CustomTime onChanged={onSettled} />
      <div style={{ marginTop: 16 }}>
        <Present isTaken={conflict !== null} />
      </div>
    </section>
  );
}

/** Shows the current selection at all times: it is booked even if the button was not pressed. */
function Present({ isTaken }: { isTaken: boolean }) {
  const t = useTranslation('appointments');
  const { state, zone } = useAppointmentDialog();
  const formatLocal = useFormatLocal(zone);
  const { dateTime } = state.draft;
  const isUnchanged = state.editing?.first.draft.dateTime === dateTime;
  if (dateTime === null || (!isUnchanged && dateTimeMessage(dateTime, now(), zone) !== null)) return null;
  const names = state.picked.technicians.map(fullName).join(', ');
  const time = formatLocal(dateTime);
  const hasWarning = isTaken || names === '';
  return (
    <p className={classes.chosenTime} data-warn={hasWarning || undefined} role="status">
      {hasWarning && <IconAlertTriangle size={17} aria-hidden />}
      {isTaken
        ? t('takenTime', { time })
        : names === ''
          ? t('timeWithoutTechnician', { time })
          : t('chosenTime', { time, name: names })}
    </p>
  );
}
