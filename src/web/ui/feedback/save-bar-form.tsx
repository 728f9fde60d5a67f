import { type ReactNode, useRef } from 'react';
import { useUnsavedGuard } from '../../editing/use-unsaved-guard.ts';
import classes from './save-bar.module.css';
import { type Saveable, SaveBar, useSaveBarFocus } from './save-bar.tsx';

/**
 * A page with its own save bar: its cards, and a bar that appears while something is unsaved. It is locked while
 * saving, moves to the first invalid field, and asks before it is left with changes.
 */
export function SaveBarForm({
  form,
  label,
  children,
}: {
  form: Saveable;
  label: string;
  children: ReactNode;
}) {
  const element = useRef<HTMLFormElement>(null);
  useUnsavedGuard(form.isDirty);
  useSaveBarFocus(element, form);
  return (
    <form
      ref={element}
      tabIndex={-1}
      className={classes.form}
      noValidate
      aria-label={label}
      aria-busy={form.pending}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isDirty && !form.pending) void form.save();
      }}
    >
      <fieldset disabled={form.pending} className={classes.fieldset}>
        {children}
      </fieldset>
      <SaveBar form={form} />
    </form>
  );
}
