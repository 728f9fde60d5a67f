import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { typedNumber } from '#domain/base/typed-number.ts';
import { useTranslation } from '#web/i18n.ts';

/** What a text comes to, or what is wrong with it. */
type Read<T> = (text: string) => { value: T } | { problem: string };

interface Typing<T> {
  value: T;
  onCommit: (value: T) => void;
  read: Read<T>;
  show: (value: T) => string;
}

interface Looks {
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

/** How long typing rests before it becomes a change. */
const restMs = 250;

/** A text field that keeps what is being typed to itself and hands it on after a short rest, on leaving and on closing. */
export function AutosaveTextField({
  read = asItIs,
  ...rest
}: Looks & {
  value: string;
  onCommit: (text: string) => void;
  /** What is kept of a text, where that is not the text as it stands; a problem marks the field, and nothing is handed on. */
  read?: Read<string>;
}) {
  return <SavedInput {...rest} read={read} show={String} />;
}

/** A number that is typed as text, with point or comma; what is none leaves the field marked and the answer as it was. */
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
  /** What is wrong with a number; null where nothing is. */
  problemOf?: (value: number) => string | null;
  /** Told whether what stands in the field is no number of its kind. */
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
  const looks = { ...rest, onWrong, maxLength: 14, inputMode: 'decimal' as const };
  return <SavedInput {...looks} {...(unit ? { rightSection: unit } : {})} read={read} show={show} />;
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
}: Looks & Typing<T> & { onWrong?: ((isWrong: boolean) => void) | undefined }) {
  const { text, problem, type, commit } = useTyping({ value, onCommit, read, show });
  // A value from elsewhere ends what was wrong.
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
 * The text of a field and the value it comes to. The text is the field's own: `12.` and `Roof ` stay what they are while they
 * are being typed, though 12 and `Roof` are kept of them. Only a value from elsewhere takes its place, and never the place
 * of words that nobody has been told yet: those go on top of it, and the history has both.
 */
function useTyping<T>({ value, onCommit, read, show }: Typing<T>) {
  const [text, setText] = useState(() => show(value));
  const [problem, setProblem] = useState<string | null>(null);
  const told = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasMissed = useRef(false);
  const latest = useRef({ text, value });
  latest.current = { text, value };

  const take = (next: T) => {
    told.current = next;
    setText(show(next));
    setProblem(null);
  };
  const commit = () => {
    // Nothing was typed: what stands here, even if one would keep something else of it, is nobody's change.
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    const got = read(latest.current.text);
    setProblem('problem' in got ? got.problem : null);
    // What somebody else wrote meanwhile is still to be met when this is mended.
    if ('problem' in got) return;
    const missed = hasMissed.current;
    hasMissed.current = false;
    if (got.value !== told.current) {
      told.current = got.value;
      onCommit(got.value);
    } else if (missed) take(latest.current.value);
  };
  const latestCommit = useRef(commit);
  latestCommit.current = commit;

  useEffect(() => {
    // Somebody else wrote it, or a conflict was decided.
    if (value === told.current) return;
    if (timer.current === undefined) take(value);
    else hasMissed.current = true;
  }, [value]);
  useEffect(() => {
    const leave = () => latestCommit.current();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  const type = (next: string) => {
    latest.current.text = next;
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latestCommit.current(), restMs);
  };
  return { text, problem, type, commit };
}

function asItIs(text: string): { value: string } {
  return { value: text };
}
