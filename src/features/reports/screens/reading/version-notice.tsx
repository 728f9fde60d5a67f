import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import type { PublicReport } from '../../public-report-contract.ts';
import { listVersions } from '../../versions-contract.ts';
import { VersionChanges } from '../parts/version-changes.tsx';

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
      {isOpen && <Newest reader={reader} />}
    </Notice>
  );
}

function Newest({ reader }: { reader: Reader }) {
  const t = useTranslation('reports');
  const { data, status } = useRead(listVersions, reader);
  if (status === 'failed') return t('versions.failed');
  if (!data) return <LinesSkeleton lines={3} />;
  const changes = data.versions[0]?.changes ?? [];
  return changes.length > 0 ? <VersionChanges changes={changes} /> : t('versions.nothing');
}

function withoutVersion(): string {
  const search = new URLSearchParams(window.location.search);
  search.delete('version');
  return `${window.location.pathname}${search.size > 0 ? `?${search}` : ''}`;
}
