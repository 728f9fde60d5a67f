import { useTranslation } from '#web/i18n.ts';
import { IconCheck, IconCloudOff, IconCloudUpload } from '#web/ui/layout/icons.ts';
import type { TemplateEditorState } from '../work/template-editor-types.ts';
import classes from './editor.module.css';

const icons = { saved: IconCheck, saving: IconCloudUpload, device: IconCloudOff };

/** Whether everything is saved, on its way, or kept on this device only. Announced to screen readers. */
export function SaveStatus({ saving, waiting }: Pick<TemplateEditorState, 'saving' | 'waiting'>) {
  const t = useTranslation('templates');
  const Icon = icons[saving];
  return (
    <span className={classes.saving} data-saving={saving} role="status">
      <Icon size={16} aria-hidden />
      {saving === 'device' ? t('editor.onDevice', { count: waiting }) : t(`editor.${saving}`)}
    </span>
  );
}
