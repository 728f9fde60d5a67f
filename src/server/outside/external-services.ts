import type { Mailer } from './mail.ts';
import type { Geocoder } from './maps.ts';
import type { MapPictures } from './maps-pictures.ts';
import type { Gateways } from './pay/gateways.ts';

/** Everything beyond our own process that an errand may call; each part is a small type with one real client. */
export interface ExternalServices {
  readonly mail: Mailer;
  readonly maps: Geocoder;
  /** null: no provider of pictures is configured, and we draw our own. */
  readonly mapPictures: MapPictures | null;
  readonly pay: Gateways;
}
