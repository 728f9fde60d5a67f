import '@mantine/spotlight/styles.layer.css';
import { CloseButton, Kbd, Loader } from '@mantine/core';
import { createSpotlight, Spotlight, type SpotlightStore, useSpotlight } from '@mantine/spotlight';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { searchWords } from '#domain/base/names.ts';
import { useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import type { SearchablePage } from '#web/page-slots.tsx';
import { useUser } from '#web/session.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { IconHistory, IconSearch } from '#web/ui/layout/icons.ts';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import { longestQuery } from '../contract.ts';
import { groups, type Item } from './items.ts';
import classes from './palette.module.css';
import { PaletteItem } from './palette-item.tsx';
import { type RecentItem, recentItems, rememberItem } from './recent-items.ts';
import { useActions, usePageItems } from './use-actions.ts';
import { useFoundItems } from './use-found-items.ts';

interface Props {
  opened: boolean;
  pages: readonly SearchablePage[];
  onClose: () => void;
}

/**
 * The command palette: finds records, pages and actions, by keyboard throughout. Without a text it shows what was opened
 * last, and the actions.
 */
export function Palette({ opened, pages, onClose }: Props) {
  const t = useTranslation('search');
  const isPhone = useIsPhone();
  // Not shared: the next user must not find the text of the one before.
  const [[store, spotlight]] = useState(createSpotlight);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (opened) {
      opener.current = document.activeElement;
      spotlight.open();
      return;
    }
    spotlight.close();
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    opener.current = null;
  }, [opened, spotlight]);
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      size={640}
      yOffset={isPhone ? 0 : '10dvh'}
      fullScreen={isPhone}
      overlayProps={{ backgroundOpacity: 0.35 }}
      // At once: keys pressed during a transition would be lost.
      transitionProps={{ duration: 0 }}
      returnFocus={false}
      onSpotlightClose={onClose}
      attributes={{ content: { 'aria-label': t('search') } }}
    >
      <Content store={store} pages={pages} onClose={spotlight.close} />
    </Spotlight.Root>
  );
}

interface ContentProps {
  store: SpotlightStore;
  pages: readonly SearchablePage[];
  onClose: () => void;
}

