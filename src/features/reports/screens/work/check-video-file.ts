import { readVideoPreview } from './read-video-preview.ts';

/** Why a file is no video for a report. */
export type VideoProblem = 'type' | 'size' | 'length';

/** As the server has it: decisions X-10. */
const mostBytes = 200 * 1024 * 1024;
const mostSeconds = 181;

/** A video that may travel, with its picture where this browser can show it. */
export interface VideoCheckResult {
  problem: VideoProblem | null;
  poster: Blob | null;
}

/**
 * Looks at a video before it takes its long way: known by its first bytes as the server knows it, measured where this browser
 * can play it. The server looks again, and closer.
 */
export async function checkVideoFile(file: Blob): Promise<VideoCheckResult> {
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  if (!isVideo(head)) return { problem: 'type', poster: null };
  if (file.size > mostBytes) return { problem: 'size', poster: null };
  const { seconds, poster } = await readVideoPreview(file);
  return { problem: seconds !== null && seconds > mostSeconds ? 'length' : null, poster };
}

/** Is it an MP4, MOV or WebM? Pictures (HEIC, AVIF) and sounds come in the same wrapping, with other brands. */
function isVideo(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head);
  if (text.startsWith('\x1a\x45\xdf\xa3')) return text.includes('webm');
  return text.slice(4, 8) === 'ftyp' && !/^(?:hei|hev|mif|msf|avi|M4A|M4B|crx|jp2)/.test(text.slice(8));
}
