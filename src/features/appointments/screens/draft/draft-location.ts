import type { DraftLocation } from '#domain/scheduling/appointment-draft.ts';
import type { ActionOf } from './draft-action.ts';
import { withoutErrors } from './draft-errors.ts';
import { recalculatePrice } from './draft-services.ts';
import type { DialogState } from './draft-state.ts';

const fieldNames: Record<string, string> = { streetAndNumber: 'address', zipCode: 'zip_code' };

/** Where the house is; an address changed by hand loses its messages and its place, nothing else. */
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

/** An address and the place it stands at, as exactly as that is known. */
export interface GeocodedLocation {
  location: DraftLocation;
  precision: string | null;
}

function placeIn(state: DialogState): GeocodedLocation {
  return { location: state.draft.location, precision: state.locationPrecision };
}

/**
 * The place with what was typed. Another address does not stand where the former stood: where it does is to be looked up,
 * unless it is the one that was `known` at the beginning.
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

/** Are these two different addresses? */
export function isAddressDifferent(from: DraftLocation, to: DraftLocation): boolean {
  const names = ['streetAndNumber', 'city', 'state', 'zipCode'] as const;
  return names.some((name) => from[name].trim() !== to[name].trim());
}

/** The address in one line, for people to read. */
export function fullAddressOf(
  location: Pick<DraftLocation, 'streetAndNumber' | 'city' | 'state' | 'zipCode'>,
): string {
  const place = [location.city, [location.state, location.zipCode].filter(Boolean).join(' ')].filter(Boolean);
  return [location.streetAndNumber, ...place].filter(Boolean).join(', ');
}
