import { type PointerEvent, useEffect, useRef, useState, type WheelEvent } from 'react';

interface View {
  scale: number;
  x: number;
  y: number;
}

const whole: View = { scale: 1, x: 0, y: 0 };
const mostScale = 5;
const tapScale = 2.5;
/** A second tap within this time at nearly the same place is a double tap. */
const doubleTapMs = 300;
const tapSlop = 24;
const swipeDistance = 48;

interface Point {
  x: number;
  y: number;
}

/**
 * Zooms a picture with two fingers, a double tap, the wheel with Ctrl, or `zoomBy`; a zoomed picture is moved with one
 * finger. Not zoomed, one finger swipes: `onSwipe` is called with the direction. A change of `id` shows the whole
 * picture again.
 */
export function useZoom(id: string, onSwipe: (by: 1 | -1) => void) {
  const [view, setView] = useState(whole);
  const fingers = useRef(new Map<number, Point>());
  const start = useRef<Point | null>(null);
  const lastTap = useRef<(Point & { at: number }) | null>(null);
  useEffect(() => {
    setView(whole);
    fingers.current.clear();
  }, [id]);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    // A mouse drags nothing unless the picture is zoomed.
    if (event.pointerType === 'mouse' && view.scale === 1) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    fingers.current.set(event.pointerId, pointOf(event));
    start.current = fingers.current.size === 1 ? pointOf(event) : null;
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    const other = [...fingers.current].find(([finger]) => finger !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    const box = event.currentTarget.getBoundingClientRect();
    if (other) {
      const factor = distance(now, other) / Math.max(1, distance(before, other));
      setView((seen) => zoomed(seen, factor, middle(now, other), box));
    } else if (view.scale > 1) {
      setView((seen) =>
        bounded({ ...seen, x: seen.x + now.x - before.x, y: seen.y + now.y - before.y }, box),
      );
    }
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const began = start.current;
    fingers.current.delete(event.pointerId);
    start.current = null;
    if (!began || fingers.current.size > 0) return;
    const end = pointOf(event);
    const [right, down] = [end.x - began.x, end.y - began.y];
    if (view.scale === 1 && Math.abs(right) >= swipeDistance && Math.abs(right) > Math.abs(down)) {
      onSwipe(right < 0 ? 1 : -1);
      return;
    }
    if (distance(began, end) > tapSlop || event.pointerType === 'mouse') return;
    const tap = { ...end, at: event.timeStamp };
    const earlier = lastTap.current;
    const isDouble = earlier && tap.at - earlier.at < doubleTapMs && distance(earlier, tap) < tapSlop * 2;
    lastTap.current = isDouble ? null : tap;
    if (isDouble) toggle(end, event.currentTarget.getBoundingClientRect());
  };
  const toggle = (at: Point, box: DOMRect) =>
    setView((seen) => (seen.scale > 1 ? whole : zoomed(whole, tapScale, at, box)));
  return {
    view,
    zoomBy: (factor: number) => setView((seen) => zoomed(seen, factor, null, null)),
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
      onDoubleClick: (event: { clientX: number; clientY: number; currentTarget: HTMLElement }) =>
        toggle({ x: event.clientX, y: event.clientY }, event.currentTarget.getBoundingClientRect()),
      onWheel: (event: WheelEvent<HTMLElement>) => {
        const box = event.currentTarget.getBoundingClientRect();
        const at = { x: event.clientX, y: event.clientY };
        setView((seen) => zoomed(seen, event.deltaY < 0 ? 1.15 : 1 / 1.15, at, box));
      },
    },
  };
}

const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => ({
  x: clientX,
  y: clientY,
});
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Zooms so that what is under `at` stays there; without `at`, the middle of the picture does. */
function zoomed(seen: View, factor: number, at: Point | null, box: DOMRect | null): View {
  const scale = Math.min(mostScale, Math.max(1, seen.scale * factor));
  if (scale === 1) return whole;
  const grown = scale / seen.scale;
  if (!at || !box) return { scale, x: seen.x * grown, y: seen.y * grown };
  const from = { x: at.x - (box.left + box.width / 2), y: at.y - (box.top + box.height / 2) };
  return bounded(
    { scale, x: from.x - (from.x - seen.x) * grown, y: from.y - (from.y - seen.y) * grown },
    box,
  );
}

/** Keeps the picture from being moved out of its frame. */
function bounded(view: View, { width, height }: DOMRect): View {
  const [mostX, mostY] = [(width * (view.scale - 1)) / 2, (height * (view.scale - 1)) / 2];
  return {
    ...view,
    x: Math.min(mostX, Math.max(-mostX, view.x)),
    y: Math.min(mostY, Math.max(-mostY, view.y)),
  };
}
