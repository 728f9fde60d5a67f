import { z } from 'zod/mini';

/** A photo or video as its reader gets it. */
export const publicPhoto = z.object({
  id: z.string(),
  /** The picture of a video is its poster; the film itself stands below `video_path`. */
  kind: z.enum(['photo', 'video']),
  duration_ms: z.optional(z.number()),
  caption: z.string(),
  annotations: z.array(z.unknown()),
  width: z.number(),
  height: z.number(),
});
