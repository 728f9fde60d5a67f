import { Button, Checkbox, Group, Stack } from '@mantine/core';
import type { TemplateSection } from '#domain/templates/template.ts';
import type { SectionChanges } from '#domain/templates/template-ops.ts';
import { isEmptyRichText } from '#domain/text/rich-text.ts';
import { useTranslation } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { AutosaveRichTextField } from '#web/ui/rich-text/autosave-rich-text-field.tsx';
import { useEditorTools } from './use-template-editor.ts';

/** The standards text of a section, and how inspectors use it. Saved as it is typed. */
export function SectionDialog({ section, onClose }: { section: TemplateSection; onClose: () => void }) {
  const t = useTranslation('templates');
  const { editor } = useEditorTools();
  const change = (changes: SectionChanges) => {
    editor.change({ type: 'update_section', section_id: section.id, changes });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={section.name}
      footer={
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('editor.done')}</Button>
        </Group>
      }
    >
      <Stack gap={16}>
        <AutosaveRichTextField
          label={t('editor.standards')}
          description={t('editor.standardsHint')}
          value={section.standards_text}
          onCommit={(text) => change({ standards_text: isEmptyRichText(text) ? null : text })}
        />
        <Checkbox
          label={t('editor.repeatable')}
          description={t('editor.repeatableHint')}
          checked={section.is_repeatable}
          onChange={(event) => change({ is_repeatable: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('editor.hide')}
          description={t('editor.hideHint')}
          checked={section.hidden}
          onChange={(event) => change({ hidden: event.currentTarget.checked })}
        />
      </Stack>
    </Dialog>
  );
}
