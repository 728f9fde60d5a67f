import type { Precision } from './address-result.ts';
import type { LatLng } from './maps.ts';

/** A picture as the provider sent it. */
export interface MapPicture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly bytes: Uint8Array;
}

/** What is wanted: a point, how exactly it is known, and the size on the page. */
export interface PictureRequest extends LatLng {
  readonly w: number;
  readonly h: number;
  readonly precision: Precision;
  readonly lang: string;
}

/** What we need of a provider of pictures. Both answer null when there is none to be had: then we draw our own. */
export interface MapPictures {
  map(wish: PictureRequest): Promise<MapPicture | null>;
  /** `address` finds the house where the point is only an estimate. */
  street(wish: PictureRequest & { readonly address: string }): Promise<MapPicture | null>;
}
