import { type KeyboardEvent, useCallback } from 'react';
import type { ReportSection } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { isTyping, useShortcuts } from '#web/shortcuts.ts';
import { useEditorTools } from '../work/use-report-editor.ts';

/** The keys that work anywhere in the editor while nothing is typed: around the report, and to a new comment. */
export function useReportKeys(props: {
  sections: readonly ReportSection[];
  at: number;
  onChoose: (id: string) => void;
  onMissing: () => void;
  onSearch: () => void;
}): void {
  const { sections, at, onChoose } = props;
  const t = useTranslation('reports');
  const group = t('edit.shortcuts.group');
  const show = (step: number) => {
    const next = sections[at + step];
    if (next) onChoose(next.id);
  };
  useShortcuts([
    { group, keys: ['j'], label: t('edit.shortcuts.next'), run: () => focusNeighbor(1) },
    { group, keys: ['k'], label: t('edit.shortcuts.previous'), run: () => focusNeighbor(-1) },
    { group, keys: ['1–9'], label: t('edit.shortcuts.rate') },
    { group, keys: ['0'], label: t('edit.shortcuts.clear') },
    { group, keys: ['n'], label: t('edit.shortcuts.add'), run: focusAdd },
    { group, keys: ['Shift+1–6'], label: t('edit.shortcuts.quick') },
    { group, keys: ['m'], label: t('edit.shortcuts.missing'), run: props.onMissing },
    { group, keys: ['/'], label: t('edit.shortcuts.search'), run: props.onSearch },
    { group, keys: [']'], label: t('edit.shortcuts.nextSection'), run: () => show(1) },
    { group, keys: ['['], label: t('edit.shortcuts.previousSection'), run: () => show(-1) },
  ]);
}

/**
 * The keys of the focused item: 1, 2, 3 … rate it (0 clears the rating), with Shift they add its quick comments, and the
 * arrows move to the next and previous item. Ignored while typing.
 */
export function useItemKeys(section: ReportSection | undefined) {
  const { editor, ratings, canEdit } = useEditorTools();
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const target = event.target as HTMLElement;
      if (!section || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
      const place = target.closest<HTMLElement>('[data-item]');
      if (target === place && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        event.preventDefault();
        focusNeighbor(event.key === 'ArrowDown' ? 1 : -1);
        return;
      }
      const item = section.items.find((one) => one.id === place?.dataset.item);
      if (!canEdit || !item) return;
      // Shift changes what a digit types, differently on each keyboard.
      const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
      if (event.shiftKey && digit) {
        place?.querySelector<HTMLElement>(`[data-quick="${digit}"]`)?.click();
        event.preventDefault();
        return;
      }
      if (!item.show_ratings || !/^\d$/.test(event.key)) return;
      const rating = event.key === '0' ? null : ratings[Number(event.key) - 1]?.key;
      if (rating !== undefined) editor.change({ type: 'set_rating', item_id: item.id, rating });
    },
    [section, editor, ratings, canEdit],
  );
}

const currentItem = () => document.activeElement?.closest<HTMLElement>('[data-item]') ?? null;

/** The item that has the focus; null if none has it. */
export function focusedItemId(): string | null {
  return currentItem()?.dataset.item ?? null;
}

/** Moves the focus to the next or previous item of the section; the first one if none has it. */
function focusNeighbor(step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-item]')];
  const current = currentItem();
  const at = current ? all.indexOf(current) : -1;
  focusItem(all[Math.max(0, Math.min(all.length - 1, at + step))]?.dataset.item);
}

function focusAdd(): void {
  const place = currentItem() ?? document.querySelector('[data-item]');
  const field = place?.querySelector<HTMLElement>('[data-add]');
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

/** Scrolls to an item or one of its comments and focuses it. Returns whether it is on the page. */
export function focusItem(itemId: string | undefined, commentId?: string | null): boolean {
  const comment = commentId ? document.querySelector<HTMLElement>(`[data-comment="${commentId}"]`) : null;
  const place = comment ?? document.querySelector<HTMLElement>(`[data-item="${itemId}"]`);
  if (!place) return false;
  place.scrollIntoView({ block: comment ? 'center' : 'start' });
  const field = comment ? place.querySelector<HTMLElement>('input, textarea, button') : place;
  field?.focus({ preventScroll: true });
  return true;
}
