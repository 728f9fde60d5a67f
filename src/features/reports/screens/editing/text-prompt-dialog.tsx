import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import classes from './editor.module.css';

/** Asks for one text: a name, or a note of several lines. */
export function TextPromptDialog(props: {
  title: string;
  label: string;
  initial: string;
  isNote?: boolean;
  /** While sending, the text cannot be changed and the dialog cannot be closed. */
  isPending?: boolean;
  onName: (name: string) => void;
  onClose: () => void;
}) {
  const t = useTranslation('reports');
  const [text, setText] = useState(props.initial);
  function done(event: FormEvent) {
    event.preventDefault();
    if (text.trim()) props.onName(text.trim());
  }
  const shared = {
    label: props.label,
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
    readOnly: props.isPending === true,
    'data-autofocus': true,
  };
  return (
    <GuardedDialog
      opened
      onClose={props.onClose}
      title={props.title}
      width={480}
      locked={props.isPending === true}
    >
      <form onSubmit={done} className={classes.fields}>
        {props.isNote ? (
          <Textarea autosize minRows={3} maxLength={2000} {...shared} />
        ) : (
          <TextInput maxLength={200} {...shared} />
        )}
        <div className={classes.formEnd}>
          <Button type="submit" disabled={text.trim() === ''} loading={props.isPending === true}>
            {t('edit.save')}
          </Button>
        </div>
      </form>
    </GuardedDialog>
  );
}
