import { Skeleton, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useIsDeviceBlocked } from '#web/editing/device-blocked.ts';
import { useTranslation } from '#web/i18n.ts';
import { ErrorState, MessagePage } from '#web/ui/feedback/states.tsx';
import { IconReport } from '#web/ui/layout/icons.ts';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { useReportEditor } from '../work/use-report-editor.ts';
import { EditorFrame } from './editor-frame.tsx';

/** The report editor, for one-handed use on a phone in a crawlspace and for a keyboard at a desk. */
export function EditReportPage({ report_id }: { report_id: string }) {
  const t = useTranslation('reports');
  const { editor, state, failure, retry } = useReportEditor(report_id);
  const isBlocked = useIsDeviceBlocked();
  usePageTitle(state?.report.name ?? t('edit.title'));
  useEffect(() => {
    // Prefetched while online: the parts loaded later must also open in a basement.
    void import('./comments/comment-fields.tsx').catch(() => {});
    void import('./editor-notices.tsx').catch(() => {});
    void import('../writing/panel-results.tsx').catch(() => {});
    void import('../writing/copy-dialog.tsx').catch(() => {});
    void import('./photos/photo-dialog.tsx').catch(() => {});
    void import('../photos/take-photos.ts').catch(() => {});
    void import('../photos/unsorted-photos.tsx').catch(() => {});
    void import('../photos/move-photos-dialog.tsx').catch(() => {});
    void import('../photos/photo-times-dialog.tsx').catch(() => {});
    void import('./publishing/publish-dialog.tsx').catch(() => {});
    void import('../work/check-video-file.ts').catch(() => {});
    void import('../work/upload-video.ts').catch(() => {});
  }, []);
  if (editor && state) return <EditorFrame key={report_id} editor={editor} state={state} />;
  if (failure && (failure.status === 404 || failure.status === 400)) {
    return <MessagePage icon={<IconReport size={34} stroke={1.5} />} title={t('edit.unknown')} />;
  }
  if (failure) return <ErrorState failure={failure} onRetry={retry} />;
  if (isBlocked)
    return (
      <MessagePage
        icon={<IconReport size={34} stroke={1.5} />}
        title={t('blocked.title')}
        hint={t('blocked.text')}
      />
    );
  return (
    <Stack gap="md" role="status" aria-busy aria-label={t('edit.title')}>
      <Skeleton h={56} radius={10} />
      <Skeleton h={520} radius={10} />
    </Stack>
  );
}
