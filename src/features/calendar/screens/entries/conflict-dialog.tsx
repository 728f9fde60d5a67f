import { Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Zone } from '#domain/base/time.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import classes from '../calendar.module.css';
import type { OverrulePrompt } from '../use-moves.ts';

interface Props {
  asked: OverrulePrompt;
  zone: Zone;
  nameOf: (technicianId: string) => string;
}

/** Shows the conflicts; with a reason the entry can be scheduled anyway, stored with name and time. */
export function ConflictDialog({ asked, zone, nameOf }: Props) {
  const t = useTranslation('calendar');
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // Warnings only: continuing overrides no one's booking.
  const isWarningOnly = asked.conflicts.length === 0 && (asked.warnings ?? []).length > 0;
  const confirm = () => {
    if (isWarningOnly) asked.answer('');
    else if (reason.trim() === '') {
      setMissing(true);
      field.current?.focus();
    } else asked.answer(reason.trim());
  };
  return (
    <GuardedDialog
      opened
      onClose={() => asked.answer(null)}
      title={t(isWarningOnly ? 'schedulingWarnings' : 'taken')}
      footer={
        <>
          <Button variant="default" onClick={() => asked.answer(null)}>
            {t('leaveIt')}
          </Button>
          <Button onClick={confirm}>{t('scheduleAnyway')}</Button>
        </>
      }
    >
      <div className={classes.fields}>
        {asked.message && <p className={classes.change}>{asked.message}</p>}
        <ConflictList asked={asked} zone={zone} nameOf={nameOf} />
        {!isWarningOnly && (
          <Textarea
            ref={field}
            label={t('reason')}
            description={t('reasonHint')}
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setMissing(false);
            }}
            error={isMissing && t('reasonMissing')}
            maxLength={500}
            autosize
            minRows={2}
            data-autofocus
            required
          />
        )}
      </div>
    </GuardedDialog>
  );
}

function ConflictList({ asked: { conflicts, warnings = [] }, zone, nameOf }: Props) {
  const t = useTranslation('calendar');
  const format = useFormat();
  return (
    <Notice tone="warn">
      {conflicts.length === 0 && warnings.length === 0 && t('takenUnknown')}
      {conflicts.map((one) => (
        <div key={`${one.technician_id} ${one.start}`}>
          {t('takenBy', {
            name: nameOf(one.technician_id),
            title: one.title || t('busyTitle'),
            time: `${format.dateTime(one.start, zone)} – ${format.time(one.end, zone)}`,
          })}
        </div>
      ))}
      {warnings.map((one) => (
        <div key={`${one.technician_id} ${one.kind} ${one.start}`}>
          {`${nameOf(one.technician_id)}: ${t(`schedulingWarning.${one.kind}`)}`}
        </div>
      ))}
    </Notice>
  );
}
