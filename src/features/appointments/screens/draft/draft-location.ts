import type { DraftLocation } from '#domain/scheduling/appointment-draft.ts';
import type { ActionOf } from './draft-action.ts';
import { withoutErrors } from './draft-errors.ts';
import { recalculatePrice } from './draft-services.ts';
import type { DialogState } from './draft-state.ts';

const fieldNames: Record<string, string> = { streetAndNumber: 'address', zipCode: 'zip_code' };

/** Reduces location actions; changing the address clears its messages and coordinates, nothing else. */
export function locationReducer(
  state: DialogState,
  action: ActionOf<'location' | 'address' | 'place' | 'manualAddress'>,
): DialogState {
  const { location } = state.draft;
  const to = (patch: Partial<DraftLocation>) => ({ ...state.draft, location: { ...location, ...patch } });
  switch (action.type) {
    case 'location': {
      const names = Object.keys(action.patch).map((name) => fieldNames[name] ?? name);
      const next = updateLocation(
        placeIn(state),
        action.patch,
        state.editing && placeIn(state.editing.first),
      );
      const draft = { ...state.draft, location: next.location };
      return withoutErrors(recalculatePrice({ ...state, draft, locationPrecision: next.precision }), names);
    }
    case 'address': {
      const { found } = action;
      const draft = to({
        fullAddress: found.fullAddress,
        streetAndNumber: [found.streetNumber, found.street].filter(Boolean).join(' '),
        city: found.city,
        state: found.state,
        zipCode: found.cp,
        coordinates: found.coordinates,
      });
      const next = {
        ...state,
        draft,
        locationPrecision: found.precision,
        country: found.country || state.country,
      };
      return withoutErrors(recalculatePrice(next), ['address', 'city', 'state', 'zip_code']);
    }
    case 'place':
      return {
        ...state,
        draft: to({ coordinates: action.coordinates }),
        locationPrecision: action.precision,
      };
    case 'manualAddress':
      return { ...state, isManualAddress: action.isOn };
  }
}

/** An address and its coordinates, with their precision. */
export interface GeocodedLocation {
  location: DraftLocation;
  precision: string | null;
}

function placeIn(state: DialogState): GeocodedLocation {
  return { location: state.draft.location, precision: state.locationPrecision };
}

/**
 * Merges typed values into the location. A changed address loses its coordinates and is geocoded again, unless it
 * equals the `known` one from the start.
 */
export function updateLocation(
  now: GeocodedLocation,
  patch: Partial<DraftLocation>,
  known: GeocodedLocation | null,
): GeocodedLocation {
  const location = { ...now.location, ...patch };
  if (patch.coordinates !== undefined || !isAddressDifferent(now.location, location)) {
    return { location, precision: location.coordinates === null ? null : now.precision };
  }
  const place = known !== null && !isAddressDifferent(known.location, location) ? known : null;
  return {
    location: { ...location, coordinates: place?.location.coordinates ?? null },
    precision: place?.precision ?? null,
  };
}

/** Returns whether two addresses differ. */
export function isAddressDifferent(from: DraftLocation, to: DraftLocation): boolean {
  const names = ['streetAndNumber', 'city', 'state', 'zipCode'] as const;
  return names.some((name) => from[name].trim() !== to[name].trim());
}

/** Formats the address as one line. */
export function fullAddressOf(
  location: Pick<DraftLocation, 'streetAndNumber' | 'city' | 'state' | 'zipCode'>,
): string {
  const place = [location.city, [location.state, location.zipCode].filter(Boolean).join(' ')].filter(Boolean);
  return [location.streetAndNumber, ...place].filter(Boolean).join(', ');
}
