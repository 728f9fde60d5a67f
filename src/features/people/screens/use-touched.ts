import { type RefObject, useEffect, useRef } from 'react';

/** Calls back on any input or drop inside the element, so that form fields don't need to know their observers. */
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
