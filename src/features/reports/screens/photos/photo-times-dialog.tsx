import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { asInstant, asZone, parseInstantOrLocal, toLocal } from '#domain/base/time.ts';
import { sortByTime } from '#domain/reports/photos/photo-order.ts';
import { movedTimes } from '#domain/reports/photos/photo-time.ts';
import type { ReportMedia } from '#domain/reports/reports.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { DateTimeField } from '../../../../web/ui/inputs/date-time-field.tsx';
import { useEditorTools } from '../work/use-report-editor.ts';
import classes from './photos.module.css';

/** Corrects the times of photos from a camera whose clock was wrong: all move by the same time. */
export function PhotoTimesDialog({
  photos,
  onClose,
}: {
  photos: readonly ReportMedia[];
  onClose: () => void;
}) {
  const t = useTranslation('reports');
  const { editor, timezone } = useEditorTools();
  const zone = asZone(timezone);
  const first = sortByTime(photos)[0]?.taken_at;
  const [value, setValue] = useState(first ? toLocal(asInstant(first), zone) : '');
  const [problem, setProblem] = useState('');
  function save(event: FormEvent) {
    event.preventDefault();
    const instant = parseInstantOrLocal(value, zone);
    if (!instant) return setProblem(t('photos.timeMissing'));
    for (const { id, taken_at } of movedTimes(photos, instant))
      editor.change({ type: 'update_media', media_id: id, changes: { taken_at } });
    onClose();
  }
  return (
    <GuardedDialog opened onClose={onClose} title={t('photos.correctTime')} width={480}>
      <form onSubmit={save} className={classes.form}>
        <p className={classes.hint}>{t('photos.correctTimeHint')}</p>
        <DateTimeField
          label={t('photos.firstTaken')}
          value={value}
          error={problem}
          onChange={(next) => {
            setValue(next);
            setProblem('');
          }}
        />
        <div className={classes.formEnd}>
          <Button type="submit">{t('photos.save')}</Button>
        </div>
      </form>
    </GuardedDialog>
  );
}
