import { Button, Group, TextInput } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import { createTemplate } from '../editing-contract.ts';

/** Creates an empty template and opens it in the editor. */
export function NewTemplateDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation('templates');
  const go = useNavigateTo();
  const write = useWrite(createTemplate, { onDone: ({ id }) => go(`/templates/edit/${id}`) });
  const form = useRouteForm({
    initialValues: { name: '' },
    write,
    check: ({ name }): Record<string, string> =>
      name.trim() === '' ? { name: t('editor.nameMissing') } : {},
  });
  return (
    <GuardedDialog opened onClose={onClose} title={t('add')} locked={write.pending}>
      <Form of={form} label={t('add')}>
        <TextInput
          key={form.key('name')}
          {...form.getInputProps('name')}
          label={t('name')}
          description={t('newHint')}
          required
          data-autofocus
          maxLength={200}
        />
        <Group justify="flex-end">
          <CancelButton disabled={write.pending} />
          <Button type="submit" loading={write.pending}>
            {t('create')}
          </Button>
        </Group>
      </Form>
    </GuardedDialog>
  );
}
