import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useRead } from '#web/api.ts';
import { newRecordId } from '#web/editing/new-record-id.ts';
import { useTranslation } from '#web/i18n.ts';
import { type AddressSuggestion, suggestAddresses } from '../places-contract.ts';
import classes from './booking.module.css';
import { Field } from './form-fields.tsx';

/** Searching starts once typing pauses, in milliseconds. */
const pause = 250;

interface Props {
  label: string;
  requestId: string;
  value: string;
  /** Called with every typed text. */
  onChange: (text: string) => void;
  onChoose: (chosen: AddressSuggestion) => void;
  error: string | undefined;
  hint: string | undefined;
}

/** A street line with suggestions. It stays a plain field while there are none, or when they can't be loaded. */
export function AddressField({ label, requestId, value, onChange, onChoose, error, hint }: Props) {
  const t = useTranslation('booking');
  const id = useId();
  const search = useSuggestions(requestId, value);
  const { active, setActive, found, isOpen } = search;
  const choose = (chosen: AddressSuggestion) => {
    search.close();
    onChoose(chosen);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && found.length > 0) {
      event.preventDefault();
      search.open();
      // From the text, arrow up continues at the end; past both ends is the text again.
      setActive(((active + 1 + by + found.length + 1) % (found.length + 1)) - 1);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      search.close();
    } else if (event.key === 'Enter' && isOpen && found[active]) {
      event.preventDefault();
      choose(found[active]);
    }
  };
  return (
    <Field label={label} error={error} hint={hint} isWide>
      {(attributes) => (
        <div className={classes.search}>
          <input
            {...attributes}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
            // The property is rarely where the visitor lives, and two lists would cover each other.
            autoComplete="off"
            autoCapitalize="words"
            enterKeyHint="next"
            value={value}
            onChange={(event) => {
              search.type();
              onChange(event.currentTarget.value);
            }}
            onKeyDown={onKeyDown}
            onBlur={search.close}
          />
          {isOpen && (
            <div className={classes.suggestions}>
              <div id={id} role="listbox" aria-label={t('property.suggestions')}>
                {found.map((one, i) => (
                  <Option
                    key={one.place}
                    id={`${id}-${i}`}
                    one={one}
                    isActive={i === active}
                    onChoose={choose}
                  />
                ))}
              </div>
              {search.attribution && <p className={classes.hint}>{search.attribution}</p>}
            </div>
          )}
          <span className={classes.trap} role="status">
            {isOpen ? t('property.found', { count: found.length }) : ''}
          </span>
        </div>
      )}
    </Field>
  );
}

function Option(props: {
  id: string;
  one: AddressSuggestion;
  isActive: boolean;
  onChoose: (one: AddressSuggestion) => void;
}) {
  const { id, one, isActive, onChoose } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of its list
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      // Pressing must not move the focus, which would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(one)}
    >
      {one.address}
      <small>{[one.city, `${one.state} ${one.zip_code}`.trim()].filter(Boolean).join(', ')}</small>
    </div>
  );
}

/** Asks for suggestions once typing pauses. A number and a word make an address: less is not worth a call. */
function useSuggestions(requestId: string, value: string) {
  const [session] = useState(newRecordId);
  const [text, setText] = useState('');
  const [isTyping, setTyping] = useState(false);
  const [active, setActive] = useState(-1);
  useEffect(() => {
    if (!isTyping) return undefined;
    const timer = setTimeout(() => setText(value.trim()), pause);
    return () => clearTimeout(timer);
  }, [value, isTyping]);
  const isWanted = /\d/.test(text) && /\p{L}{2}/u.test(text) && (isTyping || text === value.trim());
  const read = useRead(suggestAddresses, { requestId, text, session }, { enabled: isWanted, keep: true });
  const found = (isWanted && read.status !== 'failed' && read.data?.suggestions) || [];
  return {
    ...{ found, active, setActive },
    attribution: read.data?.attribution ?? '',
    isOpen: isTyping && found.length > 0,
    type: () => {
      setTyping(true);
      setActive(-1);
    },
    open: () => setTyping(true),
    close: () => {
      setTyping(false);
      setActive(-1);
    },
  };
}
