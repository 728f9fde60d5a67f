/** Why a file is no photo for a report. */
export type PhotoProblem = 'type' | 'size';

/** As the server has it: decisions section 1.9. */
const maxBytes = 25 * 1024 * 1024;

/**
 * Why the server would not take the file as a photo, or null; it is known by its first bytes, as the server knows it, and
 * not by its name. The server looks again, and closer.
 */
export async function checkPhotoFile(file: Blob): Promise<PhotoProblem | null> {
  const head = new Uint8Array(await file.slice(0, 32).arrayBuffer());
  if (!isPicture(head)) return 'type';
  return file.size > maxBytes ? 'size' : null;
}

function isPicture(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head);
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n') ||
    text.startsWith('GIF8') ||
    (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') ||
    (text.slice(4, 8) === 'ftyp' && /^hei[cx]/.test(text.slice(8)))
  );
}
