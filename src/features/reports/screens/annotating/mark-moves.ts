/** How marks are drawn and moved with pointer and keyboard; all places are fractions of the shown picture. */
import {
  markLimits,
  type PhotoEdit,
  type PhotoMark,
  type Point,
} from '#domain/reports/photos/photo-marks.ts';
import { type Size, shownSize, toOriginal, toShown } from '#domain/reports/photos/photo-shapes.ts';

export type DrawTool = 'arrow' | 'ellipse' | 'rect' | 'text' | 'path';
export type Tool = 'move' | DrawTool;

/** The line widths to choose from, as fractions of the longer side of the shown picture. */
export const lineWidths = { thin: 0.004, medium: 0.007, thick: 0.012 } as const;
export type LineWidth = keyof typeof lineWidths;

const within = (value: number) => Math.min(1, Math.max(0, value));
const inside = ([x, y]: Point): Point => [within(x), within(y)];

/** A width of the shown picture as one of the original, in which marks are stored. */
export function storedWidth(width: LineWidth, original: Size, edit: PhotoEdit | null): number {
  const { width: shown, height } = shownSize(original, edit);
  const share = Math.max(shown, height) / original.width;
  return Math.min(markLimits.width, Math.max(0.0006, lineWidths[width] * share));
}

/** The chosen width that is nearest to the stored one. */
export function nearestWidth(stored: number, original: Size, edit: PhotoEdit | null): LineWidth {
  const names = Object.keys(lineWidths) as LineWidth[];
  const distance = (name: LineWidth) => Math.abs(storedWidth(name, original, edit) - stored);
  return names.reduce((best, name) => (distance(name) < distance(best) ? name : best));
}

/** The points of a mark drawn from one place to another. */
export function drawnPoints(tool: DrawTool, trail: readonly Point[], edit: PhotoEdit | null): Point[] {
  const [first, last] = [trail[0], trail.at(-1)];
  if (!first || !last) return [];
  const shown = tool === 'path' ? simplified(trail) : tool === 'text' ? [last] : [first, last];
  return shown.map((point) => inside(toOriginal(inside(point), edit)));
}

/** A mark in the middle of the picture, for those who do not draw. */
export function middlePoints(tool: DrawTool, edit: PhotoEdit | null): Point[] {
  const trails: Record<DrawTool, Point[]> = {
    arrow: [
      [0.35, 0.65],
      [0.5, 0.5],
    ],
    ellipse: [
      [0.4, 0.4],
      [0.6, 0.6],
    ],
    rect: [
      [0.4, 0.4],
      [0.6, 0.6],
    ],
    text: [[0.5, 0.5]],
    path: [
      [0.4, 0.5],
      [0.6, 0.5],
    ],
  };
  return drawnPoints(tool, trails[tool], edit);
}

/** Moves a mark by a distance of the shown picture, at most to the edge of the photo. */
export function movedMark(mark: PhotoMark, [du, dv]: Point, edit: PhotoEdit | null): PhotoMark {
  const [from, to] = [toOriginal([0, 0], edit), toOriginal([du, dv], edit)];
  const limit = (step: number, places: number[]) =>
    Math.min(1 - Math.max(...places), Math.max(-Math.min(...places), step));
  const dx = limit(
    to[0] - from[0],
    mark.points.map(([x]) => x),
  );
  const dy = limit(
    to[1] - from[1],
    mark.points.map(([, y]) => y),
  );
  return { ...mark, points: mark.points.map(([x, y]) => inside([x + dx, y + dy])) };
}

/** Moves one point of a mark to a place of the shown picture. */
export function reshapedMark(
  mark: PhotoMark,
  index: number,
  place: Point,
  edit: PhotoEdit | null,
): PhotoMark {
  const at = index < 0 ? mark.points.length - 1 : index;
  const point = inside(toOriginal(inside(place), edit));
  return { ...mark, points: mark.points.map((each, i) => (i === at ? point : each)) };
}

/** Where the point of a mark is shown. */
export const shownPoint = (mark: PhotoMark, index: number, edit: PhotoEdit | null): Point =>
  toShown(mark.points.at(index) ?? [0, 0], edit);

/** The points that can be dragged to change a mark's form: two corners, or the ends of an arrow. */
export const hasHandles = (mark: PhotoMark) => mark.kind !== 'text' && mark.kind !== 'path';

/** Leaves out the points of a drawn line that hardly change it (Ramer-Douglas-Peucker), down to what may be stored. */
function simplified(trail: readonly Point[]): Point[] {
  for (let tolerance = 0.0015; ; tolerance *= 2) {
    const kept = withoutStraight(trail, tolerance);
    if (kept.length <= markLimits.pointsOfMark) return kept;
  }
}

function withoutStraight(trail: readonly Point[], tolerance: number): Point[] {
  const kept = new Set([0, trail.length - 1]);
  const open: [number, number][] = [[0, trail.length - 1]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part;
    let [farthest, most] = [-1, tolerance];
    for (let i = from + 1; i < to; i += 1) {
      const distance = distanceFrom(trail[i] as Point, trail[from] as Point, trail[to] as Point);
      if (distance > most) [farthest, most] = [i, distance];
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    open.push([from, farthest], [farthest, to]);
  }
  return trail.filter((_, i) => kept.has(i));
}

function distanceFrom([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return Math.hypot(x - ax, y - ay);
  return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
}
