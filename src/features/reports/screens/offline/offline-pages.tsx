import { useEffect, useState } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/link.tsx';
import type { StoredCopy } from '#web/offline/offline-store.ts';
import { useUser } from '#web/session.ts';
import { LinesSkeleton, MessagePage } from '#web/ui/feedback/states.tsx';
import { IconCloudOff } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { loadJobs, type StoredJobs } from '../work/stored-jobs.ts';
import { JobDays } from './job-days.tsx';
import { JobPage } from './job-page.tsx';
import classes from './offline.module.css';

const detailsPath = /^\/appointments\/(?:details\/)?([\w-]+)\/?$/;
const listPaths = ['/', '/dashboard', '/appointments'];

/** What a page shows while the server is out of reach: the stored jobs, one of them, or that it needs a connection. */
export function OfflinePage({ path }: { path: string }) {
  const stored = useStoredJobs();
  const id = detailsPath.exec(path)?.[1];
  const job = id === undefined ? undefined : stored?.data.jobs.find((one) => one.id === id);
  if (stored === undefined) return <LinesSkeleton lines={6} height={48} />;
  if (stored && job) return <JobPage job={job} at={stored.at} />;
  if (listPaths.includes(path)) return stored ? <TodayAndTomorrow stored={stored} /> : <NothingStored />;
  return <NeedsConnection isJob={id !== undefined} hasJobs={stored !== null} />;
}

/** The line above every page while the server is out of reach. */
export function OfflineBar() {
  const t = useTranslation('reports');
  return (
    <p className={classes.bar} role="status">
      <IconCloudOff size={16} aria-hidden />
      {t('offline.bar')}
    </p>
  );
}

/** The stored jobs; undefined while they are read, null if there are none. */
function useStoredJobs(): StoredCopy<StoredJobs> | null | undefined {
  const { id, subscriber_id } = useUser();
  const [stored, setStored] = useState<StoredCopy<StoredJobs> | null>();
  useEffect(() => {
    void loadJobs({ id, subscriber_id }).then(setStored);
  }, [id, subscriber_id]);
  return stored;
}

function TodayAndTomorrow({ stored: { data, at } }: { stored: StoredCopy<StoredJobs> }) {
  const t = useTranslation('reports');
  return (
    <>
      <PageHeader title={t('offline.title')} purpose={<StoredAt at={at} />} />
      <JobDays stored={data} />
    </>
  );
}

/** When the data of this page was read from the server. */
function StoredAt({ at }: { at: string }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { timezone } = useUser();
  return <>{t('offline.from', { time: format.dateTime(at, timezone) })}</>;
}

function NothingStored() {
  const t = useTranslation('reports');
  return (
    <MessagePage
      icon={<IconCloudOff size={34} stroke={1.5} />}
      title={t('offline.nothing')}
      hint={t('offline.nothingHint')}
    />
  );
}

function NeedsConnection({ isJob, hasJobs }: { isJob: boolean; hasJobs: boolean }) {
  const t = useTranslation('reports');
  return (
    <MessagePage
      icon={<IconCloudOff size={34} stroke={1.5} />}
      title={t(isJob ? 'offline.unknownJob' : 'offline.needed')}
      hint={t(hasJobs ? 'offline.neededHint' : 'offline.nothingHint')}
      action={<LinkButton to="/dashboard">{t('offline.title')}</LinkButton>}
    />
  );
}
