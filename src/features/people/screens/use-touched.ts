import { type RefObject, useEffect, useRef } from 'react';

/** Calls back on any input or drop inside the element, so that form fields don't need to know their observers. */
export function useTouched(onTouch: () => void): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const callback = useRef(onTouch);
  useEffect(() => {
    callback.current = onTouch;
  });
  useEffect(() => {
    const element = ref.current;
    const touch = () => callback.current();
    const events = ['input', 'drop'] as const;
    for (const name of events) element?.addEventListener(name, touch);
    return () => {
      for (const name of events) element?.removeEventListener(name, touch);
    };
  }, []);
  return ref;
}
