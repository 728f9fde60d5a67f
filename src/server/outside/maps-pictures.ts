import type { Precision } from './address-result.ts';
import type { LatLng } from './maps.ts';

/** An image as sent by the provider. */
export interface MapPicture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly bytes: Uint8Array;
}

/** The requested image: a point, its precision, and the size on the page. */
export interface PictureRequest extends LatLng {
  readonly w: number;
  readonly h: number;
  readonly precision: Precision;
  readonly lang: string;
}

/** The interface of an image provider. Both methods return null when no image is available: then we draw our own. */
export interface MapPictures {
  map(request: PictureRequest): Promise<MapPicture | null>;
  /** `address` finds the house when the point is only an estimate. */
  street(request: PictureRequest & { readonly address: string }): Promise<MapPicture | null>;
}