function Content({ store, pages, onClose }: ContentProps) {
  const t = useTranslation('search');
  const { query } = useSpotlight(store);
  const listId = useId();
  const found = useItems(query, pages);
  const { items, isLoading, failure, retry } = found;
  const open = useOpenItem(onClose);
  const { selected, onKeyDown } = useKeys(found, query, open);
  const optionId = (at: number) => `${listId}-${at}`;
  const shown = groups.flatMap((group) => {
    const own = items.filter((item) => item.group === group);
    return own.length > 0 ? [{ group, own }] : [];
  });
  return (
    <>
      <Spotlight.Search
        ref={focusField}
        data-autofocus
        role="combobox"
        aria-label={t('search')}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={selected >= 0 ? optionId(selected) : undefined}
        placeholder={t('placeholder')}
        maxLength={longestQuery}
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconSearch size={20} stroke={1.6} aria-hidden />}
        rightSection={<FieldEnd isLoading={isLoading} onClose={onClose} />}
        rightSectionPointerEvents="all"
        onKeyDown={onKeyDown}
      />
      <div className={classes.list}>
        {/* The field controls it and moves in it, so it may scroll without being a stop of the Tab key. */}
        <div
          id={listId}
          role="listbox"
          aria-label={t('results')}
          aria-busy={isLoading}
          className={classes.scrolling}
        >
          {shown.map(({ group, own }) => (
            <Spotlight.ActionsGroup
              key={group}
              role="group"
              label={t(`groups.${group}`)}
              aria-label={t(`groups.${group}`)}
              className={classes.group ?? ''}
            >
              {own.map((item) => (
                <PaletteItem
                  key={item.id}
                  id={optionId(items.indexOf(item))}
                  item={item}
                  query={query}
                  isSelected={items.indexOf(item) === selected}
                  onOpen={open}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </div>
        {failure && <ErrorState failure={failure} onRetry={retry} />}
        {!failure && !isLoading && items.length === 0 && (
          <Spotlight.Empty>{t('nothing', { query: query.trim() })}</Spotlight.Empty>
        )}
      </div>
      <Hints />
      <output className={classes.announced}>
        {isLoading || query.trim() === '' ? '' : t('found', { count: items.length })}
      </output>
    </>
  );
}

const focusField = (field: HTMLInputElement | null) => field?.focus();

/** While loading a spinner; on phones, which have no Escape key, a button. */
function FieldEnd({ isLoading, onClose }: { isLoading: boolean; onClose: () => void }) {
  const t = useTranslation('search');
  const isPhone = useIsPhone();
  if (isLoading) return <Loader size={18} role="status" aria-label={t('searching')} />;
  return isPhone ? <CloseButton size={44} aria-label={t('close')} onClick={onClose} /> : null;
}

function Hints() {
  const t = useTranslation('search');
  const hints = [
    { keys: ['↑', '↓'], text: t('hints.move') },
    { keys: ['↵'], text: t('hints.open') },
    { keys: ['Esc'], text: t('hints.close') },
  ];
  return (
    <Spotlight.Footer className={classes.hints ?? ''} aria-hidden>
      {hints.map(({ keys, text }) => (
        <span key={text}>
          {keys.map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}{' '}
          {text}
        </span>
      ))}
    </Spotlight.Footer>
  );
}

/** The entries for a text, in the order of their groups. */
function useItems(query: string, pages: readonly SearchablePage[]) {
  const user = useUser();
  const actions = useActions();
  const places = usePageItems(pages);
  const found = useFoundItems(query);
  const words = searchWords(query);
  if (query.trim() === '') {
    const recent = recentItems(user).map(
      ({ id, title, detail, to }): Item => ({ id, group: 'recent', Icon: IconHistory, title, detail, to }),
    );
    return { ...found, items: [...recent, ...actions] };
  }
  const fits = ({ title }: Item) => {
    const own = searchWords(title);
    return words.length > 0 && words.every((word) => own.some((one) => one.startsWith(word)));
  };
  return { ...found, items: [...[...actions, ...places].filter(fits), ...found.items] };
}

const recentKinds: readonly string[] = ['appointments', 'people', 'invoices', 'payments'];

function useOpenItem(onClose: () => void): (item: Item) => void {
  const go = useNavigateTo();
  const user = useUser();
  return (item) => {
    const { id, group, title, detail, to, run } = item;
    const known = recentItems(user).find((one) => one.id === id);
    const kind = recentKinds.includes(group) ? (group as RecentItem['kind']) : known?.kind;
    if (to && kind) rememberItem(user, { id, kind, title, detail, to });
    onClose();
    if (to) go(to);
    // An action may open a dialog, which must get the focus after this one has returned it.
    else setTimeout(() => run?.(), 20);
  };
}

/** Arrow keys select an entry, Enter opens it; before the results have arrived it opens the first of them. */
function useKeys(
  { items, isLoading }: { items: readonly Item[]; isLoading: boolean },
  query: string,
  open: (item: Item) => void,
) {
  const [wanted, setWanted] = useState(0);
  const awaited = useRef<string | null>(null);
  const [lastQuery, setLastQuery] = useState(query);
  if (query !== lastQuery) {
    setLastQuery(query);
    setWanted(0);
  }
  const selected = Math.min(wanted, items.length - 1);
  useEffect(() => {
    if (isLoading || awaited.current === null) return;
    const [first] = items;
    const isSame = awaited.current === query;
    awaited.current = null;
    if (isSame && first) open(first);
  });
  const move = (step: number) => setWanted((selected + step + items.length) % Math.max(1, items.length));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    if (event.key === 'ArrowUp') move(-1);
    if (event.key !== 'Enter') return;
    const item = items[selected];
    if (item) open(item);
    else if (isLoading) awaited.current = query;
  };
  return { selected, onKeyDown };
}
