/** Longest side in pixels by the company's photo quality: 1 low, 2 medium, 3 high. */
const sides: Record<number, number> = { 1: 1024, 2: 1600, 3: 2400 };
const smallEnoughBytes = 400_000;
const thumbSide = 320;

/** A photo ready for upload, with a small picture of it to show until then. */
export interface ShrunkPhoto {
  readonly file: File;
  /** Null if this browser cannot read the photo. */
  readonly thumb: Blob | null;
}

/**
 * Prepares a photo for upload over a slow connection: turned upright and no larger than the company stores it. Returns
 * the file unchanged if this browser cannot read it (HEIC outside Safari) or it would not get smaller; the server
 * processes it again.
 */
export async function shrinkPhoto(file: File, quality: number): Promise<ShrunkPhoto> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return { file, thumb: null };
  }
  try {
    const thumb = await drawn(bitmap, thumbSide, 0.7).catch(() => null);
    if (file.size <= smallEnoughBytes) return { file, thumb };
    const blob = await drawn(bitmap, sides[quality] ?? 1600, 0.85).catch(() => null);
    if (!blob || blob.size >= file.size) return { file, thumb };
    const name = file.name.replace(/\.\w+$/, '.jpg');
    return {
      file: new File([blob], name, { type: 'image/jpeg', lastModified: file.lastModified }),
      thumb,
    };
  } finally {
    bitmap.close();
  }
}

/** A JPEG of the picture of at most `side` pixels. */
async function drawn(bitmap: ImageBitmap, side: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG has no transparency; the server also puts such pictures on white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  // Phones limit the memory of all canvases and free it late.
  canvas.width = 0;
  canvas.height = 0;
  return blob;
}
