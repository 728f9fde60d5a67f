import { useEffect, useRef, useState } from 'react';
import { useText } from '#web/i18n.ts';
import { BareLink } from '#web/link.tsx';
import { usePlace } from '#web/navigation.tsx';
import { useUser } from '#web/session.ts';
import { IconCloudOff } from '#web/ui/layout/icons.ts';
import { lookForWork } from '../work/look-for-work.ts';
import { useWaitingWork, type WaitingWork } from '../work/waiting-work.ts';
import classes from './waiting-line.module.css';

/** What arrives within this time is worth no line. */
const quietMs = 2000;

/** Sends work on reports that was left on this device, and says in a line what of it still waits. */
export function WaitingLine() {
  const { id, subscriber_id } = useUser();
  const { path } = usePlace();
  const looks = useRef<() => void>(undefined);
  useEffect(() => {
    const looking = lookForWork({ id, subscriber_id });
    looks.current = looking.again;
    return looking.stop;
  }, [id, subscriber_id]);
  // A page was left: perhaps that of a report.
  useEffect(() => looks.current?.(), [path]);
  const work = useWaitingWork();
  const waits = work.length > 0;
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(waits), waits ? quietMs : 0);
    return () => clearTimeout(timer);
  }, [waits]);
  return isShown && waits ? <Lines work={work} /> : null;
}

function Lines({ work }: { work: readonly WaitingWork[] }) {
  const t = useText('reports');
  return (
    <div className={classes.line} role="status">
      {work.map(({ report_id, name, count }) => (
        <BareLink key={report_id} to={`/edit-report/${report_id}`}>
          <IconCloudOff size={16} aria-hidden />
          {t('saving.waitingOf', { count, name })}
        </BareLink>
      ))}
    </div>
  );
}
