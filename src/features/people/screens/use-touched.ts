import { type RefObject, useEffect, useRef } from 'react';

/** Tells when anything inside was typed, switched, chosen or dropped: fields of a form need not know who asks. */
export function useTouched(onTouch: () => void): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const told = useRef(onTouch);
  useEffect(() => {
    told.current = onTouch;
  });
  useEffect(() => {
    const element = place.current;
    const touch = () => told.current();
    const events = ['input', 'drop'] as const;
    for (const name of events) element?.addEventListener(name, touch);
    return () => {
      for (const name of events) element?.removeEventListener(name, touch);
    };
  }, []);
  return place;
}
