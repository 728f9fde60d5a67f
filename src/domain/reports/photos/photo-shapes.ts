/** How a photo with its marks, crop and rotation looks: one geometry for the screen, the PDF and the pictures of readers. */
import type { PhotoCrop, PhotoEdit, PhotoMark, Point } from './photo-marks.ts';

export interface Size {
  width: number;
  height: number;
}

type Edit = PhotoEdit | null | undefined;

/**
 * What to draw for a mark, in order. All numbers are multiples of the width of the shown picture, from its top left
 * corner, so that one factor scales them.
 */
export type MarkShape =
  | { shape: 'line'; points: Point[]; closed: boolean; color: string; width: number }
  | { shape: 'area'; points: Point[]; color: string }
  | { shape: 'ellipse'; center: Point; radii: Point; color: string; width: number }
  | { shape: 'text'; at: Point; size: number; text: string; color: string; edge: string };

const whole: PhotoCrop = { x: 0, y: 0, width: 1, height: 1 };
const isTurned = (edit: Edit) => edit?.rotation === 90 || edit?.rotation === 270;

/** The part of the upright original that is shown, in its whole pixels. */
export function cropBox({ width, height }: Size, edit: Edit): Size & { left: number; top: number } {
  const crop = edit?.crop ?? whole;
  const left = Math.min(width - 1, Math.round(crop.x * width));
  const top = Math.min(height - 1, Math.round(crop.y * height));
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(crop.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(crop.height * height))),
  };
}

/** The size of the shown picture in pixels, given that of the upright original. */
export function shownSize(original: Size, edit: Edit): Size {
  const { width, height } = cropBox(original, edit);
  return isTurned(edit) ? { width: height, height: width } : { width, height };
}

/** Where a place on the original is in the shown picture, in fractions of it; outside of 0..1 if it was cropped away. */
export function toShown([x, y]: Point, edit: Edit): Point {
  const crop = edit?.crop ?? whole;
  return turned([(x - crop.x) / crop.width, (y - crop.y) / crop.height], edit?.rotation ?? 0);
}

/** The place on the original that is shown there: the inverse of `toShown`. */
export function toOriginal(shown: Point, edit: Edit): Point {
  const crop = edit?.crop ?? whole;
  const back = ((360 - (edit?.rotation ?? 0)) % 360) as PhotoEdit['rotation'];
  const [u, v] = turned(shown, back);
  return [crop.x + u * crop.width, crop.y + v * crop.height];
}

function turned([u, v]: Point, rotation: PhotoEdit['rotation']): Point {
  if (rotation === 90) return [1 - v, u];
  if (rotation === 180) return [1 - u, 1 - v];
  return rotation === 270 ? [v, 1 - u] : [u, v];
}

/** The shapes of the marks as they lie on the shown picture. A text stays upright however the photo is rotated. */
export function markShapes(marks: readonly PhotoMark[], original: Size, edit: Edit): MarkShape[] {
  const { width, height } = shownSize(original, edit);
  const ratio = height / width;
  const scale = original.width / width;
  return marks.flatMap((mark) => {
    const points = mark.points.map((point): Point => {
      const [u, v] = toShown(point, edit);
      return [u, v * ratio];
    });
    return shapesOf({ ...mark, points, width: mark.width * scale }, ratio);
  });
}

function shapesOf(mark: PhotoMark, ratio: number): MarkShape[] {
  const { kind, points, color, width } = mark;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  if (kind === 'text') return [textShape(mark, first, ratio)];
  // A thin edge: a red arrow is seen on red bricks as well.
  const drawn = (make: (color: string, width: number) => MarkShape[]) => [
    ...make(edgeOf(color), width * 1.3 + 0.002),
    ...make(color, width),
  ];
  if (kind === 'rect') {
    const corners: Point[] = [first, [last[0], first[1]], last, [first[0], last[1]]];
    return drawn((paint, w) => [{ shape: 'line', points: corners, closed: true, color: paint, width: w }]);
  }
  if (kind === 'ellipse') {
    const center: Point = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2];
    const radii: Point = [Math.abs(last[0] - first[0]) / 2, Math.abs(last[1] - first[1]) / 2];
    return drawn((paint, w) => [{ shape: 'ellipse', center, radii, color: paint, width: w }]);
  }
  if (kind !== 'arrow')
    return drawn((paint, w) => [{ shape: 'line', points, closed: false, color: paint, width: w }]);
  const { shaft, head } = arrow(first, last, width);
  return drawn((paint, w) => [
    { shape: 'line', points: shaft, closed: false, color: paint, width: w },
    // The outline rounds the corners of the head, and makes it as much larger as the shaft is wider.
    { shape: 'line', points: head, closed: true, color: paint, width: w - width / 2 },
    { shape: 'area', points: head, color: paint },
  ]);
}

/** The shaft ends inside of the head, so that it does not cover the tip. */
function arrow(from: Point, to: Point, width: number): { shaft: Point[]; head: Point[] } {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const size = Math.min(width * 6, Math.max(width * 3, length * 0.8));
  const at = (distance: number, turn: number): Point => [
    to[0] - distance * Math.cos(angle + turn),
    to[1] - distance * Math.sin(angle + turn),
  ];
  return { shaft: [from, at(Math.min(length, size * 0.8), 0)], head: [to, at(size, 0.45), at(size, -0.45)] };
}

/** A text is drawn at its place, smaller if it would be wider than the picture, and moved inside if it would stick out. */
function textShape({ text = '', color, width }: PhotoMark, [x, y]: Point, ratio: number): MarkShape {
  const ems = emWidth(text);
  const size = Math.min(width * 6, 0.94 / Math.max(1, ems), ratio * 0.9);
  const isShown = x >= 0 && x <= 1 && y >= 0 && y <= ratio;
  const inside = (value: number, half: number, end: number) =>
    isShown ? Math.min(Math.max(value, half), Math.max(half, end - half)) : value;
  const at: Point = [inside(x, (ems * size) / 2 + 0.01, 1), inside(y, size * 0.65, ratio)];
  return { shape: 'text', at, size, text, color, edge: edgeOf(color) };
}

/** Roughly the width of a text in multiples of its height; rather too wide, since no font is at hand. */
function emWidth(text: string): number {
  let ems = 0;
  for (const letter of text) {
    if (/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/.test(letter)) ems += 1;
    else if ((letter.codePointAt(0) ?? 0) > 0xffff) ems += 1.3;
    else if (/[A-Z@%mwMW]/.test(letter)) ems += 0.85;
    else ems += /[iljtfr.,:;'’!| ]/.test(letter) ? 0.36 : 0.62;
  }
  return ems;
}

/** White, or black around a light color. */
function edgeOf(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? '#1a1b1e' : '#ffffff';
}
