import type { Sharp } from 'sharp';
import { sha256Hex } from '../ids.ts';
import type { Rendition } from './photos.ts';

/** Encodes an image. */
export async function rendition(image: Sharp, type: Rendition['type']): Promise<Rendition> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, type, width: info.width, height: info.height, sha256: sha256Hex(data) };
}
