import type { Sharp } from 'sharp';
import { sha256Hex } from '../ids.ts';

/** One encoded version of an image. */
export interface Rendition {
  readonly bytes: Buffer;
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
}

/** More pixels would take too much memory to decode. */
export const largestPixels = 60e6;

/** Encodes an image. */
export async function rendition(image: Sharp, type: Rendition['type']): Promise<Rendition> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, type, width: info.width, height: info.height, sha256: sha256Hex(data) };
}
