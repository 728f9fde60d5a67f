import { useTranslation } from '#web/i18n.ts';
import { IconCheck, IconCloudOff, IconCloudUpload } from '#web/ui/layout/icons.ts';
import type { EditorState } from '../work/editor-types.ts';
import classes from './editor.module.css';

/** Whether the work is saved, being saved, only on this device, or partly refused. Announced to screen readers. */
export function SaveStatus({ state }: { state: EditorState }) {
  const t = useTranslation('reports');
  const { saving, waiting } = state;
  const Icon = saving === 'saved' ? IconCheck : saving === 'saving' ? IconCloudUpload : IconCloudOff;
  return (
    <span className={classes.saving} data-saving={saving} role="status">
      <Icon size={16} aria-hidden />
      <span>
        {t(`saving.${saving}`)}
        {saving === 'device' && waiting > 0 && (
          <span className={classes.savingCount}> · {t('saving.waiting', { count: waiting })}</span>
        )}
      </span>
    </span>
  );
}
