import { Button } from '@mantine/core';
import { useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useWrite } from '#web/api.ts';
import { usePreserveInput, useRestoredInput } from '#web/editing/preserved-input.ts';
import { useUnsavedGuard } from '#web/editing/use-unsaved-guard.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { EmptyLine } from '#web/ui/feedback/states.tsx';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { type Appointment, addNote, changeNote, removeNote } from '../../../contract.ts';
import classes from '../details.module.css';

type Note = Appointment['internal_notes'][number];

/** Notes visible to the company only. Authors change and delete their own; administrators delete any. */
export function NotesCard({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
  return (
    <Card title={t('internalNotes')}>
      {appointment.internal_notes.length > 0 && (
        <ul className={classes.list}>
          {appointment.internal_notes.map((note) => (
            <NoteRow key={note.id} note={note} appointment={appointment} />
          ))}
        </ul>
      )}
      {appointment.may.edit ? (
        <NewNote appointmentId={appointment.id} />
      ) : (
        appointment.internal_notes.length === 0 && <EmptyLine>{t('noNotes')}</EmptyLine>
      )}
    </Card>
  );
}

function NewNote({ appointmentId }: { appointmentId: string }) {
  const t = useTranslation('appointments');
  const storageKey = `note ${appointmentId}`;
  const [text, setText] = useState(useRestoredInput<string>(storageKey) ?? '');
  usePreserveInput(storageKey, () => text.trim() || null);
  useUnsavedGuard(text.trim() !== '');
  const add = useWrite(addNote, { onDone: () => setText('') });
  return (
    <>
      <NoteField label={t('newNote')} text={text} onChange={setText} error={add.fieldErrors.text} />
      <Button
        mt={8}
        size="compact-md"
        variant="default"
        disabled={text.trim() === ''}
        loading={add.pending}
        onClick={() => void add.send({ id: appointmentId, text: text.trim() })}
      >
        {t('addNote')}
      </Button>
    </>
  );
}

function NoteField(props: {
  label: string;
  text: string;
  onChange: (text: string) => void;
  error: string | undefined;
}) {
  return (
    <TextArea
      aria-label={props.label}
      placeholder={props.label}
      minRows={2}
      maxRows={10}
      maxLength={10_000}
      value={props.text}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      error={props.error}
    />
  );
}

function NoteRow({ note, appointment }: { note: Note; appointment: Appointment }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const actor = useActor();
  const storageKey = `note ${note.id}`;
  const [editing, setEditing] = useState(useRestoredInput<string>(storageKey));
  const isChanged = editing !== null && editing !== note.text;
  usePreserveInput(storageKey, () => (isChanged ? editing : null));
  useUnsavedGuard(isChanged);
  const change = useWrite(changeNote, { onDone: () => setEditing(null) });
  const ids = { id: appointment.id, noteId: note.id };
  const isOwn = note.createdBy === actor.userId;
  const mayRemove = isOwn || allows(actor, 'full_company_admin');
  if (editing !== null) {
    return (
      <li className={classes.note}>
        <NoteField
          label={t('editNote')}
          text={editing}
          onChange={setEditing}
          error={change.fieldErrors.text}
        />
        <EditButtons
          pending={change.pending}
          onSave={() => void change.send({ ...ids, text: editing })}
          onCancel={() => setEditing(null)}
        />
      </li>
    );
  }
  const written = format.dateTime(note.createdAt, appointment.timezone);
  const facts = [note.author, written, note.isEdited ? t('edited') : ''];
  return (
    <li className={classes.note}>
      <div className={classes.noteText}>{note.text}</div>
      <div className={classes.noteFoot}>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {isOwn && appointment.may.edit && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setEditing(note.text)}>
            {t('edit')}
          </Button>
        )}
        {mayRemove && appointment.may.edit && <RemoveButton ids={ids} />}
      </div>
    </li>
  );
}

function EditButtons(props: { pending: boolean; onSave: () => void; onCancel: () => void }) {
  const t = useTranslation('appointments');
  return (
    <div className={classes.noteFoot}>
      <Button size="compact-sm" variant="light" loading={props.pending} onClick={props.onSave}>
        {t('save')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={props.onCancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}

function RemoveButton({ ids }: { ids: { id: string; noteId: string } }) {
  const t = useTranslation('appointments');
  const remove = useWrite(removeNote);
  const askAndRemove = async () => {
    if (await confirm({ title: t('removeNote'), yes: t('remove'), destroys: true })) await remove.send(ids);
  };
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      onClick={() => void askAndRemove()}
      loading={remove.pending}
    >
      {t('remove')}
    </Button>
  );
}
