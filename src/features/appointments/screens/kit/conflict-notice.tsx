import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { toBookingOverride } from '#domain/scheduling/booking-override.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import { formatConflictTime, type OverruleInput, type TimeConflict } from '../draft/conflicts.ts';
import classes from './conflict-notice.module.css';
import { useScrollIntoView } from './use-scroll-into-view.ts';

interface Props {
  conflicts: readonly TimeConflict[];
  /** Further warnings about that time. */
  warnings?: readonly TimeConflict[];
  /** The server's message if it listed no conflicts. */
  message?: string;
  technicians: readonly { id: string; first_name: string; last_name: string }[];
  timezone: string;
  mayOverrule: boolean;
  /** Called with the reason and the conflicts; an override requires a reason. */
  onScheduleAnyway: (reason: string, overrule: OverruleInput) => void;
}

/**
 * Shows who is taken, by what and when; users who may override enter the reason, which is stored with the appointment.
 */
export function ConflictNotice(props: Props) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const nameOf = (id: string) => {
    const technician = props.technicians.find((one) => one.id === id);
    return technician ? fullName(technician) : t('technician');
  };
  const box = useScrollIntoView();
  return (
    <div ref={box} tabIndex={-1} className={classes.box}>
      <Notice tone="warn" isNews title={t('taken')}>
        {props.conflicts.map((conflict) => (
          <div key={`${conflict.technician_id} ${conflict.start}`}>
            {t('takenBy', {
              name: nameOf(conflict.technician_id),
              title: conflict.title || t(`busy.${conflict.kind}`),
              time: formatConflictTime(conflict, format, props.timezone),
            })}
          </div>
        ))}
        {props.conflicts.length === 0 && props.message}
        {props.warnings?.map((one) => (
          <div key={`${one.technician_id} ${one.kind} ${one.start}`}>
            {`${nameOf(one.technician_id)}: ${t(`busy.${one.kind}`)}`}
          </div>
        ))}
        {props.mayOverrule ? (
          <Overrule
            onScheduleAnyway={(reason) =>
              props.onScheduleAnyway(reason, toBookingOverride(reason, props.conflicts))
            }
          />
        ) : (
          <div>{t('chooseOther')}</div>
        )}
      </Notice>
    </div>
  );
}

function Overrule({ onScheduleAnyway }: { onScheduleAnyway: (reason: string) => void }) {
  const t = useTranslation('appointments');
  const [reason, setReason] = useState('');
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const confirm = () => {
    if (reason.trim() !== '') {
      onScheduleAnyway(reason.trim());
      return;
    }
    setWrong(true);
    field.current?.focus();
  };
  return (
    <div className={classes.overrule}>
      <TextInput
        ref={field}
        label={t('overruleReason')}
        value={reason}
        maxLength={500}
        autoComplete="off"
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') confirm();
        }}
        error={isWrong ? t('reasonMissing') : undefined}
      />
      <Button variant="default" onClick={confirm}>
        {t('scheduleAnyway')}
      </Button>
    </div>
  );
}
