import { type KeyboardEvent, useCallback } from 'react';
import type { ReportSection } from '#domain/reports/reports.ts';
import { isTyping } from '#web/shortcuts.ts';
import { useEditorTools } from '../work/use-report-editor.ts';

/**
 * Rating by keyboard: 1, 2, 3 … rate the focused item (0 clears the rating), J and K move to the next and previous
 * item. Ignored while typing.
 */
export function useItemKeys(section: ReportSection | undefined) {
  const { editor, ratings, canEdit } = useEditorTools();
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const target = event.target as HTMLElement;
      if (!section || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
      const own = target.closest<HTMLElement>('[data-item]');
      const at = section.items.findIndex((item) => item.id === own?.dataset.item);
      const item = section.items[at];
      const step =
        event.key === 'j' || event.key === 'J' ? 1 : event.key === 'k' || event.key === 'K' ? -1 : 0;
      if (step !== 0) {
        focusItem(section.items[Math.max(0, Math.min(section.items.length - 1, at + step))]?.id);
        event.preventDefault();
        return;
      }
      if (!canEdit || !item?.show_ratings || !/^\d$/.test(event.key)) return;
      const rating = event.key === '0' ? null : ratings[Number(event.key) - 1]?.key;
      if (rating !== undefined) editor.change({ type: 'set_rating', item_id: item.id, rating });
    },
    [section, editor, ratings, canEdit],
  );
}

/** Scrolls to an item or one of its comments and focuses it. */
export function focusItem(itemId: string | undefined, commentId?: string | null): void {
  const place =
    (commentId && document.querySelector<HTMLElement>(`[data-comment="${commentId}"]`)) ||
    document.querySelector<HTMLElement>(`[data-item="${itemId}"]`);
  if (!place) return;
  place.scrollIntoView({ block: commentId ? 'center' : 'start' });
  const field = commentId ? place.querySelector<HTMLElement>('input, textarea, button') : place;
  field?.focus({ preventScroll: true });
}
