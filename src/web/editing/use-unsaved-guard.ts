import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
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
  const isAtRisk = useRef(false);
  const ask = useEffectEvent(confirmLeave);
  useEffect(() => {
    if (!isDirty) return;
    isAtRisk.current = true;
    const unblock = history?.block({
      enableBeforeUnload: true,
      blockerFn: async ({
        currentLocation,
        nextLocation,
      }: {
        currentLocation: Place;
        nextLocation: Place;
      }) => {
        if (isSamePlace(currentLocation, nextLocation)) return false;
        // A form that is done may navigate and close in one go; once rendered, it has nothing to lose.
        await new Promise((done) => setTimeout(done, renderMilliseconds));
        return isAtRisk.current && !(await ask());
      },
    });
    return () => {
      isAtRisk.current = false;
      unblock?.();
    };
  }, [isDirty, history]);
}

const renderMilliseconds = 30;

function isSamePlace(one: Place, other: Place): boolean {
  return one.pathname === other.pathname && one.search === other.search;
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
