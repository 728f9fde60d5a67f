import type { Sharp } from 'sharp';
import { sha256Hex } from '../ids.ts';
import type { Rendition } from './photos.ts';

/** More pixels would take too much memory to decode. */
export const largestPixels = 60e6;

/** Encodes an image. */
export async function rendition(image: Sharp, type: Rendition['type']): Promise<Rendition> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, type, width: info.width, height: info.height, sha256: sha256Hex(data) };
}
