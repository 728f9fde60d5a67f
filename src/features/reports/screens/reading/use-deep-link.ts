import { useEffect } from 'react';
import { focusTemporarily } from '#web/ui/dialog/preserve-focus.ts';

/**
 * Opens the place of the report that the address names (`#c…`), when the page is opened and whenever the address changes:
 * scrolls to it and moves the focus there. `reveal` is called if the place is not on the page, so that a filter can give
 * way.
 */
export function useDeepLink(reveal: () => void): void {
  useEffect(() => {
    const open = () => {
      // Ids need no decoding, which would throw for an address that was cut in the middle of a character.
      const id = window.location.hash.slice(1);
      if (id === '') return;
      if (!document.getElementById(id)) reveal();
      showWhenThere(id, mostFrames);
    };
    open();
    window.addEventListener('hashchange', open);
    return () => window.removeEventListener('hashchange', open);
    // Once: what it calls only sets state.
  }, []);
}

/** How long to wait for a place that is still being rendered: about two seconds. */
const mostFrames = 120;

function showWhenThere(id: string, frames: number): void {
  requestAnimationFrame(() => {
    const place = document.getElementById(id);
    if (place) show(place);
    else if (frames > 0) showWhenThere(id, frames - 1);
  });
}

function show(place: HTMLElement): void {
  place.scrollIntoView({ block: 'start' });
  focusTemporarily(place, { preventScroll: true });
  // Parts above were laid out with an estimated height until now.
  requestAnimationFrame(() => place.scrollIntoView({ block: 'start' }));
}
