import sharp from 'sharp';

/** Creates an image of this size with some content. */
export async function makePicture(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#8fb3d9"/><circle cx="50%" cy="60%" r="20%" fill="#b5651d"/></svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer());
}
