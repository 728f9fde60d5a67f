import type { LatLng } from './maps-gazetteer.ts';

/** How exactly a position is known. `zip_estimate` is shown as "approximate position". */
export type Precision = 'rooftop' | 'interpolated' | 'street' | 'zip_estimate';

/** An address found by the search, with the product's field names (`cp` is the ZIP code). */
export interface AddressResult {
  fullAddress: string;
  street: string;
  streetNumber: string;
  neighborhood: string;
  city: string;
  state: string;
  cp: string;
  country: string;
  coordinates: LatLng;
  precision: Precision;
  timezone: string;
}
