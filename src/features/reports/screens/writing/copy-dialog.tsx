import { Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { type CopyExtent, newIdsFor, proposedCopy } from '#domain/reports/operations/copy-ops.ts';
import type { ReportItem, ReportSection } from '#domain/reports/reports.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { newRecordId } from '../../../../web/editing/new-record-id.ts';
import { DialogButtons } from '../parts/dialog-buttons.tsx';
import { useEditorTools } from '../work/use-report-editor.ts';

/** Copies a section, or an item within its section: Bathroom becomes Bathroom 2. Shows the copy when it is made. */
export function CopyDialog(props: {
  original: ReportSection | ReportItem;
  siblings: readonly (ReportSection | ReportItem)[];
  extent: CopyExtent;
  onCopied: (id: string) => void;
  onClose: () => void;
}) {
  const { original, siblings, onCopied, onClose } = props;
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  const [proposed] = useState(() => proposedCopy(original, siblings));
  const [name, setName] = useState(proposed.name);
  const [extent, setExtent] = useState<CopyExtent>(props.extent);
  const form = useId();
  const isSection = 'items' in original;
  function copy() {
    const ids = newIdsFor([original], newRecordId);
    const made = { name: name.trim(), extent, ids, after_id: proposed.after_id };
    const refused = editor.change(
      isSection
        ? { type: 'copy_section', section_id: original.id, ...made }
        : { type: 'copy_item', item_id: original.id, ...made },
    );
    onClose();
    const id = ids[original.id];
    if (refused === null && id) onCopied(id);
  }
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('edit.copyTitle', { name: original.name })}
      width={480}
      footer={
        <DialogButtons label={t('edit.copy')} isPending={false} form={form} disabled={name.trim() === ''} />
      }
    >
      <Stack
        component="form"
        id={form}
        gap="md"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (name.trim() !== '') copy();
        }}
      >
        <TextInput
          label={t('edit.name')}
          value={name}
          maxLength={200}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group
          label={t('edit.copyExtent')}
          value={extent}
          onChange={(value) => setExtent(value as CopyExtent)}
        >
          <Stack gap={0} mt={4}>
            {(['structure', 'answers', 'photos'] as const).map((one) => (
              <Radio key={one} value={one} label={t(`edit.extent.${one}`)} py={10} />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </GuardedDialog>
  );
}
