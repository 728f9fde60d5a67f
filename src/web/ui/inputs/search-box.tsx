import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { IconSearch } from '../layout/icons.ts';

interface Props {
  /** The current search, for example from the URL; changes from outside are applied. */
  value: string;
  /** Called 350 ms after the last key, immediately on Enter and on clearing. */
  onSearch: (text: string) => void;
  label?: string;
  placeholder?: string;
}

/** How long typing must pause before a search starts. */
export const searchDelayMs = 350;

/** A search field that holds the typed text itself, so that the list next to it does not render with every key. */
export function SearchBox({ value, onSearch, label, placeholder }: Props) {
  const t = useTranslation('web');
  const { text, change, report, clear } = useDelayedSearch(value, onSearch);
  return (
    <TextInput
      type="search"
      w={{ base: '100%', sm: 320 }}
      aria-label={label ?? t('search')}
      placeholder={placeholder ?? t('search')}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') report(text);
        if (event.key === 'Escape' && text) {
          event.stopPropagation();
          clear();
        }
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text && <CloseButton size="sm" aria-label={t('clearSearch')} onClick={clear} />}
      styles={{ input: { WebkitAppearance: 'none' } }}
    />
  );
}

/** The typed text, and when it is reported. */
function useDelayedSearch(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value);
  // Reported values that have not been passed back yet, oldest first; the last one is current.
  const reported = useRef([value]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const at = reported.current.indexOf(value);
    // Our own values are passed back late, while the user continues to type: they must not replace the typed text.
    if (at >= 0) {
      reported.current = reported.current.slice(at);
      return;
    }
    reported.current = [value];
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function report(next: string) {
    clearTimeout(timer.current);
    const trimmed = next.trim();
    if (trimmed === reported.current.at(-1)) return;
    reported.current = [...reported.current, trimmed];
    onSearch(trimmed);
  }

  function change(next: string) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => report(next), searchDelayMs);
  }

  function clear() {
    setText('');
    report('');
  }
  return { text, change, report, clear };
}
