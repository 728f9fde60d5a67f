import { ActionIcon, Button, Kbd, Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isPlatformAdmin } from '#domain/people/permissions.ts';
import { useTranslation } from '../i18n.ts';
import { showSearchOverlay, useSearchOverlay } from '../navigation/search-state.ts';
import { PageSlot, type SearchablePage, useIsSlotFilled } from '../page-slots.tsx';
import { useActor } from '../session.ts';
import { isMac, useShortcutKeys, useShortcuts } from '../shortcuts.ts';
import { toast } from '../toast.ts';
import { IconSearch } from '../ui/layout/icons.ts';
import classes from './shell.module.css';

const close = () => showSearchOverlay(null);
/** Its code is loaded before it is first opened, but not before the first page. */
const loadAfterMs = 3000;

/** Opens the search: a field to click on, on phones a button. */
export function SearchButton({ isPhone }: { isPhone: boolean }) {
  const t = useTranslation('web');
  const isAvailable = useIsSearchAvailable();
  if (!isAvailable) return null;
  const open = () => showSearchOverlay('search');
  if (isPhone) {
    return (
      <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('search')} onClick={open}>
        <IconSearch size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    );
  }
  return (
    <Tooltip label={t('searchHint')}>
      <Button
        variant="default"
        className={classes.search ?? ''}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd size="xs">{isMac() ? '⌘ K' : 'Ctrl K'}</Kbd>}
        aria-label={t('search')}
        aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
        onClick={open}
      >
        {t('search')}
      </Button>
    </Tooltip>
  );
}

function useIsSearchAvailable(): boolean {
  const actor = useActor();
  return useIsSlotFilled('shell.search') && !isPlatformAdmin(actor);
}

/** The search and the list of shortcuts, opened by button or keyboard. */
export function SearchOverlays({ pages }: { pages: readonly SearchablePage[] }) {
  const isAvailable = useIsSearchAvailable();
  return isAvailable ? <Available pages={pages} /> : null;
}

function Available({ pages }: { pages: readonly SearchablePage[] }) {
  const t = useTranslation('web');
  const opened = useSearchOverlay();
  const [isReady, setReady] = useState(false);
  const group = t('everywhere');
  useShortcutKeys();
  useShortcuts([
    { group, keys: ['mod+k', '/'], label: t('search'), run: () => showSearchOverlay('search') },
    { group, keys: ['?'], label: t('shortcuts'), run: () => showSearchOverlay('shortcuts') },
  ]);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), loadAfterMs);
    return () => {
      clearTimeout(timer);
      close();
    };
  }, []);
  if (opened && !isReady) setReady(true);
  if (!isReady) return null;
  return (
    <PageSlot
      name="shell.search"
      opened={opened}
      pages={pages}
      onClose={close}
      broken={(again) => <Broken isOpened={opened !== null} again={again} />}
    />
  );
}

// Its code could not be loaded, for example offline: opening it says so, and tries again.
function Broken({ isOpened, again }: { isOpened: boolean; again: () => void }) {
  const t = useTranslation('web');
  useEffect(() => {
    if (!isOpened) return;
    toast(t('somethingWrong'), { kind: 'error' });
    close();
    again();
  }, [isOpened, t, again]);
  return null;
}
