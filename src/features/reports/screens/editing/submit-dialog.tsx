import { Button } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { submitReport } from '../../publishing-contract.ts';
import type { EditorState } from '../work/editor-types.ts';
import { useAllSaved } from '../work/use-all-saved.ts';
import { useTools } from '../work/use-editor.ts';
import { AllSavedNotice, ReportFacts } from './all-saved-notice.tsx';
import classes from './editor.module.css';

/** Asks for approval once the server has all of the report: who approves it reads what is there. */
export function SubmitDialog({ state, onClose }: { state: EditorState; onClose: () => void }) {
  const t = useText('reports');
  const { editor } = useTools();
  const submit = useWrite(submitReport, {
    onDone: () => {
      void editor.sync();
      onClose();
    },
    toast: t('edit.submitted'),
  });
  const [isThere, retry] = useAllSaved(editor, state.saving);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('edit.submit')}
      width={480}
      locked={submit.pending}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={submit.pending}>
            {t('publish.cancel')}
          </Button>
          <Button
            onClick={() => void submit.send({ id: state.report.id })}
            loading={submit.pending}
            disabled={isThere !== 'yes'}
            data-autofocus
          >
            {t('edit.submit')}
          </Button>
        </>
      }
    >
      <div className={classes.publish}>
        <ReportFacts state={state} />
        <AllSavedNotice isThere={isThere} onRetry={retry} />
      </div>
    </Dialog>
  );
}
