import { SaveStatus } from '#web/editing/save-status.tsx';
import { useTranslation } from '#web/i18n.ts';
import type { EditorState } from '../work/editor-types.ts';
import classes from './editor.module.css';

/** Whether the report is saved, being saved, only on this device, or partly refused. */
export function ReportSaveStatus({ state: { saving, waiting } }: { state: EditorState }) {
  const t = useTranslation('reports');
  return (
    <SaveStatus saving={saving}>
      {t(`saving.${saving}`)}
      {saving === 'device' && waiting > 0 && (
        <span className={classes.savingCount}> · {t('saving.waiting', { count: waiting })}</span>
      )}
    </SaveStatus>
  );
}
