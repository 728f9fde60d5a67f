import { Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

interface Props {
  label: string;
  value: string;
  onCommit: (text: string) => void;
  multiline?: boolean;
  placeholder?: string;
  hideLabel?: boolean;
  maxLength?: number;
  disabled?: boolean;
  inputMode?: 'decimal';
  error?: boolean;
  rightSection?: string;
}

/** How long typing rests before it becomes a change. */
const restMs = 250;

/** A text field that keeps what is being typed to itself and hands it on after a short rest, on leaving and on closing. */
export function SavedText({ label, value, onCommit, multiline, hideLabel, ...rest }: Props) {
  const [text, setText] = useState(value);
  const told = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ text, onCommit });
  latest.current = { text, onCommit };

  useEffect(() => {
    // Somebody else wrote it, or a conflict was decided.
    if (value === told.current) return;
    told.current = value;
    setText(value);
  }, [value]);

  const commit = () => {
    clearTimeout(timer.current);
    const { text: now, onCommit: tell } = latest.current;
    if (now === told.current) return;
    told.current = now;
    tell(now);
  };
  const commitRef = useRef(commit);
  commitRef.current = commit;
  useEffect(() => {
    const leave = () => commitRef.current();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  const shared = {
    ...rest,
    value: text,
    ...(hideLabel ? { 'aria-label': label } : { label }),
    onBlur: commit,
    onChange: (event: { currentTarget: { value: string } }) => {
      setText(event.currentTarget.value);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => commitRef.current(), restMs);
    },
  };
  return multiline ? <Textarea autosize minRows={2} maxRows={14} {...shared} /> : <TextInput {...shared} />;
}

/** A number that is typed as text, with point or comma; what is none leaves the field marked and the answer as it was. */
export function SavedNumber(props: {
  label: string;
  value: number | null;
  onCommit: (value: number | null) => void;
  hideLabel?: boolean;
  unit?: string;
  error?: boolean;
}) {
  const [isWrong, setWrong] = useState(false);
  const { value, onCommit, unit, error, ...rest } = props;
  return (
    <SavedText
      {...rest}
      inputMode="decimal"
      value={value === null ? '' : String(value)}
      maxLength={14}
      error={isWrong || error === true}
      {...(unit ? { rightSection: unit } : {})}
      onCommit={(text) => {
        const plain = text.trim().replace(',', '.');
        const number = plain === '' ? null : Number(plain);
        setWrong(number !== null && !Number.isFinite(number));
        if (number === null || Number.isFinite(number)) onCommit(number);
      }}
    />
  );
}
