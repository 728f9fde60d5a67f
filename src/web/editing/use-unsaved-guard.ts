import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../i18n.ts';
import { confirm } from '../ui/dialog/confirm.tsx';

interface Place {
  pathname: string;
  search: string;
}

/**
 * Asks before a page of the signed-in entry is left with unsaved changes: by a link, the browser's back button, another
 * tab of the same page, a reload or a closed window. Does nothing without a router, as in screen tests.
 */
export function useUnsavedGuard(isDirty: boolean): void {
  const history = useRouter({ warn: false })?.history;
  const confirmLeave = useConfirmLeave();
  const shouldBlock = useEffectEvent(async (current: Place, next: Place) => {
    if (current.pathname === next.pathname && current.search === next.search) return false;
    return !(await confirmLeave());
  });
  useEffect(() => {
    if (!isDirty) return;
    return history?.block({
      enableBeforeUnload: true,
      blockerFn: (move: { currentLocation: Place; nextLocation: Place }) =>
        shouldBlock(move.currentLocation, move.nextLocation),
    });
  }, [isDirty, history]);
}

/** Returns a function that asks whether unsaved changes may be lost. */
export function useConfirmLeave(): () => Promise<boolean> {
  const t = useTranslation('web');
  return () =>
    confirm({
      title: t('leaveTitle'),
      text: t('leaveText'),
      yes: t('leave'),
      no: t('stay'),
      destroys: true,
    });
}
