/** Why a file cannot be used as a photo. */
export type PhotoProblem = 'type' | 'size';

/** Same as on the server: decisions section 1.9. */
const maxBytes = 25 * 1024 * 1024;

/**
 * Returns why the server would refuse the file as a photo, or null. Detects the type by the first bytes, as the server
 * does, not by the name. The server checks again in more detail.
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
