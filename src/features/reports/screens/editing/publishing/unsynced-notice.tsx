import { Button, Loader, Text } from '@mantine/core';
import { reportProgress } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { EditorState } from '../../work/editor-types.ts';
import type { SyncStatus } from '../../work/use-sync-before-handoff.ts';
import classes from '../editor.module.css';

/** Shows, before a report is handed off, what is still being uploaded and what cannot be uploaded now. */
export function UnsyncedNotice({ isThere, onRetry }: { isThere: SyncStatus; onRetry: () => void }) {
  const t = useTranslation('reports');
  const web = useTranslation('web');
  if (isThere === 'yes') return null;
  if (isThere === 'unsure') {
    return (
      <span className={classes.wait} role="status">
        <Loader size={16} /> {t('publish.saving')}
      </span>
    );
  }
  const retry = (
    <Button size="compact-md" variant="default" onClick={onRetry}>
      {web('retry')}
    </Button>
  );
  return <Notice tone="warn" isNews title={t('publish.notSaved')} action={retry} />;
}

/** The numbers of items, defects and photos in the report. */
export function ReportCounts({ state }: { state: EditorState }) {
  const t = useTranslation('reports');
  const { rated, rateable, deficiencies, photos } = reportProgress(state.content);
  return (
    <Text c="dimmed">
      {[
        t('publish.rated', { rated, rateable }),
        t('edit.deficiencies', { count: deficiencies }),
        t('edit.photos', { count: photos }),
      ].join(' · ')}
    </Text>
  );
}
