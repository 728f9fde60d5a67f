import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { IconSearch } from '../layout/icons.ts';

interface Props {
  /** The search in force, for example from the URL; a change from outside is taken over. */
  value: string;
  /** Told 350 ms after the last key, at once on Enter and on clearing. */
  onSearch: (text: string) => void;
  label?: string;
  placeholder?: string;
}

/** How long typing rests before a search begins. */
export const searchDelayMs = 350;

/** A search field that keeps what is being typed to itself, so that the list beside it does not render at every key. */
export function SearchBox({ value, onSearch, label, placeholder }: Props) {
  const t = useTranslation('web');
  const [text, setText] = useState(value);
  // What was told and has not come back yet, oldest first; the last one stands.
  const told = useRef([value]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const at = told.current.indexOf(value);
    // Our own words come back late, while the person is typing on: they must not take the place of what is typed.
    if (at >= 0) {
      told.current = told.current.slice(at);
      return;
    }
    told.current = [value];
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function tell(next: string) {
    clearTimeout(timer.current);
    const trimmed = next.trim();
    if (trimmed === told.current.at(-1)) return;
    told.current = [...told.current, trimmed];
    onSearch(trimmed);
  }

  function change(next: string) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => tell(next), searchDelayMs);
  }

  return (
    <TextInput
      type="search"
      w={{ base: '100%', sm: 320 }}
      aria-label={label ?? t('search')}
      placeholder={placeholder ?? t('search')}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tell(text);
        if (event.key === 'Escape' && text) {
          event.stopPropagation();
          setText('');
          tell('');
        }
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text && (
          <CloseButton
            size="sm"
            aria-label={t('clearSearch')}
            onClick={() => {
              setText('');
              tell('');
            }}
          />
        )
      }
      styles={{ input: { WebkitAppearance: 'none' } }}
    />
  );
}
