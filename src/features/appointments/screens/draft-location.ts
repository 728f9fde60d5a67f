import type { DraftLocation } from '#domain/appointment-draft.ts';
import { withoutErrors } from './draft-errors.ts';
import type { Of } from './draft-reducer.ts';
import { repriced } from './draft-services.ts';
import type { DialogState } from './draft-state.ts';

const fieldNames: Record<string, string> = { streetAndNumber: 'address', zipCode: 'zip_code' };

/** Where the house is; an address changed by hand loses nothing but its messages. */
export function locationReducer(
  state: DialogState,
  action: Of<'location' | 'address' | 'place' | 'manualAddress'>,
): DialogState {
  const { location } = state.draft;
  const to = (patch: Partial<DraftLocation>) => ({ ...state.draft, location: { ...location, ...patch } });
  switch (action.type) {
    case 'location': {
      const names = Object.keys(action.patch).map((name) => fieldNames[name] ?? name);
      return withoutErrors(repriced({ ...state, draft: to(action.patch) }), names);
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
      return withoutErrors(repriced(next), ['address', 'city', 'state', 'zip_code']);
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

/** The address in one line, for people to read. */
export function fullAddressOf(
  location: Pick<DraftLocation, 'streetAndNumber' | 'city' | 'state' | 'zipCode'>,
): string {
  const place = [location.city, [location.state, location.zipCode].filter(Boolean).join(' ')].filter(Boolean);
  return [location.streetAndNumber, ...place].filter(Boolean).join(', ');
}
