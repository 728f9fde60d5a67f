import { z } from 'zod/mini';
import { asZone, parseInstantOrLocal, parseLocal } from '#domain/base/time.ts';
import { isCameraOffset } from '#domain/reports/photos/photo-time.ts';
import { asCode, id } from '#wire/fields.ts';
import { photoEdit, photoMark } from './photo-marks-contract.ts';

/** A photo or video as readers get it. */
export const publicPhoto = z.object({
  id: z.string(),
  /** A video's picture is its poster; the video itself is below `video_path`. */
  kind: z.enum(['photo', 'video']),
  duration_ms: z.optional(z.number()),
  /** From the earlier report, in a re-inspection. */
  is_before: z.optional(z.boolean()),
  caption: z.string(),
  /** Which of its comment's locations it shows. */
  location: z.optional(z.string()),
  /** Named after its marks and crop: part of the address, so that no cache shows an earlier picture. */
  look: z.optional(z.string()),
  /** Of the picture as it is shown. */
  width: z.number(),
  height: z.number(),
});

const notATime = 'This is not a valid time';
const utc = asZone('UTC');

/** When a photo was taken, in UTC with milliseconds. */
export const photoInstant = z.string().check(
  asCode,
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, { error: notATime, abort: true }),
  z.refine((text) => parseInstantOrLocal(text, utc) !== null, notATime),
);

/**
 * What the browser read from the original file before it made a smaller one: the camera's local time with its fractions
 * and UTC offset, and the date of the file.
 */
export const originalTimes = {
  camera_time: z.optional(
    z.string().check(
      asCode,
      z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?$/, { error: notATime, abort: true }),
      z.refine((text) => parseLocal(text) !== null, notATime),
    ),
  ),
  camera_offset: z.optional(z.string().check(asCode, z.refine(isCameraOffset, notATime))),
  file_time: z.optional(photoInstant),
};

/** A photo or video as editors get it. */
export const mediaOnWire = z.object({
  id,
  /** Null while it is unsorted. */
  item_id: z.nullable(id),
  comment_id: z.nullable(id),
  public_id: z.string(),
  kind: z.enum(['photo', 'video']),
  caption: z.string(),
  annotations: z.array(photoMark),
  edit: z.optional(photoEdit),
  location: z.optional(z.string()),
  width: z.number(),
  height: z.number(),
  /** Only for a video. */
  duration_ms: z.optional(z.number()),
  /** From the earlier report, in a re-inspection. */
  is_before: z.optional(z.boolean()),
  /** When it was taken, and where that comes from: the camera, the date of the file, or a person. */
  taken_at: z.nullable(z.string()),
  time_source: z.nullable(z.enum(['camera', 'file', 'person'])),
  position: z.number(),
});

export type MediaOnWire = z.infer<typeof mediaOnWire>;

/** Whether the PDFs of a report are there, and why they could not be built. */
export const pdfState = {
  pdf_status: z.enum(['none', 'queued', 'ready', 'failed']),
  pdf_problem: z.nullable(z.enum(['too_long', 'stopped', 'unexpected'])),
};
