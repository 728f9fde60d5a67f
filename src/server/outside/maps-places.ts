import { type Gazetteer, normalizeCityName, type Place } from './maps-gazetteer.ts';
import { stateCodes } from './maps-states.ts';

/** The ZIP codes that typed place words may mean, and the confidence of that interpretation (0 = no match). */
export interface PlaceMatch {
  sureness: number;
  places: readonly Place[];
  /** The city as typed, where the ZIP code determines the place but may be known under another name. */
  typedCity: string;
}

const NOTHING: PlaceMatch = { sureness: 0, places: [], typedCity: '' };
const SURE = { zip: 4, city: 3, zipPrefix: 2, state: 2, cityPrefix: 1 };

/** Parses "Austin", "Aus", "Austin, TX", "Austin tex 787", "78701", "TX" and the like. */
export function parsePlace(words: readonly string[], gazetteer: Gazetteer): PlaceMatch {
  const last = words.at(-1) ?? '';
  const digits = /^(\d{1,5})(-\d{0,4})?$/.exec(last)?.[1];
  if (digits !== undefined) return withZip(words.slice(0, -1), digits, gazetteer);
  return withoutZip(words, gazetteer);
}

function withZip(before: readonly string[], digits: string, gazetteer: Gazetteer): PlaceMatch {
  const places = gazetteer.withZip(digits);
  if (digits.length === 5) {
    const { city, states } = cityAndState(before);
    const matching = places.filter((place) => states.length === 0 || states.includes(place.state));
    return matching.length === 0 ? NOTHING : { sureness: SURE.zip, places: matching, typedCity: city };
  }
  if (before.length === 0)
    return digits.length < 3 ? NOTHING : { sureness: SURE.zipPrefix, places, typedCity: '' };
  const reading = withoutZip(before, gazetteer);
  return { ...reading, places: reading.places.filter((place) => place.zip.startsWith(digits)) };
}

function withoutZip(words: readonly string[], gazetteer: Gazetteer): PlaceMatch {
  const whole = words.join(' ');
  const exact = gazetteer.inCity(whole, 'exact');
  if (exact.length > 0) return { sureness: SURE.city, places: exact, typedCity: '' };
  const inState = cityInState(words, gazetteer);
  if (inState) return inState;
  const states = stateCodes(whole);
  const ofStates = states.flatMap((code) => gazetteer.inState(code));
  const prefixed = gazetteer.inCity(whole, 'prefix');
  if (ofStates.length > 0) return { sureness: SURE.state, places: [...ofStates, ...prefixed], typedCity: '' };
  return prefixed.length > 0 ? { sureness: SURE.cityPrefix, places: prefixed, typedCity: '' } : NOTHING;
}

/**
 * Parses "Austin TX", "Austin Te", "Charleston West Virginia": the state may be incomplete, the city complete or a
 * prefix.
 */
function cityInState(words: readonly string[], gazetteer: Gazetteer): PlaceMatch | null {
  for (let taken = Math.min(3, words.length - 1); taken >= 1; taken -= 1) {
    const city = words.slice(0, words.length - taken).join(' ');
    const typedState = words.slice(words.length - taken).join(' ');
    const inStates = (places: Place[], codes: string[]) =>
      places.filter((place) => codes.includes(place.state));
    const exact = inStates(gazetteer.inCity(city, 'exact'), stateCodes(typedState, true));
    if (exact.length > 0) return { sureness: SURE.city, places: exact, typedCity: '' };
    if (normalizeCityName(city).length < 2) continue;
    const prefixed = inStates(gazetteer.inCity(city, 'prefix'), stateCodes(typedState));
    if (prefixed.length > 0) return { sureness: SURE.cityPrefix, places: prefixed, typedCity: '' };
  }
  return null;
}

function cityAndState(words: readonly string[]): { city: string; states: string[] } {
  for (let taken = Math.min(3, words.length); taken >= 1; taken -= 1) {
    const states = stateCodes(words.slice(words.length - taken).join(' '));
    // "New York 10001" names a city; a state alone before the ZIP adds no information.
    if (states.length > 0) return { city: words.slice(0, words.length - taken).join(' '), states };
  }
  return { city: words.join(' '), states: [] };
}
