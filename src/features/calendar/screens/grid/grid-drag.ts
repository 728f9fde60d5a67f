import { addMinutes, asInstant, minutesBetween, type Zone } from '#domain/base/time.ts';
import type { CalendarEvent } from '../../contract.ts';
import type { Move } from '../use-moves.ts';
import classes from './calendar-grid.module.css';
import { type ClockRangeFormatter, createDragGhost, scrollAtEdges } from './drag-ghost.ts';
import { type Grid, type GridRange, measureGrid } from './grid-geometry.ts';
import { movedEventTimes, toGridTimes } from './grid-times.ts';

/** The board's current values, read on demand. */
export interface GridDragOptions {
  zone: Zone;
  acceptsActions: boolean;
  find: (id: string) => CalendarEvent | undefined;
  formatTimes: ClockRangeFormatter;
  onMove: (move: Move) => Promise<boolean>;
}

const step = 15;
const longPressMs = 350;
const clickTolerance = 5;
const handle = 8;
/** After this time a moved entry is assumed to be rendered at its new place. */
const maxWaitMs = 3_000;

/**
 * Lets timed entries of the hour grid be moved or resized by mouse, touch (after a long press) or pen, in steps of a
 * quarter hour. The library would re-render all entries of two days at every step, which takes longer than a frame;
 * here a copy moves over the days, and the grid re-renders only after a change. Escape cancels the drag. Returns a
 * function that removes the listeners.
 */
export function enableGridDrag(board: HTMLElement, now: () => GridDragOptions): () => void {
  let held: Held | null = null;
  const release = () => {
    held = null;
  };
  const down = (event: PointerEvent) => {
    if (held || event.button !== 0 || !event.isPrimary) return;
    const entry = entryUnder(event.target, now());
    if (entry) held = hold(board, event, entry, now, release);
  };
  // Must be registered before the touch starts, or the browser scrolls.
  const touch = (event: TouchEvent) => held?.isDragging() && event.preventDefault();
  const menu = (event: Event) => held?.isTouch && event.preventDefault();
  board.addEventListener('pointerdown', down);
  board.addEventListener('touchmove', touch, { passive: false });
  board.addEventListener('contextmenu', menu);
  return () => {
    held?.stop();
    board.removeEventListener('pointerdown', down);
    board.removeEventListener('touchmove', touch);
    board.removeEventListener('contextmenu', menu);
  };
}

interface Taken {
  element: HTMLElement;
  entry: CalendarEvent;
}

/** Returns true for entries dragged here: those of the hour grid. */
function isGridDraggable(event: CalendarEvent): boolean {
  // An imported event can be dragged, but goes back with an explanation.
  const isImported = event.systemRef.type === 'externalEvent' && !event.is_private;
  return !event.all_day && (event.may.move || event.may.resize || isImported);
}

function entryUnder(target: EventTarget | null, { find, acceptsActions }: GridDragOptions): Taken | null {
  const element = target instanceof Element ? target.closest<HTMLElement>(`.${classes.event}`) : null;
  const id = element?.querySelector<HTMLElement>('[data-entry]')?.dataset.entry;
  const entry = id ? find(id) : undefined;
  return acceptsActions && element && entry && isGridDraggable(entry) ? { element, entry } : null;
}

interface Held {
  isTouch: boolean;
  isDragging: () => boolean;
  stop: () => void;
}

/** Tracks a pointer from down to up. */
function hold(
  board: HTMLElement,
  down: PointerEvent,
  taken: Taken,
  now: () => GridDragOptions,
  release: () => void,
): Held {
  const isTouch = down.pointerType === 'touch';
  const { clientX: x, clientY: y, pointerId } = down;
  const atEnd = taken.element.getBoundingClientRect().bottom - y <= handle;
  let drag = null as Drag | null;
  const begin = () => {
    drag ??= startDrag(board, taken, { x, y, atEnd }, now());
    if (!drag) stop();
  };
  const timer = isTouch ? setTimeout(begin, longPressMs) : undefined;
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    const isNear = Math.hypot(event.clientX - x, event.clientY - y) < clickTolerance;
    if (!drag && isNear) return;
    // A touch that moves before the long press is a scroll.
    if (!drag && isTouch) {
      stop();
      return;
    }
    if (!drag) begin();
    drag?.to(event.clientX, event.clientY);
  };
  const up = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    const dropped = drag;
    drag = null;
    stop();
    if (!dropped) return;
    swallowClick();
    dropped.drop(now());
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !drag) return;
    event.preventDefault();
    event.stopPropagation();
    swallowClick();
    stop();
  };
  const stop = () => {
    clearTimeout(timer);
    drag?.callOff();
    drag = null;
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('pointercancel', stop);
    window.removeEventListener('blur', stop);
    window.removeEventListener('keydown', key, true);
    release();
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', stop);
  window.addEventListener('blur', stop);
  window.addEventListener('keydown', key, true);
  return { isTouch, isDragging: () => drag !== null, stop };
}

