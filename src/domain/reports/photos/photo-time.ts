/** When photos were taken. Cameras write local time, some with an offset, some with none at all. */
import {
  addMinutes,
  asInstant,
  fromEpochMs,
  type Instant,
  minutesBetween,
  parseInstantOrLocal,
  parseLocal,
  toEpochMs,
  toInstant,
  type Zone,
} from '../../base/time.ts';
import type { ReportMedia } from '../reports.ts';
import { sortByTime } from './photo-order.ts';

/** What a camera wrote: local time with fractions of a second, `2030-03-08T09:12:44.48`, and its UTC offset if known. */
export interface CameraTime {
  readonly local: string;
  readonly offset: string | null;
}

/** When a photo was taken and who says so; both null if nothing is known. */
export interface PhotoTime {
  readonly taken_at: Instant | null;
  readonly time_source: 'camera' | 'file' | 'person' | null;
}

/** The EXIF tags that `readCameraTime` needs, under the names that exifr gives them. */
export const cameraTimeTags = [
  'DateTimeOriginal',
  'OffsetTimeOriginal',
  'SubSecTimeOriginal',
  'CreateDate',
  'OffsetTimeDigitized',
  'SubSecTimeDigitized',
] as const;

/**
 * Returns the time of the shot from EXIF tags (see `cameraTimeTags`), or null if the camera recorded none. Each time is
 * read with its own offset only: `OffsetTime` is that of the program which edited the file.
 */
export function readCameraTime(tags: Readonly<Record<string, unknown>>): CameraTime | null {
  return (
    cameraTime(tags.DateTimeOriginal, tags.SubSecTimeOriginal, tags.OffsetTimeOriginal) ??
    cameraTime(tags.CreateDate, tags.SubSecTimeDigitized, tags.OffsetTimeDigitized)
  );
}

function cameraTime(date: unknown, fraction: unknown, offset: unknown): CameraTime | null {
  const found = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)/.exec(String(date ?? ''));
  if (!found) return null;
  // The digits after the decimal point: `9` is 0.9 s and later than `48`.
  const digits = /^\d{1,9}/.exec(String(fraction ?? '').trim())?.[0];
  const local = `${found[1]}-${found[2]}-${found[3]}T${found[4]}${digits ? `.${digits}` : ''}`;
  // No place on earth has a larger UTC offset: such a value was made up and counts as missing.
  const known = offsetText.exec(String(offset ?? '').trim())?.[0] ?? null;
  return parseLocal(local) ? { local, offset: known } : null;
}

const offsetText = /^[+-](0\d|1[0-4]):[0-5]\d$/;

/** Whether a text is a UTC offset as cameras write it, such as `-05:00`. */
export function isCameraOffset(text: string): boolean {
  return offsetText.test(text);
}

/** Returns the instant of a camera's time, in the company's zone if it has no offset; null if there is no such time. */
export function cameraInstant({ local, offset }: CameraTime, zone: Zone): Instant | null {
  if (offset) return parseInstantOrLocal(`${local}${offset}`, zone);
  const minute = parseLocal(local);
  if (!minute) return null;
  const seconds = Number(local.slice(17));
  return fromEpochMs(toEpochMs(toInstant({ local: minute, zone })) + Math.trunc(seconds * 1000));
}

/** The time of a photo: that of the camera, or else the file's, which is marked. */
export function photoTime(given: { camera: CameraTime | null; file: Instant | null }, zone: Zone): PhotoTime {
  const taken = given.camera && cameraInstant(given.camera, zone);
  if (taken) return { taken_at: taken, time_source: 'camera' };
  return given.file ? { taken_at: given.file, time_source: 'file' } : { taken_at: null, time_source: null };
}

type Timed = Pick<ReportMedia, 'taken_at'>;

const daysOff = 180;

/** Whether the camera's clock was probably wrong: it is half a year or more away from the inspection. */
export function isTimeDoubtful({ taken_at }: Timed, inspectedAt: Instant): boolean {
  if (!taken_at) return false;
  return Math.abs(minutesBetween(asInstant(taken_at), inspectedAt)) > daysOff * 24 * 60;
}

/** Moves the times of several photos so that the earliest is at `first`; their distances stay. */
export function movedTimes(
  photos: readonly (Timed & { id: string })[],
  first: Instant,
): { id: string; taken_at: Instant }[] {
  const [earliest, ...later] = sortByTime(photos);
  if (!earliest) return [];
  const from = earliest.taken_at ? asInstant(earliest.taken_at) : null;
  const moved = (photo: Timed) =>
    from && photo.taken_at ? addMinutes(first, minutesBetween(from, asInstant(photo.taken_at))) : first;
  return [earliest, ...later].map((photo) => ({ id: photo.id, taken_at: moved(photo) }));
}
