import { Combobox, type ComboboxStore, Loader, Pill, PillsInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  type UIEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Route, RouteInput, RouteOutput } from '#wire/route.ts';
import { type PagedRead, usePagedRead } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { IconCheck, IconPlus } from '../layout/icons.ts';
import classes from './entity-picker.module.css';
import { searchDelayMs } from './search-box.tsx';

type RowOf<R> = RouteOutput<R> extends { pageData: (infer T)[] } ? T : never;

interface Props<R extends Route> {
  /** A paged read with a search text. */
  route: R;
  /** The input of the route for a search text; the caller sets `perPage` (15, or 4 in an embed). */
  inputFor: (text: string) => RouteInput<R>;
  value: readonly RowOf<R>[];
  onChange: (rows: RowOf<R>[]) => void;
  idOf: (row: RowOf<R>) => string;
  labelOf: (row: RowOf<R>) => string;
  /** Second line of an option. */
  detailOf?: (row: RowOf<R>) => ReactNode;
  /** Before the label: an avatar. */
  iconOf?: (row: RowOf<R>) => ReactNode;
  label: string;
  placeholder?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Only one selection; choosing replaces it. */
  single?: boolean;
  /** The last entry of the list, which creates a new record from the typed text. */
  addNew?: { label: (text: string) => string; run: (text: string) => void };
  autoFocus?: boolean;
  /** The list is part of the popover around the picker, which a click outside closes. */
  inPopover?: boolean;
}

const moreValue = '\u0000more';
const addValue = '\u0000add';
/** More rows are fetched when less than this (pixels, rows) remains below. */
const near = { pixels: 120, rows: 3 };

/**
 * A searchable list to pick from. Requests the server once, 350 ms after the last key, and further pages when the list
 * is scrolled or navigated to its end. Keyboard: arrows, Enter, Backspace removes the last one, Escape closes. The
 * first match of a typed text is highlighted, so that Enter selects it; Enter without a text closes the list.
 */
