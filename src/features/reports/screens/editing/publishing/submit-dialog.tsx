import { useWrite } from '#web/api.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { submitReport } from '../../../publishing-contract.ts';
import { DialogButtons } from '../../parts/dialog-buttons.tsx';
import type { EditorState } from '../../work/editor-types.ts';
import { useEditorTools } from '../../work/use-report-editor.ts';
import { useSyncBeforeHandoff } from '../../work/use-sync-before-handoff.ts';
import classes from '../editor.module.css';
import { ReportCounts, UnsyncedNotice } from './unsynced-notice.tsx';

/** Submits a report for approval once the server has all of it, so that the approver reads the complete report. */
export function SubmitDialog({ state, onClose }: { state: EditorState; onClose: () => void }) {
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  const submit = useWrite(submitReport, {
    onDone: () => {
      void editor.sync();
      onClose();
    },
    toast: t('edit.submitted'),
  });
  const [isThere, retry] = useSyncBeforeHandoff(editor, state.saving);
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('edit.submit')}
      width={480}
      locked={submit.pending}
      footer={
        <DialogButtons
          label={t('edit.submit')}
          isPending={submit.pending}
          onSend={() => void submit.send({ id: state.report.id })}
          disabled={isThere !== 'yes'}
          autoFocus
        />
      }
    >
      <div className={classes.publish}>
        <ReportCounts state={state} />
        <UnsyncedNotice isThere={isThere} onRetry={retry} />
      </div>
    </GuardedDialog>
  );
}
