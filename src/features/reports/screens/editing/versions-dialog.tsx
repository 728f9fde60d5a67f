import { Button, Group, Stack } from '@mantine/core';
import { useRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { listVersions, restoreVersion, type VersionChange } from '../../versions-contract.ts';
import { VersionChanges } from '../parts/version-changes.tsx';
import type { EditorState } from '../work/editor-types.ts';
import { useEditorTools } from '../work/use-report-editor.ts';

/** The published versions of a report with what each changed; one can be opened, or brought back into the draft. */
export function VersionsDialog({ report, onClose }: { report: EditorState['report']; onClose: () => void }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { editor } = useEditorTools();
  const { data, status, failure, retry } = useRead(listVersions, {
    reportId: report.public_id,
    t: report.team_pass,
  });
  const write = useWrite(restoreVersion, {
    toast: (_, { version, comment_id, media_id }) =>
      t(comment_id || media_id ? 'versions.partRestored' : 'versions.restored', { version }),
    onDone: () => {
      void editor.sync();
      onClose();
    },
  });
  const restore = async (version: number) => {
    const isSure = await confirm({
      title: t('versions.restoreTitle', { version }),
      text: t('versions.restoreText'),
      yes: t('versions.restore'),
    });
    if (isSure && (await editor.flush())) await write.send({ id: report.id, version });
  };
  const restorePart = async ({ path, restore: part }: VersionChange) => {
    if (!part) return;
    const name = path.at(-1) ?? '';
    const isSure = await confirm({
      title: t('versions.restorePartTitle', { name, version: part.version }),
      text: t('versions.restorePartText'),
      yes: t('versions.restore'),
    });
    if (isSure && (await editor.flush())) await write.send({ id: report.id, ...part });
  };
  return (
    <Dialog opened onClose={onClose} title={t('versions.title')} width={640} locked={write.pending}>
      {status === 'failed' && <ErrorState failure={failure} onRetry={retry} />}
      {!data && status !== 'failed' && <LinesSkeleton lines={6} />}
      {data?.versions.length === 0 && <EmptyLine>{t('versions.none')}</EmptyLine>}
      <Stack gap={20}>
        {data?.versions.map(({ version, published_at, published_by, changes }) => (
          <section key={version}>
            <Group justify="space-between" gap={8}>
              <strong>
                {t('versions.line', { version, day: format.dateTime(published_at), by: published_by ?? '' })}
              </strong>
              <Group gap={8}>
                <Button
                  component="a"
                  size="compact-md"
                  variant="default"
                  target="_blank"
                  rel="noopener"
                  href={`/view-report2/${report.public_id}?t=${report.team_pass}&version=${version}`}
                >
                  {t('versions.open')}
                </Button>
                {report.permissions.can_edit && (
                  <Button size="compact-md" variant="default" onClick={() => void restore(version)}>
                    {t('versions.restore')}
                  </Button>
                )}
              </Group>
            </Group>
            {changes.length > 0 ? (
              <VersionChanges
                changes={changes}
                action={(change) =>
                  report.permissions.can_edit &&
                  change.restore && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={t('versions.restoreOne', {
                        path: change.path.join(' › '),
                        version: change.restore.version,
                      })}
                      onClick={() => void restorePart(change)}
                    >
                      {t('versions.restorePart')}
                    </Button>
                  )
                }
              />
            ) : (
              <p>{t(version === 1 ? 'versions.first' : 'versions.nothing')}</p>
            )}
          </section>
        ))}
      </Stack>
    </Dialog>
  );
}
