import { readVideoPreview } from './read-video-preview.ts';

/** Why a file cannot be used as a video. */
export type VideoProblem = 'type' | 'size' | 'length';

/** Same as on the server: decisions X-10. */
const mostBytes = 200 * 1024 * 1024;
const mostSeconds = 181;

/** The result of the check: a problem, or the poster if this browser can render one. */
export interface VideoCheckResult {
  problem: VideoProblem | null;
  poster: Blob | null;
}

/**
 * Checks a video before its long upload. Detects the type by the first bytes, as the server does, and measures the
 * length if this browser can play it. The server checks again in more detail.
 */
export async function checkVideoFile(file: Blob): Promise<VideoCheckResult> {
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  if (!isVideo(head)) return { problem: 'type', poster: null };
  if (file.size > mostBytes) return { problem: 'size', poster: null };
  const { seconds, poster } = await readVideoPreview(file);
  return { problem: seconds !== null && seconds > mostSeconds ? 'length' : null, poster };
}

/** Whether this is an MP4, MOV or WebM. Pictures (HEIC, AVIF) and audio use the same container with other brands. */
function isVideo(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head);
  if (text.startsWith('\x1a\x45\xdf\xa3')) return text.includes('webm');
  return text.slice(4, 8) === 'ftyp' && !/^(?:hei|hev|mif|msf|avi|M4A|M4B|crx|jp2)/.test(text.slice(8));
}
