import { z } from 'zod/mini';

/** A photo or video as readers get it. */
export const publicPhoto = z.object({
  id: z.string(),
  /** A video's picture is its poster; the video itself is below `video_path`. */
  kind: z.enum(['photo', 'video']),
  duration_ms: z.optional(z.number()),
  caption: z.string(),
  annotations: z.array(z.unknown()),
  width: z.number(),
  height: z.number(),
});