/** The click that ends a drag opens nothing. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  const options = { capture: true, once: true };
  window.addEventListener('click', swallow, options);
  const forget = () => setTimeout(() => window.removeEventListener('click', swallow, options));
  window.addEventListener('pointerup', forget, { once: true });
  forget();
}

interface Drag {
  to: (x: number, y: number) => void;
  drop: (plan: GridDragOptions) => void;
  callOff: () => void;
}

function startDrag(
  board: HTMLElement,
  { element, entry }: Taken,
  from: { x: number; y: number; atEnd: boolean },
  plan: GridDragOptions,
): Drag | null {
  const grid = measureGrid(board, classes.layer ?? '');
  const grabbed = grid?.at(from.x, from.y);
  if (!grid || !grabbed) {
    grid?.layer.remove();
    return null;
  }
  const was = rangeOf(entry, grid.first, plan.zone);
  const isImported = entry.systemRef.type === 'externalEvent';
  const isLastDay = grabbed.day === Math.floor((was.end - 1) / (24 * 60));
  const isLonger = from.atEnd && isLastDay && (entry.may.resize || isImported);
  if (!isLonger && !entry.may.move && !isImported) {
    grid.layer.remove();
    return null;
  }
  const lifted = segmentsOf(board, entry.id);
  for (const one of lifted) one.classList.add(classes.lifted ?? '');
  const ghost = createDragGhost(grid, element, plan.formatTimes);
  let place: GridRange | null = was;
  let [x, y] = [from.x, from.y];
  const draw = () => {
    const next = placeUnder(grid, was, grabbed, isLonger, x, y);
    if (next?.start === place?.start && next?.end === place?.end) return;
    place = next;
    ghost.show(next);
  };
  ghost.show(was);
  const scrolling = scrollAtEdges(grid, from.y, () => y, draw);
  const clear = () => {
    grid.layer.remove();
    for (const one of [...lifted, ...segmentsOf(board, entry.id)]) one.classList.remove(classes.lifted ?? '');
  };
  return {
    to(nextX, nextY) {
      [x, y] = [nextX, nextY];
      draw();
    },
    drop(current) {
      scrolling.stop();
      if (!place || (place.start === was.start && place.end === was.end)) {
        clear();
        return;
      }
      grid.layer.dataset.dropped = '';
      void saved(entry, grid.first, place, current).then((done) => untilShown(done, entry, current, clear));
    },
    callOff() {
      scrolling.stop();
      clear();
    },
  };
}

function rangeOf(entry: CalendarEvent, first: string, zone: Zone): GridRange {
  const midnight = asInstant(`${first}T00:00:00Z`);
  const { start, end } = toGridTimes(entry, zone);
  return { start: minutesBetween(midnight, asInstant(start)), end: minutesBetween(midnight, asInstant(end)) };
}

/** Returns where the entry would be dropped. */
function placeUnder(
  grid: Grid,
  was: GridRange,
  grabbed: { day: number; minute: number },
  isLonger: boolean,
  x: number,
  y: number,
): GridRange | null {
  const at = grid.at(x, y);
  if (!at) return null;
  const minutes = Math.round((at.minute - grabbed.minute) / step) * step + (at.day - grabbed.day) * 24 * 60;
  if (isLonger) return { start: was.start, end: Math.max(was.end + minutes, was.start + step) };
  return { start: was.start + minutes, end: was.end + minutes };
}

/** Notifies the board; the copy stays at the new place until it is saved. */
async function saved(
  entry: CalendarEvent,
  first: string,
  place: GridRange,
  plan: GridDragOptions,
): Promise<boolean> {
  const midnight = asInstant(`${first}T00:00:00Z`);
  const [startStr, endStr] = [addMinutes(midnight, place.start), addMinutes(midnight, place.end)];
  const before = { startStr: addMinutes(midnight, rangeOf(entry, first, plan.zone).start) };
  const [start, end] = movedEventTimes(entry, { startStr, endStr }, before, plan.zone);
  return plan.onMove({ event: entry, start, end });
}

/** Removes the copy once the entry is rendered at its new place, or has to stay at the old one. */
function untilShown(isDone: boolean, entry: CalendarEvent, plan: GridDragOptions, clear: () => void): void {
  if (!isDone) {
    clear();
    return;
  }
  const end = performance.now() + maxWaitMs;
  const check = () => {
    const isNew = plan.find(entry.id) !== entry;
    // One more frame, in which the grid renders the change.
    if (isNew || performance.now() > end) requestAnimationFrame(clear);
    else requestAnimationFrame(check);
  };
  check();
}

function segmentsOf(board: HTMLElement, id: string): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`)].flatMap((one) => {
    const segment = one.closest<HTMLElement>(`.${classes.event}`);
    return segment ? [segment] : [];
  });
}
