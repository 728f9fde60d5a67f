import { Button } from '@mantine/core';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import classes from '../kit/conflict-notice.module.css';
import { useScrollIntoView } from '../kit/use-scroll-into-view.ts';
import { schedulingWarningLabels } from './submit-prompts.ts';
import type { TimeCheckResult } from './use-time-check.ts';

interface Props {
  found: Pick<TimeCheckResult, 'warnings' | 'competingRequests'>;
  technicians: readonly { id: string; first_name: string; last_name: string }[];
  timezone: string;
  onGoOn: () => void;
}

/** Warnings about a time that is free: working hours, days off, services, and competing requests. */
export function SchedulingWarningsNotice({ found, technicians, timezone, onGoOn }: Props) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const box = useScrollIntoView();
  return (
    <div ref={box} tabIndex={-1} className={classes.box}>
      <Notice tone="warn" isNews title={t('schedulingWarnings')}>
        {schedulingWarningLabels(found, t, format, { technicians, timezone }).map((label, i) => (
          <div key={i}>{label}</div>
        ))}
        <Button className={classes.go ?? ''} variant="default" onClick={onGoOn}>
          {t('useNevertheless')}
        </Button>
      </Notice>
    </div>
  );
}
