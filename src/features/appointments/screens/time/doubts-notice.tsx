import { Button } from '@mantine/core';
import { useFormat } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import classes from './conflict-notice.module.css';
import { doubtWords } from './doubts.ts';
import { useLeadHere } from './use-lead-here.ts';
import type { TimeFindings } from './use-time-check.ts';

interface Props {
  found: Pick<TimeFindings, 'warnings' | 'rivals'>;
  technicians: readonly { id: string; first_name: string; last_name: string }[];
  timezone: string;
  onGoOn: () => void;
}

/** What speaks against a time that is nobody's: working hours, days off, services, and requests that hope for it. */
export function DoubtsNotice({ found, technicians, timezone, onGoOn }: Props) {
  const t = useText('appointments');
  const format = useFormat();
  const box = useLeadHere();
  return (
    <div ref={box} tabIndex={-1} className={classes.box}>
      <Notice tone="warn" isNews title={t('doubts')}>
        {doubtWords(found, t, format, { technicians, timezone }).map((words) => (
          <div key={words}>{words}</div>
        ))}
        <Button className={classes.go ?? ''} variant="default" onClick={onGoOn}>
          {t('useNevertheless')}
        </Button>
      </Notice>
    </div>
  );
}
