import { type RefObject, useEffect, useRef } from 'react';

/** Inserts text into the field that had the focus last. */
export type InsertTarget = RefObject<((text: string) => void) | null>;

/**
 * Returns the props that make a field receive placeholders while it is the one that had the focus last; `isFirst` before any
 * had it.
 */
export function useInsertable<E extends HTMLInputElement | HTMLTextAreaElement>(
  target: InsertTarget,
  onChange: (text: string) => void,
  isFirst = false,
) {
  const ref = useRef<E>(null);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const insert = (text: string) => {
    const field = ref.current;
    if (!field) return;
    const from = field.selectionStart ?? field.value.length;
    latest.current(field.value.slice(0, from) + text + field.value.slice(field.selectionEnd ?? from));
    const end = from + text.length;
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(end, end);
    });
  };
  useEffect(() => {
    if (isFirst) target.current ??= insert;
    return () => {
      target.current = null;
    };
  }, []);
  return {
    ref,
    onFocus: () => {
      target.current = insert;
    },
  };
}
