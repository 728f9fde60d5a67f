import { type PointerEvent, useRef } from 'react';
import type { PhotoEdit, PhotoMark, Point } from '#domain/reports/photos/photo-marks.ts';
import { type DrawTool, drawnPoints, movedMark, reshapedMark } from './mark-moves.ts';
import type { Annotating } from './use-annotating.ts';

/** A press shorter than this part of the picture selects instead of drawing. */
const leastMove = 0.015;

type Gesture = { pointer: number; from: Point; hasMoved: boolean; hit: number | null } & (
  | { what: 'draw'; tool: DrawTool; trail: Point[] }
  | { what: 'move' | 'shape'; index: number; mark: PhotoMark; handle: number }
  | { what: 'none' }
);

/**
 * Handlers that draw, select, move and reshape marks with mouse, finger or pen. Only the first finger counts. Dragging the
 * selected mark moves it with every tool.
 */
export function useDrawingPointer(
  annotating: Annotating,
  marks: readonly PhotoMark[],
  edit: PhotoEdit | null,
) {
  const gesture = useRef<Gesture | null>(null);
  const { tool, selected } = annotating;
  function begin(event: PointerEvent<SVGSVGElement>) {
    if (event.button !== 0 || gesture.current) return;
    const [hit, handle] = [numberAt(event, 'mark'), numberAt(event, 'handle')];
    const start = { pointer: event.pointerId, from: placeOf(event), hasMoved: false, hit };
    const index = handle === null ? hit : selected;
    const mark = index === null ? undefined : marks[index];
    event.currentTarget.setPointerCapture(event.pointerId);
    if (index !== null && mark && (handle !== null || tool === 'move' || hit === selected)) {
      if (index !== selected) annotating.select(index);
      gesture.current = {
        ...start,
        what: handle === null ? 'move' : 'shape',
        index,
        mark,
        handle: handle ?? 0,
      };
    } else if (tool === 'move') gesture.current = { ...start, what: 'none' };
    else gesture.current = { ...start, what: 'draw', tool, trail: [start.from] };
  }
  function move(event: PointerEvent<SVGSVGElement>) {
    const now = gesture.current;
    if (now?.pointer !== event.pointerId || now.what === 'none') return;
    const place = placeOf(event);
    now.hasMoved ||= Math.hypot(place[0] - now.from[0], place[1] - now.from[1]) > leastMove;
    if (now.what === 'draw') {
      now.trail.push(...(now.tool === 'path' ? trailOf(event) : [place]));
      if (!now.hasMoved || now.tool === 'text') return;
      annotating.setDraft({
        index: null,
        mark: annotating.penMark(now.tool, drawnPoints(now.tool, now.trail, edit)),
      });
    } else if (now.hasMoved) annotating.setDraft({ index: now.index, mark: changed(now, place, edit) });
  }
  function end(event: PointerEvent<SVGSVGElement>) {
    const now = gesture.current;
    if (now?.pointer !== event.pointerId) return;
    gesture.current = null;
    annotating.setDraft(null);
    if (now.what === 'draw' && (now.hasMoved || (now.tool === 'text' && now.hit === null)))
      return annotating.draw(now.tool, drawnPoints(now.tool, now.trail, edit));
    if (now.what === 'move' || now.what === 'shape') {
      if (now.hasMoved) annotating.replace(now.index, changed(now, placeOf(event), edit));
      else if (now.mark.kind === 'text') annotating.editText(now.index);
      return;
    }
    annotating.select(now.hit);
  }
  function cancel() {
    gesture.current = null;
    annotating.setDraft(null);
  }
  return { onPointerDown: begin, onPointerMove: move, onPointerUp: end, onPointerCancel: cancel };
}

function changed(
  { what, mark, from, handle }: Extract<Gesture, { what: 'move' | 'shape' }>,
  place: Point,
  edit: PhotoEdit | null,
): PhotoMark {
  if (what === 'shape') return reshapedMark(mark, handle, place, edit);
  return movedMark(mark, [place[0] - from[0], place[1] - from[1]], edit);
}

/** Where the pointer is, in fractions of the drawing. */
export function placeOf({ clientX, clientY, currentTarget }: PointerEvent<Element>): Point {
  return placeIn(currentTarget, clientX, clientY);
}

function placeIn(target: Element, x: number, y: number): Point {
  const { left, top, width, height } = target.getBoundingClientRect();
  return [(x - left) / Math.max(1, width), (y - top) / Math.max(1, height)];
}

/** A fast stroke has more places than events. */
function trailOf(event: PointerEvent<SVGSVGElement>): Point[] {
  const all = event.nativeEvent.getCoalescedEvents?.() ?? [];
  return (all.length > 0 ? all : [event]).map(({ clientX, clientY }) =>
    placeIn(event.currentTarget, clientX, clientY),
  );
}

function numberAt({ target }: PointerEvent<Element>, name: 'mark' | 'handle'): number | null {
  const value = (target as Element).closest(`[data-${name}]`)?.getAttribute(`data-${name}`);
  return value === null || value === undefined ? null : Number(value);
}
