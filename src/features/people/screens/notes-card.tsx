import { Button, NativeSelect, TextInput } from '@mantine/core';
import { allows } from '#domain/permissions.ts';
import { useWrite } from '#web/api.ts';
import { languages, useText } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { Card } from '#web/ui/card.tsx';
import { Form, useDataForm } from '#web/ui/form.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import type { Contact } from '../contract.ts';
import type { ContactTab } from './contact-acts.ts';
import classes from './person-page.module.css';
import { contactRoutes, personName } from './person-types.ts';

/** What the team should know of somebody; clients never see it. */
export function NotesCard({ tab, contact }: { tab: ContactTab; contact: Contact }) {
  const t = useText('people');
  const mayEdit = allows(useActor(), 'manage_contacts');
  const write = useWrite(contactRoutes[tab].update, {
    toast: (saved) => t('updated', { type: t(`type.${tab}`), name: personName(saved) }),
  });
  const form = useDataForm({
    initialValues: {
      notes: contact.notes,
      tags: contact.tags.join(', '),
      language: contact.language as string,
    },
    write,
    toInput: (values) => ({ ...values, id: contact.id, rev: contact.rev }),
  });
  return (
    <Card title={t('notesTitle')}>
      <Form of={form} label={t('notesTitle')}>
        <div className={classes.notes}>
          <TextArea
            key={form.key('notes')}
            {...form.getInputProps('notes')}
            label={t('notes')}
            description={t('notesHint')}
            minRows={3}
            disabled={!mayEdit}
          />
          <TextInput
            key={form.key('tags')}
            {...form.getInputProps('tags')}
            label={t('tags')}
            description={t('tagsHint')}
            autoComplete="off"
            disabled={!mayEdit}
          />
          <NativeSelect
            key={form.key('language')}
            {...form.getInputProps('language')}
            label={t('language')}
            description={t('languageHint')}
            data={languages.map(({ id, name }) => ({ value: id, label: name }))}
            disabled={!mayEdit}
          />
          {mayEdit && (
            <Button type="submit" variant="default" loading={form.pending}>
              {t('saveNotes')}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}
