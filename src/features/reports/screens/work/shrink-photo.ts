/** Longest side in pixels by the company's photo quality: 1 low, 2 medium, 3 high. */
const sides: Record<number, number> = { 1: 1024, 2: 1600, 3: 2400 };
const smallEnoughBytes = 400_000;

/**
 * Prepares a photo for upload over a slow connection: turned upright and no larger than the company stores it. Returns
 * the file unchanged if this browser cannot read it (HEIC outside Safari) or it would not get smaller; the server
 * processes it again.
 */
export async function shrinkPhoto(file: File, quality: number): Promise<File> {
  if (file.size <= smallEnoughBytes) return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, (sides[quality] ?? 1600) / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), {
      type: 'image/jpeg',
      lastModified: file.lastModified,
    });
  } catch {
    return file;
  }
}
