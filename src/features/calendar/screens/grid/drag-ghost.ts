import type { WallClock } from '../format-clock-range.ts';
import classes from './calendar-grid.module.css';
import { edgePx, type Grid, type GridMinute, type GridRange } from './grid-geometry.ts';

/** Formats a time range. */
export type ClockRangeFormatter = (start: WallClock, end: WallClock) => string;

/** Creates the copy of an entry that moves over the days. */
export function createDragGhost(grid: Grid, element: HTMLElement, formatRange: ClockRangeFormatter) {
  const copies: HTMLElement[] = [];
  const copy = () => {
    const one = element.cloneNode(true) as HTMLElement;
    for (const name of [...one.classList]) {
      if (name.startsWith('calendar-') || name === classes.lifted) one.classList.remove(name);
    }
    for (const name of ['role', 'tabindex', 'aria-label']) one.removeAttribute(name);
    for (const labeled of one.querySelectorAll('[data-entry]')) labeled.removeAttribute('data-entry');
    one.classList.add(classes.ghost ?? '');
    grid.layer.append(one);
    return one;
  };
  return {
    show(place: GridRange | null) {
      const boxes = place ? grid.boxes(place.start, place.end) : [];
      boxes.forEach((box, n) => {
        const one = copies[n] ?? copy();
        copies[n] = one;
        one.hidden = false;
        for (const [name, pixels] of Object.entries(box)) one.style.setProperty(name, `${pixels}px`);
        const time = one.querySelector('[data-time]');
        if (time && place) time.textContent = formatRange(clockAt(place.start), clockAt(place.end));
      });
      for (const one of copies.slice(boxes.length)) one.hidden = true;
    },
  };
}

function clockAt(minute: GridMinute): WallClock {
  const ofDay = ((minute % 1440) + 1440) % 1440;
  return { hour: Math.floor(ofDay / 60), minute: ofDay % 60 };
}

/**
 * Keeps scrolling while the pointer stays near the upper or lower edge it was moved to; `from` is where the drag
 * started.
 */
export function scrollAtEdges(
  grid: Grid,
  from: number,
  y: () => number,
  after: () => void,
): { stop: () => void } {
  const { top, bottom } = grid.scroller.getBoundingClientRect();
  const tick = () => {
    const before = grid.scroller.scrollTop;
    const above = Math.min(0, y() - (top + edgePx), y() - from);
    const below = Math.max(0, Math.min(y() - (bottom - edgePx), y() - from));
    const beyond = y() < top + edgePx && y() < from ? above : below;
    if (beyond !== 0) {
      grid.scroller.scrollTop += Math.max(-16, Math.min(16, beyond / 3));
      if (grid.scroller.scrollTop !== before) after();
    }
    frame = requestAnimationFrame(tick);
  };
  let frame = requestAnimationFrame(tick);
  return { stop: () => cancelAnimationFrame(frame) };
}
