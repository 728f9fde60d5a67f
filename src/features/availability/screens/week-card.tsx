import { Button, Checkbox, Switch } from '@mantine/core';
import { useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { personOptions } from '#web/ui/inputs/person-options.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { IconCopy } from '#web/ui/layout/icons.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import { copyAvailability } from '../contract.ts';
import classes from './availability.module.css';
import type { TeamTechnician } from './technician-rail.tsx';
import { useWeek } from './use-week.ts';
import { WeekGrid } from './week-grid.tsx';
import { visibleHalfHours } from './week-keys.ts';

interface Props {
  technician: TeamTechnician;
  others: readonly TeamTechnician[];
  timezone: string;
}

/** The default week of a technician. */
export function WeekCard({ technician, others, timezone }: Props) {
  const t = useTranslation('availability');
  const actor = useActor();
  const week = useWeek(technician.id);
  const [isWhole, setWhole] = useState(false);
  const [copies, setCopies] = useState(false);
  const mayEdit = allows(actor, 'edit_availability', { user_id: technician.id });
  const mayCopy = allows(actor, 'full_company_admin') && others.length > 1;
  return (
    <Card title={t('week')} actions={mayCopy && <CopyButton onClick={() => setCopies(true)} />}>
      {week.status === 'loading' && <CardSkeleton height={520} />}
      {week.status === 'failed' && <ErrorState failure={week.failure} onRetry={week.retry} />}
      {week.status === 'loaded' && (
        <>
          {week.cells.size === 0 && (
            <Notice tone="warn">{t('emptyWeek', { name: technician.first_name })}</Notice>
          )}
          <div className={classes.gridHead}>
            <p className={classes.hint}>{mayEdit ? t('weekHint') : t('weekLocked')}</p>
            <Switch
              label={t('wholeDay')}
              checked={isWhole}
              onChange={(event) => setWhole(event.currentTarget.checked)}
            />
          </div>
          <WeekGrid week={week} halves={visibleHalfHours(week.cells, isWhole)} mayEdit={mayEdit} />
          <p className={classes.foot}>{t('zoneNote', { zone: timezone.replaceAll('_', ' ') })}</p>
        </>
      )}
      {copies && (
        <CopyDialog
          technician={technician}
          others={others.filter((one) => one.id !== technician.id)}
          onClose={() => setCopies(false)}
        />
      )}
    </Card>
  );
}

function CopyButton({ onClick }: { onClick: () => void }) {
  const t = useTranslation('availability');
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconCopy size={16} aria-hidden />}
      onClick={onClick}
    >
      {t('copyToOthers')}
    </Button>
  );
}

function CopyDialog(props: {
  technician: TeamTechnician;
  others: readonly TeamTechnician[];
  onClose: () => void;
}) {
  const t = useTranslation('availability');
  const [to, setTo] = useState<string[]>([]);
  const write = useWrite(copyAvailability, {
    onDone: props.onClose,
    toast: (done) => t('copied', { n: done.copied }),
  });
  return (
    <GuardedDialog
      opened
      onClose={props.onClose}
      title={t('copyTitle', { name: fullName(props.technician) })}
      width={440}
      locked={write.pending}
      footer={
        <>
          <CancelButton disabled={write.pending} />
          <Button
            disabled={to.length === 0}
            loading={write.pending}
            onClick={() => void write.send({ from: props.technician.id, to })}
          >
            {t('copy')}
          </Button>
        </>
      }
    >
      <Checkbox.Group label={t('copyTo')} description={t('copyHint')} value={to} onChange={setTo}>
        <div className={classes.choices}>
          {personOptions(props.others).map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </div>
      </Checkbox.Group>
    </GuardedDialog>
  );
}
