/** Longest side in pixels by the company's photo quality: 1 low, 2 medium, 3 high. */
const sides: Record<number, number> = { 1: 1024, 2: 1600, 3: 2400 };
const smallEnoughBytes = 400_000;
/**
 * Longest side of the picture that is shown until a photo is uploaded: of an upright one a tile shows this much. Larger ones
 * add up, as browsers keep what they have decoded.
 */
const thumbSide = () => Math.min(320, 200 * (globalThis.devicePixelRatio ?? 1));

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
  const isSmall = file.size <= smallEnoughBytes;
  const side = isSmall ? thumbSide() : (sides[quality] ?? 1600);
  let bitmap: ImageBitmap;
  try {
    bitmap = await decoded(file, side);
  } catch {
    return { file, thumb: null };
  }
  try {
    const thumb = await drawn(bitmap, thumbSide(), 0.7).catch(() => null);
    if (isSmall) return { file, thumb };
    const blob = await drawn(bitmap, side, 0.85).catch(() => null);
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

/** The picture of a photo, upright, with a longer side of at least `side` pixels if the photo has them. */
async function decoded(file: File, side: number): Promise<ImageBitmap> {
  const reduced = await decodedReduced(file, side).catch(() => null);
  if (reduced && Math.max(reduced.width, reduced.height) >= side) return reduced;
  reduced?.close();
  return createImageBitmap(file, { imageOrientation: 'from-image' });
}

/**
 * The same of a JPEG, decoded to a size that is not much larger than needed: whole, a photo of 12 megapixels takes 48 MB.
 * Null where the browser cannot do that, or would leave the picture on its side.
 */
async function decodedReduced(file: File, side: number): Promise<ImageBitmap | null> {
  if (file.type !== 'image/jpeg' || !('ImageDecoder' in globalThis)) return null;
  if (!('rotation' in VideoFrame.prototype)) return null;
  // Decoders reduce to eighths of the size, down to at most this many pixels in all.
  const most = Math.ceil(side * Math.SQRT2);
  const size = { desiredWidth: most, desiredHeight: most };
  const decoder = new ImageDecoder({ data: file.stream(), type: file.type, ...size });
  try {
    const { image, complete } = await decoder.decode();
    try {
      return complete ? await createImageBitmap(image) : null;
    } finally {
      image.close();
    }
  } finally {
    decoder.close();
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
