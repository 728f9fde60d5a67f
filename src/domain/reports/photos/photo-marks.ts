/** Marks on a photo, its crop and rotation: what is valid. The picture itself is never changed. */
import { cleanLine } from '../../text/clean.ts';

const markKinds = ['arrow', 'line', 'ellipse', 'rect', 'text', 'path'] as const;
type MarkKind = (typeof markKinds)[number];

/** A place on the upright original: fractions of its width and height, so that crop and rotation never move a mark. */
export type Point = [x: number, y: number];

/** A mark drawn on a photo. */
export interface PhotoMark {
  kind: MarkKind;
  /** Arrow and line: start and end; ellipse and rect: two corners; text: its center; path: two or more. */
  points: Point[];
  /** `#rrggbb` */
  color: string;
  /** Stroke width as a fraction of the original's width; a text is six times as high. */
  width: number;
  /** Only of a text. */
  text?: string;
}

/** The visible part of the upright original, in fractions. */
export interface PhotoCrop {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How a photo is shown: first cropped, then rotated clockwise. */
export interface PhotoEdit {
  rotation: 0 | 90 | 180 | 270;
  crop: PhotoCrop | null;
}

/** What a photo's marks and crop may have. */
export const markLimits = {
  marks: 60,
  pointsOfMark: 500,
  pointsOfPhoto: 3000,
  text: 80,
  width: 0.1,
  /** The smallest part to crop to, as a fraction of each side. */
  crop: 0.05,
} as const;

export const defaultMark = { color: '#e03131', width: 0.006 } as const;

/** What is wrong with a value and where: `annotations.2.points`. */
interface MarkProblem {
  field: string;
  message: string;
}

/** A value as it is stored, or the first thing that is wrong with it. */
export type Checked<T> = { value: T } | { problem: MarkProblem };

const wrong = (field: string, message: string) => ({ problem: { field, message } });

const pointCounts: Record<MarkKind, readonly [least: number, most: number]> = {
  arrow: [2, 2],
  line: [2, 2],
  ellipse: [2, 2],
  rect: [2, 2],
  text: [1, 1],
  path: [2, markLimits.pointsOfMark],
};

/**
 * Checks the marks of a photo as they come from outside, and returns them complete and rounded. Refuses whatever is not
 * understood, such as an unknown kind or field, a place outside of the photo or too many points.
 */
export function checkMarks(given: unknown): Checked<PhotoMark[]> {
  if (!Array.isArray(given)) return wrong('annotations', 'Marks are not valid');
  if (given.length > markLimits.marks) return wrong('annotations', tooManyMarks);
  const marks: PhotoMark[] = [];
  let points = 0;
  for (const [n, each] of given.entries()) {
    const mark = checkMark(each, `annotations.${n}`);
    if ('problem' in mark) return mark;
    points += mark.value.points.length;
    if (points > markLimits.pointsOfPhoto) return wrong('annotations', tooManyPoints);
    marks.push(mark.value);
  }
  return { value: marks };
}

/** Shown when a photo has as many marks as it may have. */
export const tooManyMarks = 'At most 60 marks';
/** Shown when a drawing is too fine to be stored. */
export const tooManyPoints = 'This drawing has too many points';

function checkMark(given: unknown, field: string): Checked<PhotoMark> {
  if (!isObject(given)) return wrong(field, 'Marks are not valid');
  const { kind: wanted, points, color = defaultMark.color, width = defaultMark.width, text } = given;
  const kind = markKinds.find((each) => each === wanted);
  if (!kind) return wrong(`${field}.kind`, 'Unknown kind of mark');
  const unknown = Object.keys(given).find((name) => !markFields.has(name));
  if (unknown !== undefined) return wrong(`${field}.${unknown}`, 'Unknown field');
  const places = checkPoints(points, pointCounts[kind], `${field}.points`);
  if ('problem' in places) return places;
  if (typeof color !== 'string' || !/^#[0-9a-f]{6}$/i.test(color))
    return wrong(`${field}.color`, 'Enter a valid color');
  if (!isWithin(width, 0.0005, markLimits.width)) return wrong(`${field}.width`, 'Line width is not valid');
  const mark = { kind, points: places.value, color: color.toLowerCase(), width: round(width) };
  if (kind !== 'text') return text === undefined ? { value: mark } : wrong(`${field}.text`, 'Unknown field');
  if (typeof text !== 'string') return wrong(`${field}.text`, 'Enter a text');
  if (text.length > markLimits.text) return wrong(`${field}.text`, `At most ${markLimits.text} characters`);
  const line = cleanLine(text);
  return line === '' ? wrong(`${field}.text`, 'Enter a text') : { value: { ...mark, text: line } };
}

const markFields = new Set(['kind', 'points', 'color', 'width', 'text']);

function checkPoints(given: unknown, [least, most]: readonly [number, number], field: string) {
  if (!Array.isArray(given)) return wrong(field, 'Marks are not valid');
  if (given.length > markLimits.pointsOfMark) return wrong(field, tooManyPoints);
  if (given.length < least || given.length > most)
    return wrong(field, 'This mark has the wrong number of points');
  const isOnPhoto = given.every(
    (point) => Array.isArray(point) && point.length === 2 && point.every((part) => isWithin(part, 0, 1)),
  );
  if (!isOnPhoto) return wrong(field, 'Marks must be on the photo');
  return { value: (given as [number, number][]).map(([x, y]): Point => [round(x), round(y)]) };
}

/**
 * Checks the crop and rotation of a photo as they come from outside. Null: shown as it was taken; a crop to the whole
 * photo is none.
 */
export function checkEdit(given: unknown): Checked<PhotoEdit | null> {
  if (given === null) return { value: null };
  if (!isObject(given)) return wrong('edit', 'Crop is not valid');
  const unknown = Object.keys(given).find((name) => name !== 'rotation' && name !== 'crop');
  if (unknown !== undefined) return wrong(`edit.${unknown}`, 'Unknown field');
  const rotation = ([0, 90, 180, 270] as const).find((each) => each === given.rotation);
  if (rotation === undefined) return wrong('edit.rotation', 'Rotation must be 0, 90, 180 or 270');
  const crop = checkCrop(given.crop);
  if ('problem' in crop) return crop;
  return { value: rotation === 0 && crop.value === null ? null : { rotation, crop: crop.value } };
}

function checkCrop(given: unknown): Checked<PhotoCrop | null> {
  if (given === null) return { value: null };
  if (!isObject(given) || Object.keys(given).length !== 4) return wrong('edit.crop', 'Crop is not valid');
  const { x, y, width, height } = given;
  const isValid =
    isWithin(x, 0, 1) &&
    isWithin(y, 0, 1) &&
    isWithin(width, markLimits.crop - rounding, 1 + rounding - x) &&
    isWithin(height, markLimits.crop - rounding, 1 + rounding - y);
  if (!isValid) return wrong('edit.crop', 'Crop must be a part of the photo');
  const [left, top] = [round(x), round(y)];
  const crop = {
    x: left,
    y: top,
    width: round(Math.min(width, 1 - left)),
    height: round(Math.min(height, 1 - top)),
  };
  return { value: crop.width === 1 && crop.height === 1 ? null : crop };
}

/** Places are stored to a hundred-thousandth of a side: less than a pixel of any picture we show. */
const steps = 100_000;
const rounding = 1 / steps;
const round = (value: number) => Math.round(value * steps) / steps;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;

/** Stored marks; what an older version stored and this one does not understand is left out. */
export function storedMarks(given: unknown): PhotoMark[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, markLimits.marks).flatMap((each) => {
    const mark = checkMark(each, '');
    return 'value' in mark ? [mark.value] : [];
  });
}

/** Stored crop and rotation; null if there is none. */
export function storedEdit(given: unknown): PhotoEdit | null {
  const edit = checkEdit(given ?? null);
  return 'value' in edit ? edit.value : null;
}

/** Whether readers see the photo differently from how it was taken. */
export function isPhotoChanged(photo: {
  annotations: readonly unknown[];
  edit?: PhotoEdit | null | undefined;
}): boolean {
  return photo.annotations.length > 0 || Boolean(photo.edit);
}
