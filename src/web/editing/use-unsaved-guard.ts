import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from '../i18n.ts';
import { confirm } from '../ui/dialog/confirm.tsx';

/**
 * Asks before a page of the signed-in entry is left with unsaved changes: by a link, the browser's back button, another
 * tab of the same page, a reload or a closed window.
 */
export function useUnsavedGuard(isDirty: boolean): void {
  const confirmLeave = useConfirmLeave();
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const isSamePlace =
        current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search);
      if (isSamePlace) return false;
      return !(await confirmLeave());
    },
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  });
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
