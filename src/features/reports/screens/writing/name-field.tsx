import { useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { IconPencil } from '#web/ui/layout/icons.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import classes from './writing.module.css';

/** A name that is changed in its place: Enter or leaving it saves, Escape does not. An empty one changes nothing. */
export function NameField(props: { name: string; label: string; onName: (name: string) => void }) {
  const { name, label, onName } = props;
  const t = useTranslation('reports');
  const { canEdit } = useEditorTools();
  const [text, setText] = useState<string | null>(null);
  if (!canEdit) return name;
  if (text === null)
    return (
      <button
        type="button"
        className={classes.nameButton}
        title={t('edit.renameIt')}
        onClick={() => setText(name)}
      >
        {name} <IconPencil size={16} className={classes.pencil} aria-hidden />
      </button>
    );
  const save = () => {
    const next = text.trim();
    setText(null);
    if (next !== '' && next !== name) onName(next);
  };
  return (
    <input
      // The field replaces the button that was pressed.
      ref={(field) => field?.focus()}
      className={classes.nameInput}
      aria-label={label}
      value={text}
      maxLength={200}
      enterKeyHint="done"
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') save();
        if (event.key === 'Escape') setText(null);
      }}
    />
  );
}
