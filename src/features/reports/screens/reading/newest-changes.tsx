import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { listVersions } from '../../versions-contract.ts';
import { VersionChanges } from '../parts/version-changes.tsx';

/** What the newest version of a report changed. */
export function NewestChanges({
  reader,
}: {
  reader: { reportId: string; t?: string; p?: string; v?: string };
}) {
  const t = useTranslation('reports');
  const { data, status } = useRead(listVersions, reader);
  if (status === 'failed') return t('versions.failed');
  if (!data) return <LinesSkeleton lines={3} />;
  const changes = data.versions[0]?.changes ?? [];
  return changes.length > 0 ? <VersionChanges changes={changes} /> : t('versions.nothing');
}
