import exifr from 'exifr/dist/lite.esm.mjs';
import { asZone, fromEpochMs, type Instant, parseInstantOrLocal } from '#domain/base/time.ts';
import {
  type CameraTime,
  cameraTimeTags,
  photoTime,
  readCameraTime,
} from '#domain/reports/photos/photo-time.ts';
import type { PhotoFacts } from '../work/photo-facts.ts';

/** No file of a digital camera is older; some cards and programs set the date of a file to 1970 or 1980. */
const earliest = '1990-01-01';

// This build of the library fails with `pick` for all blocks.
const wanted = { exif: { pick: [...cameraTimeTags] }, gps: false, reviveValues: false };

/** A JPEG has its EXIF at the start, in a part of at most 64 KB; a HEIC file anywhere. */
const headBytes = 72 * 1024;

/** Reads when a photo was taken from the original file: from its EXIF, and from the date of the file. */
export async function readPhotoTimes(file: File, timezone: string): Promise<Omit<PhotoFacts, 'thumb'>> {
  const camera = await cameraTimeOf(file);
  const date = fileTime(file.lastModified);
  return { camera, file_time: date, time: photoTime({ camera, file: date }, asZone(timezone)) };
}

async function cameraTimeOf(file: File): Promise<CameraTime | null> {
  try {
    const part = /hei[cf]$/i.test(file.type || file.name) ? file : file.slice(0, headBytes);
    const tags = await exifr.parse(await part.arrayBuffer(), wanted);
    return tags ? readCameraTime(tags) : null;
  } catch {
    // No EXIF, or a file that is none of these formats: the date of the file is used instead.
    return null;
  }
}

function fileTime(lastModified: number): Instant | null {
  if (!Number.isFinite(lastModified) || Math.abs(lastModified) > 8.64e15) return null;
  const instant = parseInstantOrLocal(fromEpochMs(Math.trunc(lastModified)), asZone('UTC'));
  return instant && instant > earliest ? instant : null;
}
