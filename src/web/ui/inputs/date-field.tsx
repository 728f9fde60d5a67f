import { ActionIcon, Loader, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { Suspense, useState } from 'react';
import { readDay } from '#domain/base/read-day.ts';
import { parseLocalDate } from '#domain/base/time.ts';
import { useDayFormat } from '../../format.ts';
import { useTranslation } from '../../i18n.ts';
import { lazy } from '../../loading/lazy.ts';
import { IconCalendar } from '../layout/icons.ts';

const Month = lazy(async () => ({ default: (await import('./month.tsx')).Month }));

interface Props
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'rightSection'> {
  /** `2030-03-08`, or empty. */
  value?: string;
  defaultValue?: string;
  /** Called with a complete day, with empty text, or with the text itself while it is no day: rules then name the field. */
  onChange?: ((day: string) => void) | undefined;
  /** Inside another popover, which would close at a click outside of it. */
  isNested?: boolean;
}

/**
 * A field for a day: typed in the company's date format, or picked from a month in which the company's today is boxed.
 * Text that is no day stays in the field with a message.
 */
export function DateField({ value, defaultValue, onChange, error, onBlur, isNested, ...input }: Props) {
  const t = useTranslation('web');
  const format = useDayFormat();
  const [own, setOwn] = useState(defaultValue ?? '');
  const day = value ?? own;
  // A value set from outside (reloaded or discarded) replaces the typed text.
  const [typed, setTyped] = useState<{ text: string; gave: string } | null>(null);
  const [isLeft, setLeft] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isDay = parseLocalDate(day) !== null;
  const change = (next: string) => {
    setOwn(next);
    onChange?.(next);
  };
  const isWrong = isLeft && day !== '' && !isDay;
  const calendar = (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal={!isNested}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('day.choose')}
          disabled={input.disabled}
          onClick={() => setOpen(!isOpen)}
        >
          <IconCalendar size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('day.choose')}>
        {isOpen && (
          <Suspense fallback={<Loader size={20} />}>
            <Month
              // Escape closes the month only, not the dialog around it.
              __stopPropagation
              value={isDay ? day : null}
              {...(isDay ? { defaultDate: day } : {})}
              onChange={(picked) => {
                setTyped(null);
                setOpen(false);
                if (typeof picked === 'string') change(picked);
              }}
            />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
  return (
    <TextInput
      autoComplete="off"
      placeholder={format.example}
      {...input}
      value={typed?.gave === day ? typed.text : isDay ? format.write(day) : day}
      error={error || (isWrong ? t('day.wrong', { example: format.example }) : undefined)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const gave = readDay(text, format.pattern) ?? text.trim();
        setTyped({ text, gave });
        setLeft(false);
        change(gave);
      }}
      onBlur={(event) => {
        setTyped(null);
        setLeft(true);
        onBlur?.(event);
      }}
      rightSection={calendar}
    />
  );
}
