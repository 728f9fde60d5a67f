import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import { revertCommentChanges } from '../../library-contract.ts';

/** Returns a function that reports a change of comments, with a way to undo it. */
export function useUndoableChange(): (op_ids: string[]) => void {
  const t = useTranslation('templates');
  const revert = useWrite(revertCommentChanges, {
    toast: ({ reverted, left }) =>
      left === 0 ? t('library.reverted', { count: reverted }) : t('library.revertedPart', { reverted, left }),
  });
  return (op_ids) =>
    toast(t('library.changed', { count: op_ids.length }), {
      // Another tab may have made the same change before.
      kind: op_ids.length === 0 ? 'info' : 'success',
      ...(op_ids.length === 0
        ? {}
        : { action: { label: t('undo'), run: () => void revert.send({ op_ids }) } }),
    });
}
