import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { typedNumber } from '#domain/base/typed-number.ts';
import { useOnLeave } from '#web/editing/use-on-leave.ts';
import { useTranslation } from '#web/i18n.ts';

/** Parses a text to a value, or returns what is wrong with it. */
type Read<T> = (text: string) => { value: T } | { problem: string };

interface Typing<T> {
  value: T;
  onCommit: (value: T) => void;
  read: Read<T>;
  show: (value: T) => string;
}

interface FieldOptions {
  label: string;
  multiline?: boolean;
  placeholder?: string;
  hideLabel?: boolean;
  maxLength?: number;
  disabled?: boolean;
  inputMode?: 'decimal';
  error?: ReactNode;
  rightSection?: string;
}

/** The pause in typing after which a change is saved. */
const restMs = 250;

/** A text field that holds its text while it is typed and commits it after a short pause, on blur and on unmount. */
export function AutosaveTextField({
  read = unchanged,
  ...rest
}: FieldOptions & {
  value: string;
  onCommit: (text: string) => void;
  /**
   * Parses the text to save, if it differs from the typed text. A problem marks the field, and nothing is committed.
   */
  read?: Read<string>;
}) {
  return <SavedInput {...rest} read={read} show={String} />;
}

/** A number typed as text, with point or comma. Invalid input marks the field and leaves the value unchanged. */
export function AutosaveNumberField({
  unit,
  problemOf,
  onWrong,
  ...rest
}: {
  label: string;
  value: number | null;
  onCommit: (value: number | null) => void;
  hideLabel?: boolean;
  unit?: string;
  error?: ReactNode;
  /** What is wrong with a number; null if it is valid. */
  problemOf?: (value: number) => string | null;
  /** Called with whether the text is not a valid number. */
  onWrong?: (isWrong: boolean) => void;
}) {
  const t = useTranslation('web');
  const read: Read<number | null> = (text) => {
    const value = text.trim() === '' ? null : typedNumber(text);
    const isNone = value === null && text.trim() !== '';
    const problem = isNone
      ? t('notANumber', { field: rest.label })
      : value === null
        ? null
        : (problemOf?.(value) ?? null);
    onWrong?.(problem !== null);
    return problem === null ? { value } : { problem };
  };
  const show = (value: number | null) => (value === null ? '' : String(value));
  const options = { ...rest, onWrong, maxLength: 14, inputMode: 'decimal' as const };
  return <SavedInput {...options} {...(unit ? { rightSection: unit } : {})} read={read} show={show} />;
}

function SavedInput<T>({
  label,
  value,
  onCommit,
  read,
  show,
  multiline,
  hideLabel,
  error,
  onWrong,
  ...rest
}: FieldOptions & Typing<T> & { onWrong?: ((isWrong: boolean) => void) | undefined }) {
  const { text, problem, type, commit } = useTyping({ value, onCommit, read, show });
  // An external value clears the problem.
  useEffect(() => onWrong?.(problem !== null), [problem]);
  const shared = {
    ...rest,
    value: text,
    ...(hideLabel ? { 'aria-label': label } : { label }),
    error: problem ?? error,
    onBlur: commit,
    onChange: (event: { currentTarget: { value: string } }) => type(event.currentTarget.value),
  };
  return multiline ? <Textarea autosize minRows={2} maxRows={14} {...shared} /> : <TextInput {...shared} />;
}

/**
 * State of a field's text and its parsed value. The text belongs to the field: `12.` and `Roof ` stay as typed, though
 * 12 and `Roof` are saved. Only an external value replaces the text, but never unsaved text, which is saved on top of
 * it: the history then contains both.
 */
function useTyping<T>({ value, onCommit, read, show }: Typing<T>) {
  const [text, setText] = useState(() => show(value));
  const [problem, setProblem] = useState<string | null>(null);
  const committed = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasMissed = useRef(false);
  const latest = useRef({ text, value });
  latest.current = { text, value };

  const take = (next: T) => {
    committed.current = next;
    setText(show(next));
    setProblem(null);
  };
  const commit = () => {
    // Nothing was typed, so there is nothing to save, even if parsing would change the text.
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    const got = read(latest.current.text);
    setProblem('problem' in got ? got.problem : null);
    // An external value that arrived is applied once this is corrected.
    if ('problem' in got) return;
    const missed = hasMissed.current;
    hasMissed.current = false;
    if (got.value !== committed.current) {
      committed.current = got.value;
      onCommit(got.value);
    } else if (missed) take(latest.current.value);
  };
  const latestCommit = useRef(commit);
  latestCommit.current = commit;

  useEffect(() => {
    // Someone else changed it, or a conflict was resolved.
    if (value === committed.current) return;
    if (timer.current === undefined) take(value);
    else hasMissed.current = true;
  }, [value]);
  useOnLeave(latestCommit);

  const type = (next: string) => {
    latest.current.text = next;
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latestCommit.current(), restMs);
  };
  return { text, problem, type, commit };
}

function unchanged(text: string): { value: string } {
  return { value: text };
}
