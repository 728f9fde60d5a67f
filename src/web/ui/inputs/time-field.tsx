import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { readTime } from '#domain/base/read-time.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../i18n.ts';

interface Props extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  /** `09:00`, or empty. */
  value: string;
  /** Called with a complete time, with empty text, or with the text itself while it is no time: rules then refuse it. */
  onChange: (time: string) => void;
}

const step = 15;
const steps: Readonly<Record<string, number>> = { ArrowUp: step, ArrowDown: -step };

/**
 * A field for a time of day, typed as people write it and shown in the reader's format. The arrow keys change it by a
 * quarter hour. Text that is no time stays in the field with a message.
 */
export function TimeField({ value, onChange, error, onBlur, ...input }: Props) {
  const t = useTranslation('web');
  const { clock } = useFormat();
  // A value set from outside (reloaded or discarded) replaces the typed text.
  const [typed, setTyped] = useState<{ text: string; gave: string } | null>(null);
  const [isLeft, setLeft] = useState(false);
  const isTime = readTime(value) === value;
  const isWrong = isLeft && value !== '' && !isTime;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (by === undefined || !isTime) return;
    event.preventDefault();
    setTyped(null);
    onChange(shifted(value, by));
  };
  return (
    <TextInput
      autoComplete="off"
      placeholder={clock('09:00')}
      {...input}
      value={typed?.gave === value ? typed.text : isTime ? clock(value) : value}
      error={isWrong ? t('day.timeWrong', { example: clock('14:30') }) : error}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        const text = event.currentTarget.value;
        // The letter that separates a day from a time never comes from here.
        const gave = readTime(text) ?? text.trim().replaceAll('T', 't');
        setTyped({ text, gave });
        setLeft(false);
        onChange(gave);
      }}
      onBlur={(event) => {
        setTyped(null);
        setLeft(true);
        onBlur?.(event);
      }}
    />
  );
}

/** Returns the next or previous quarter hour, within the day. */
function shifted(time: string, by: number): string {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const quarters = by > 0 ? Math.floor(minutes / step) : Math.ceil(minutes / step);
  const next = (quarters * step + by + 1440) % 1440;
  return [Math.floor(next / 60), next % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
