import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * A part of a page that can stand in one place or another and moves there as it is: what is typed and what is open in it
 * stays, and so does the focus. `content` is rendered where it is always rendered, `place` stands where the part is wanted now.
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
  // The layout around it sees the cards, not what carries them.
  element.style.display = 'contents';
  let focused: HTMLElement | null = null;
  element.addEventListener('focusin', ({ target }) => {
    focused = target instanceof HTMLElement ? target : null;
  });
  element.addEventListener('focusout', () => {
    // A move takes the focus for a moment, somebody who goes elsewhere for good.
    setTimeout(() => {
      if (!element.contains(document.activeElement)) focused = null;
    });
  });
  const focusAgain = () => {
    if (document.activeElement === document.body) focused?.focus({ preventScroll: true });
  };
  return { element, focusAgain };
}
