import { useEffect, useState } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
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
const previewPath = /^\/view-report2\/([\w-]+)\/?$/;
const listPaths = ['/', '/dashboard', '/appointments'];

/**
 * What a page shows while the server is out of reach: the stored jobs, one of them, or that it needs a connection and
 * what does not. */
export function OfflinePage({ path }: { path: string }) {
  const t = useTranslation('reports');
  const stored = useStoredJobs();
  const id = detailsPath.exec(path)?.[1];
  const job = id === undefined ? undefined : stored?.data.jobs.find((one) => one.id === id);
  if (stored === undefined) return <LinesSkeleton lines={6} height={48} />;
  const preview = previewPath.exec(path)?.[1];
  if (preview !== undefined) return <NoPreview publicId={preview} stored={stored} />;
  if (stored && job) return <JobPage job={job} at={stored.at} />;
  if (listPaths.includes(path)) return stored ? <TodayAndTomorrow stored={stored} /> : <NothingStored />;
  const title = t(id === undefined ? 'offline.needed' : 'offline.unknownJob');
  return <NeedsConnection title={title} hasJobs={stored !== null} />;
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

/** Readers' pages of a report are not on the device; the report itself is, if it belongs to a stored job. */
function NoPreview({ publicId, stored }: { publicId: string; stored: StoredCopy<StoredJobs> | null }) {
  const t = useTranslation('reports');
  const reports = stored?.data.jobs.flatMap((job) => job.reports) ?? [];
  const report = reports.find((one) => one.public_id === publicId);
  if (!report) return <NeedsConnection title={t('offline.preview')} hasJobs={stored !== null} />;
  return (
    <MessagePage
      icon={<IconCloudOff size={34} stroke={1.5} />}
      title={t('offline.preview')}
      hint={t('offline.previewHint')}
      action={
        <LinkButton to={`/edit-report/${report.id}`}>{t('offline.write', { name: report.name })}</LinkButton>
      }
    />
  );
}

function NeedsConnection({ title, hasJobs }: { title: string; hasJobs: boolean }) {
  const t = useTranslation('reports');
  return (
    <MessagePage
      icon={<IconCloudOff size={34} stroke={1.5} />}
      title={title}
      hint={t(hasJobs ? 'offline.neededHint' : 'offline.nothingHint')}
      action={<LinkButton to="/dashboard">{t('offline.title')}</LinkButton>}
    />
  );
}
