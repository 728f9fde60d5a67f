import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { suggestEmail } from '#domain/base/suggest-email.ts';
import { useTranslation } from '#web/i18n.ts';
import classes from './person-modal.module.css';

interface Props extends TextInputProps {
  /** Puts another address into the field. */
  onTake: (email: string) => void;
}

const restingTime = 700;

/**
 * An e-mail address with a second pair of eyes: a probable slip in its domain is named under the field once the typing
 * rests or the field is left. It is only ever a hint.
 */
export function EmailField({ onTake, onBlur, onChange, ...rest }: Props) {
  const t = useTranslation('people');
  const [meant, setMeant] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = (text: string) => {
    clearTimeout(timer.current);
    setMeant(suggestEmail(text));
  };
  return (
    <TextInput
      type="email"
      {...rest}
      onBlur={(event) => {
        look(event.currentTarget.value);
        onBlur?.(event);
      }}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setMeant(null);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => look(text), restingTime);
        onChange?.(event);
      }}
      description={
        meant && (
          <span className={classes.meant} role="status">
            {t('didYouMean')}{' '}
            <button
              type="button"
              className={classes.take}
              onClick={() => {
                setMeant(null);
                onTake(meant);
              }}
            >
              {meant}
            </button>
          </span>
        )
      }
    />
  );
}