export function EntityPicker<R extends Route>(props: Props<R>) {
  const picker = useEntityPicker(props);
  const { combobox, pages, typed, isAnswered, loadMore } = picker;
  return (
    <Combobox store={combobox} onOptionSubmit={picker.pick} withinPortal={!props.inPopover}>
      <Combobox.DropdownTarget>
        <PillsInput
          label={props.label}
          description={props.description}
          error={props.error}
          required={props.required ?? false}
          disabled={props.disabled ?? false}
          onClick={() => combobox.openDropdown()}
          rightSection={pages.fetching ? <Loader size={16} /> : <Combobox.Chevron />}
          rightSectionPointerEvents="none"
        >
          <Pill.Group>
            <Chosen {...props} />
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                role="combobox"
                aria-required={props.required || undefined}
                value={typed}
                disabled={props.disabled ?? false}
                placeholder={props.value.length === 0 ? props.placeholder : undefined}
                data-autofocus={props.autoFocus || undefined}
                {...fieldEvents(picker)}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options
          mah={300}
          className={classes.options}
          aria-label={props.label}
          aria-multiselectable={!props.single}
          data-former={pages.isFormer || undefined}
          onScroll={(event: UIEvent<HTMLElement>) => {
            if (isNearEnd(event.currentTarget)) loadMore();
          }}
        >
          <Found {...props} pages={pages} chosen={picker.chosen} typed={typed.trim()} />
        </Combobox.Options>
        <Announced isAnswered={isAnswered} pages={pages} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

function fieldEvents({
  combobox,
  setTyped,
  keyDown,
}: Pick<ReturnType<typeof useEntityPicker>, 'combobox' | 'setTyped' | 'keyDown'>) {
  return {
    onFocus: () => combobox.openDropdown(),
    onBlur: () => {
      combobox.closeDropdown();
      // Text that was not picked must not look like a selection.
      setTyped('');
    },
    onKeyDown: keyDown,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setTyped(event.currentTarget.value);
      combobox.openDropdown();
      combobox.resetSelectedOption();
    },
  };
}

/** The typed text, the rows found for it, and what the keys and options do. */
function useEntityPicker<R extends Route>(props: Props<R>) {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), searchDelayMs);
  const [wasOpened, setOpened] = useState(false);
  const combobox = useCombobox({
    onDropdownOpen: () => setOpened(true),
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  // Requests only after the list was opened: a dialog with five pickers must not send five requests.
  const pages = usePagedRead(props.route, props.inputFor(text), {
    enabled: wasOpened,
    keep: true,
  }) as PagedRead<RowOf<R>>;
  const chosen = new Set(props.value.map(props.idOf));
  const isAnswered = text !== '' && text === typed.trim() && pages.status === 'loaded' && !pages.isFormer;
  const entered = useEnteredText(combobox, text, isAnswered);

  function loadMore() {
    if (pages.hasMore && !pages.loadingMore && !pages.isFormer) pages.more();
  }

  function pick(value: string) {
    if (value === moreValue) return loadMore();
    if (value === addValue) {
      combobox.closeDropdown();
      setTyped('');
      props.addNew?.run(typed.trim());
      return;
    }
    const row = pages.rows.find((one) => props.idOf(one) === value);
    if (!row) return;
    if (chosen.has(value)) props.onChange(props.value.filter((one) => props.idOf(one) !== value));
    else props.onChange(props.single ? [row] : [...props.value, row]);
    // The next Enter must not pick the row that takes this one's place in the unfiltered list.
    if (typed !== '') combobox.resetSelectedOption();
    setTyped('');
    if (props.single) combobox.closeDropdown();
  }

  function keyDown(event: KeyboardEvent<HTMLInputElement>) {
    const selected = combobox.getSelectedOptionIndex();
    if (event.key === 'Enter' && combobox.dropdownOpened) event.preventDefault();
    if (event.key === 'Enter' && combobox.dropdownOpened && selected < 0) {
      if (typed.trim() === '') combobox.closeDropdown();
      else entered.current = typed.trim();
    }
    if (event.key === 'ArrowDown' && selected >= pages.rows.length - near.rows) loadMore();
    if (event.key !== 'Backspace' || typed !== '' || props.value.length === 0) return;
    event.preventDefault();
    props.onChange(props.value.slice(0, -1));
  }
  return { combobox, pages, chosen, typed, setTyped, isAnswered, loadMore, pick, keyDown };
}

/**
 * Highlights the first match of each response. Enter pressed before the response applies to the response for the same
 * text, which the returned reference holds.
 */
function useEnteredText(combobox: ComboboxStore, text: string, isAnswered: boolean) {
  const entered = useRef<string | null>(null);
  useEffect(() => {
    if (!isAnswered) return;
    combobox.selectFirstOption();
    if (entered.current === text) combobox.clickSelectedOption();
    entered.current = null;
    // Once per response: navigating with the arrows is not reset.
  }, [isAnswered, text]);
  return entered;
}

function isNearEnd(box: HTMLElement): boolean {
  return box.scrollTop + box.clientHeight >= box.scrollHeight - near.pixels;
}

/** Announces the number of results to screen readers. */
function Announced({ isAnswered, pages }: { isAnswered: boolean; pages: PagedRead<unknown> }) {
  const t = useTranslation('web');
  return (
    <div role="status" className={classes.announced}>
      {isAnswered && t('countFound', { count: pages.total })}
    </div>
  );
}

function Chosen<R extends Route>(props: Props<R>) {
  const t = useTranslation('web');
  return props.value.map((row) => {
    const name = props.labelOf(row);
    return (
      <Pill
        key={props.idOf(row)}
        withRemoveButton={!props.disabled}
        // The library hides the button from screen readers and removes it from the tab order.
        removeButtonProps={{ 'aria-label': t('remove', { name }), 'aria-hidden': false, tabIndex: 0 }}
        onRemove={() => props.onChange(props.value.filter((one) => props.idOf(one) !== props.idOf(row)))}
      >
        {name}
      </Pill>
    );
  });
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const t = useTranslation('web');
  return (
    <Combobox.Empty>
      <button
        type="button"
        className={classes.retry}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onRetry}
      >
        {t('couldNotLoad')} {t('retry')}
      </button>
    </Combobox.Empty>
  );
}

type FoundProps<R extends Route> = Props<R> & {
  pages: PagedRead<RowOf<R>>;
  chosen: Set<string>;
  typed: string;
};

function Found<R extends Route>(props: FoundProps<R>) {
  const t = useTranslation('web');
  const { pages, chosen } = props;
  const add = props.addNew && (
    <Combobox.Option value={addValue} className={classes.add}>
      <IconPlus size={16} aria-hidden />
      {props.addNew.label(props.typed)}
    </Combobox.Option>
  );
  if (pages.status === 'failed') {
    return (
      <>
        <LoadFailure onRetry={pages.retry} />
        {add}
      </>
    );
  }
  if (pages.status === 'loading') return <Combobox.Empty>{t('loading')}…</Combobox.Empty>;
  return (
    <>
      {pages.rows.length === 0 && <Combobox.Empty>{t('nothingFound')}</Combobox.Empty>}
      {pages.rows.map((row) => {
        const id = props.idOf(row);
        return (
          <Combobox.Option key={id} value={id} active={chosen.has(id)} className={classes.option}>
            {props.iconOf?.(row)}
            <span className={classes.text}>
              <span className={classes.name}>{props.labelOf(row)}</span>
              {props.detailOf && <span className={classes.detail}>{props.detailOf(row)}</span>}
            </span>
            {chosen.has(id) && <IconCheck size={16} aria-hidden />}
          </Combobox.Option>
        );
      })}
      {pages.hasMore && (
        <Combobox.Option value={moreValue} className={classes.more}>
          {pages.loadingMore ? t('loading') : t('loadMore')}
        </Combobox.Option>
      )}
      {add}
    </>
  );
}
