import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { suggestEmail } from '#domain/base/suggest-email.ts';
import { useTranslation } from '#web/i18n.ts';
import classes from './person-modal.module.css';

interface Props extends TextInputProps {
  /** Accepts the suggested address. */
  onTake: (email: string) => void;
}

const pauseMs = 700;

/**
 * An e-mail input that suggests a correction for a probable typo in the domain once typing pauses or the field loses
 * focus. Only a hint; it never blocks the form.
 */
export function EmailField({ onTake, onBlur, onChange, ...rest }: Props) {
  const t = useTranslation('people');
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const check = (text: string) => {
    clearTimeout(timer.current);
    setSuggestion(suggestEmail(text));
  };
  return (
    <TextInput
      type="email"
      {...rest}
      onBlur={(event) => {
        check(event.currentTarget.value);
        onBlur?.(event);
      }}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setSuggestion(null);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => check(text), pauseMs);
        onChange?.(event);
      }}
      description={
        suggestion && (
          <span className={classes.meant} role="status">
            {t('didYouMean')}{' '}
            <button
              type="button"
              className={classes.take}
              onClick={() => {
                setSuggestion(null);
                onTake(suggestion);
              }}
            >
              {suggestion}
            </button>
          </span>
        )
      }
    />
  );
}
