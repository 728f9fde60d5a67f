import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import { usePageLocation } from '#web/navigation/navigation.tsx';
import { useUser } from '#web/session.ts';
import { IconCloudOff } from '#web/ui/layout/icons.ts';
import { resumeUploads } from '../work/resume-uploads.ts';
import { type UnsentWork, useUnsentWork } from '../work/unsent-work.ts';
import classes from './unsent-work-notice.module.css';

/** Work sent within this time is not shown. */
const quietMs = 2000;

/** Sends report changes left on this device and shows what is still unsent. */
export function UnsentWorkNotice() {
  const { id, subscriber_id } = useUser();
  const { path } = usePageLocation();
  const checkAgain = useRef<() => void>(undefined);
  useEffect(() => {
    const resumed = resumeUploads({ id, subscriber_id });
    checkAgain.current = resumed.again;
    return resumed.stop;
  }, [id, subscriber_id]);
  // The user left a page, possibly a report.
  useEffect(() => checkAgain.current?.(), [path]);
  const work = useUnsentWork();
  const waits = work.length > 0;
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(waits), waits ? quietMs : 0);
    return () => clearTimeout(timer);
  }, [waits]);
  return isShown && waits ? <Lines work={work} /> : null;
}

function Lines({ work }: { work: readonly UnsentWork[] }) {
  const t = useTranslation('reports');
  return (
    <div className={classes.line} role="status">
      {work.map(({ report_id, name, count }) => (
        <UnstyledLink key={report_id} to={`/edit-report/${report_id}`}>
          <IconCloudOff size={16} aria-hidden />
          {t('saving.waitingOf', { count, name })}
        </UnstyledLink>
      ))}
    </div>
  );
}
