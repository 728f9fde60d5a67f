import { Stack, Textarea, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useWrite } from '#web/api.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { changeSample, type SampleRow } from '../../samples-contract.ts';
import { DialogButtons } from '../parts/dialog-buttons.tsx';

/** Renames and describes a sample. */
export function EditSampleDialog({ sample, onClose }: { sample: SampleRow; onClose: () => void }) {
  const t = useTranslation('reports');
  const [name, setName] = useState(sample.name);
  const [description, setDescription] = useState(sample.description);
  const formId = useId();
  const save = useWrite(changeSample, { onDone: onClose });
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('samples.edit')}
      width={480}
      locked={save.pending}
      footer={<DialogButtons label={t('edit.save')} isPending={save.pending} form={formId} />}
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          void save.send({ id: sample.id, name, description });
        }}
      >
        <Stack gap={16}>
          <TextInput
            data-autofocus
            label={t('samples.name')}
            value={name}
            maxLength={120}
            error={save.fieldErrors.name}
            disabled={save.pending}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Textarea
            label={t('samples.description')}
            placeholder={t('samples.descriptionHint')}
            value={description}
            maxLength={1000}
            autosize
            minRows={3}
            error={save.fieldErrors.description}
            disabled={save.pending}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
        </Stack>
      </form>
    </GuardedDialog>
  );
}
