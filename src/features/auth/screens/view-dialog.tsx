import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { type SavedView, saveView, updateView, type ViewList } from '../view-contract.ts';

interface Props {
  list: ViewList;
  content: Pick<SavedView, 'address' | 'columns'>;
  /** The view that gets another name; without one a new view is saved. */
  renamed: SavedView | undefined;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
}

/** Names a view that is saved, or one that is renamed. */
export function ViewDialog({ list, content, renamed, onClose, onSaved }: Props) {
  const t = useTranslation('auth');
  const formId = useId();
  const [name, setName] = useState(renamed?.name ?? '');
  const [isDefault, setDefault] = useState(renamed?.is_default ?? false);
  const save = useWrite(saveView, { toast: t('views.saved') });
  const update = useWrite(updateView, { toast: t('views.saved') });
  const { fieldErrors, pending } = renamed ? update : save;
  const submit = async () => {
    const named = { name, is_default: isDefault };
    const view = renamed
      ? await update.send({ id: renamed.id, ...named })
      : await save.send({ list, ...content, ...named });
    if (!view) return;
    onSaved(view);
    onClose();
  };
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t(renamed ? 'views.renameTitle' : 'views.title')}
      width={420}
      locked={pending}
      footer={
        <>
          <CancelButton disabled={pending} />
          <Button type="submit" form={formId} loading={pending}>
            {t('views.submit')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap={16}>
          <TextInput
            label={t('views.name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldErrors.name}
            maxLength={60}
            required
            data-autofocus
          />
          <Checkbox
            label={t('views.isDefault')}
            checked={isDefault}
            onChange={(event) => setDefault(event.currentTarget.checked)}
          />
        </Stack>
      </form>
    </GuardedDialog>
  );
}
