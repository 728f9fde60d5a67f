import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import classes from './tab-row.module.css';

interface Options<T extends string> {
  ids: readonly T[];
  active: T;
  onChange: (id: T) => void;
  /** Changes when something shifts the tabs, such as counts that load later. */
  layout?: unknown;
}

/**
 * Returns the properties of a `tablist` of buttons with role `tab`, in the order of `ids`: arrow keys move, the active
 * tab is scrolled into view, and a row that scrolls fades out at the side where more tabs are.
 */
export function useTabRow<T extends string>({ ids, active, onChange, layout }: Options<T>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!tab || !list.current) return;
    // Only the row scrolls, sideways, never the page or the dialog.
    const left = Math.max(0, tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2);
    list.current.scrollTo?.({ left, behavior: 'auto' });
  }, [active, layout]);

  function onKeyDown(event: KeyboardEvent) {
    const at = ids.indexOf(active);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: ids.length - 1 }[event.key];
    const next = to === undefined ? undefined : ids[(to + ids.length) % ids.length];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[ids.indexOf(next)]?.focus();
  }

  return { ref: list, onKeyDown, ...useFadingRow(list) } as const;
}

/** Returns the class of a row that scrolls sideways, and at which sides it hides content and fades out (`data-more`). */
export function useFadingRow(ref: RefObject<HTMLElement | null>) {
  const more = useHiddenSides(ref);
  return { rowClass: classes.row ?? '', more } as const;
}

function useHiddenSides(ref: RefObject<HTMLElement | null>): 'start' | 'end' | 'both' | undefined {
  const [more, setMore] = useState<'start' | 'end' | 'both'>();
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const isBefore = scrollLeft > 1;
      const isAfter = scrollLeft + clientWidth < scrollWidth - 1;
      setMore(isBefore && isAfter ? 'both' : isBefore ? 'start' : isAfter ? 'end' : undefined);
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    return () => {
      element.removeEventListener('scroll', measure);
      sizes.disconnect();
    };
  }, [ref]);
  return more;
}
