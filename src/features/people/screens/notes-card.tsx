import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useWrite } from '#web/api.ts';
import { newerVersionIn } from '#web/editing/newer-version.ts';
import { usePreserveInput, useRestoredInput } from '#web/editing/preserved-input.ts';
import { useUnsavedGuard } from '#web/editing/use-unsaved-guard.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { Contact } from '../contract.ts';
import classes from './person-page.module.css';
import { contactRoutes, personName } from './person-types.ts';
import type { ContactTab } from './use-contact-actions.ts';

interface Props {
  tab: ContactTab;
  contact: Contact;
}

interface Values extends Record<string, string> {
  notes: string;
  tags: string;
}

/** The unsaved input when the session expired, and the record it was based on. */
interface PreservedInput {
  values: Values;
  base: Contact;
}

const fields = ['notes', 'tags'] as const;

/**
 * Internal notes about a contact; clients never see them. Unsaved input stays based on the record it was typed over:
 * only changed fields are sent, and a colleague's concurrent change to the same field is shown before it is
 * overwritten.
 */
export function NotesCard({ tab, contact }: Props) {
  const t = useTranslation('people');
  const found = useRestoredInput<PreservedInput>(`notes ${contact.id}`);
  const [isDirty, setDirty] = useState(found !== null);
  const [base, setBase] = useState(found?.base ?? contact);
  // Restored input fills the form once; after that the record applies.
  const [restored, setRestored] = useState(found?.values ?? null);
  const startFrom = (record: Contact) => {
    setBase(record);
    setRestored(null);
  };
  if (!isDirty && contact.rev > base.rev) startFrom(contact);
  useUnsavedGuard(isDirty);
  return (
    <Card title={t('notesTitle')}>
      <NotesForm
        key={base.rev}
        tab={tab}
        contact={contact}
        base={base}
        found={restored}
        onDirty={setDirty}
        onSaved={(saved) => {
          setDirty(false);
          startFrom(saved);
        }}
      />
    </Card>
  );
}

interface FormProps extends Props {
  base: Contact;
  found: Values | null;
  onDirty: (isDirty: boolean) => void;
  onSaved: (contact: Contact) => void;
}

function NotesForm(props: FormProps) {
  const t = useTranslation('people');
  const { form, theirs, conflicts, updateDirty } = useNotesForm(props);
  return (
    <Form of={form} label={t('notesTitle')}>
      <div className={classes.notes} onChange={updateDirty}>
        {conflicts.length > 0 && (
          <Notice tone="warn" title={t('notesOutdated')} isNews>
            {conflicts.map((name) => (
              <p key={name} className={classes.late}>
                {`${t(name)}: ${theirs[name]}`}
              </p>
            ))}
          </Notice>
        )}
        <NotesFields form={form} />
      </div>
    </Form>
  );
}

/** The form's state: what was typed over the base record, and where a colleague changed the same field. */
function useNotesForm({ tab, contact, base, found, onDirty, onSaved }: FormProps) {
  const t = useTranslation('people');
  const was = valuesOf(base);
  const [conflicting, setConflicting] = useState<Contact | null>(null);
  const newest = [base, contact, ...(conflicting ? [conflicting] : [])].reduce((a, b) =>
    b.rev > a.rev ? b : a,
  );
  const theirs = valuesOf(newest);
  const [touched, setTouched] = useState(found ? differing(found, was) : []);
  const write = useWrite(contactRoutes[tab].update, {
    toast: (saved) => t('updated', { type: t(`type.${tab}`), name: personName(saved) }),
    onDone: onSaved,
    onFail: (failure) => {
      const current = newerVersionIn<Contact>(failure);
      if (current) setConflicting(current);
      return current !== null;
    },
  });
  const form = useRouteForm({
    initialValues: { ...was, ...found },
    write,
    toInput: (values) => ({
      ...Object.fromEntries(differing(values, was).map((name) => [name, values[name]])),
      id: contact.id,
      // The user has seen concurrent changes to these fields above them.
      rev: newest.rev,
    }),
  });
  const { submit } = form;
  usePreserveInput(`notes ${contact.id}`, () =>
    touched.length > 0 ? ({ values: form.getValues(), base } satisfies PreservedInput) : null,
  );
  const updateDirty = () => {
    const now = differing(form.getValues(), was);
    setTouched(now);
    onDirty(now.length > 0);
  };
  const conflicts = touched.filter((name) => theirs[name] !== was[name]);
  // A colleague changed only other fields: retry without asking.
  const canRetry = conflicting !== null && conflicting === newest && conflicts.length === 0;
  useEffect(() => {
    if (canRetry) void submit();
    // Once per conflict response.
  }, [conflicting]);
  return { form, theirs, conflicts, updateDirty };
}

function NotesFields({ form }: { form: ReturnType<typeof useNotesForm>['form'] }) {
  const t = useTranslation('people');
  const mayEdit = allows(useActor(), 'manage_contacts');
  return (
    <>
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
      {mayEdit && (
        <Button type="submit" variant="default" loading={form.pending}>
          {t('saveNotes')}
        </Button>
      )}
    </>
  );
}

function valuesOf({ notes, tags }: Contact): Values {
  return { notes, tags: tags.join(', ') };
}

function differing(one: Values, other: Values) {
  return fields.filter((name) => one[name] !== other[name]);
}
