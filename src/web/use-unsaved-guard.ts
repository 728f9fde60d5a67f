import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from './i18n.ts';
import { confirm } from './ui/dialog/confirm.tsx';

/**
 * Asks before a page of the signed-in entry is left with unsaved changes: by a link, the browser's back button, another
 * tab of the same page, a reload or a closed window.
 */
export function useUnsavedGuard(isDirty: boolean): void {
  const t = useTranslation('web');
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const isSamePlace =
        current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search);
      if (isSamePlace) return false;
      const leaves = await confirm({
        title: t('leaveTitle'),
        text: t('leaveText'),
        yes: t('leave'),
        no: t('stay'),
        destroys: true,
      });
      return !leaves;
    },
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  });
}
