import { useEffect, useState } from 'react';
import { loadMessages } from '#web/i18n.ts';
import type { PageSlotProps } from '#web/page-slots.tsx';
import { Palette } from './palette.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

/** The search over everything, and the list of keyboard shortcuts. */
export function SearchOverlays({ opened, pages, onClose }: PageSlotProps['shell.search']) {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    void loadMessages('search', 'company').then(() => setReady(true));
  }, []);
  if (!isReady) return null;
  return (
    <>
      <Palette opened={opened === 'search'} pages={pages} onClose={onClose} />
      <ShortcutsDialog opened={opened === 'shortcuts'} onClose={onClose} />
    </>
  );
}
