import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * Lets a part of a page move between places without remounting: input, expanded state and focus are preserved. Render
 * `content` always at the same position, and `place` where the part should appear.
 */
export function useMovable(part: ReactNode): { content: ReactNode; place: ReactNode } {
  const [carrier] = useState(makeCarrier);
  return { content: createPortal(part, carrier.element), place: <Place carrier={carrier} /> };
}

type Carrier = ReturnType<typeof makeCarrier>;

function Place({ carrier }: { carrier: Carrier }) {
  const here = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    here.current?.append(carrier.element);
    carrier.focusAgain();
  }, [carrier]);
  return <div ref={here} style={{ display: 'contents' }} />;
}

function makeCarrier() {
  const element = document.createElement('div');
  // The surrounding layout sees the cards, not their container.
  element.style.display = 'contents';
  let focused: HTMLElement | null = null;
  element.addEventListener('focusin', ({ target }) => {
    focused = target instanceof HTMLElement ? target : null;
  });
  element.addEventListener('focusout', () => {
    // A move takes the focus away for a moment, a user who leaves takes it away for good.
    setTimeout(() => {
      if (!element.contains(document.activeElement)) focused = null;
    });
  });
  const focusAgain = () => {
    if (document.activeElement === document.body) focused?.focus({ preventScroll: true });
  };
  return { element, focusAgain };
}
