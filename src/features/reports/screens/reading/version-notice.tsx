import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import type { PublicReport } from '../../public-report-contract.ts';

const NewestChanges = lazy(async () => ({
  default: (await import('./newest-changes.tsx')).NewestChanges,
}));

type Reader = { reportId: string; t?: string; p?: string; v?: string };

/** That a version is not the newest, or what the newest changed. Nothing for a report that was published once. */
export function VersionNotice({ report, reader }: { report: PublicReport; reader: Reader }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { version, published_at } = report;
  if (!version || version.newest < 2) return null;
  const isFormer = version.number < version.newest;
  const day = published_at ? format.date(published_at) : '';
  return (
    <Notice
      tone={isFormer ? 'warn' : 'info'}
      title={t(isFormer ? 'versions.former' : 'versions.newest', { version: version.number, day })}
      action={
        isFormer ? (
          <Button component="a" href={withoutVersion()} size="compact-md" variant="default">
            {t('versions.showNewest')}
          </Button>
        ) : (
          !isOpen &&
          !report.is_summary_only && (
            <Button size="compact-md" variant="default" onClick={() => setOpen(true)}>
              {t('versions.whatChanged')}
            </Button>
          )
        )
      }
    >
      {isOpen && (
        <Suspense fallback={<LinesSkeleton lines={3} />}>
          <NewestChanges reader={reader} />
        </Suspense>
      )}
    </Notice>
  );
}

function withoutVersion(): string {
  const search = new URLSearchParams(window.location.search);
  search.delete('version');
  return `${window.location.pathname}${search.size > 0 ? `?${search}` : ''}`;
}
