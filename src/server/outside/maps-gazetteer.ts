import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** A point on the map, in degrees. */
export interface LatLng {
  lat: number;
  lng: number;
}

/** A ZIP code with its place, center and time zone. */
export interface Place extends LatLng {
  zip: string;
  city: string;
  state: string;
  timezone: string;
  /** False for post office boxes and single recipients, where there are no houses. */
  hasArea: boolean;
}

/** Lookup of the ZIP codes of the United States. */
export interface Gazetteer {
  byZip(zip: string): Place | null;
  /** Returns all ZIP codes that start with these digits. */
  withZip(prefix: string): Place[];
  /**
   * Returns all ZIP codes of cities with exactly this name, or starting with it. Names are compared by
   * `normalizeCityName`.
   */
  inCity(name: string, how: 'exact' | 'prefix'): Place[];
  inState(code: string): readonly Place[];
  /** Returns the nearest ZIP codes that have an area, nearest first. */
  near(point: LatLng, count: number): Place[];
  /** Returns the ZIP codes with an area inside the box, in no particular order. */
  within(south: number, west: number, north: number, east: number): Place[];
  readonly size: number;
}

const FILE = 'assets/geo/zips.tsv.br';
let loaded: Gazetteer | undefined;

/** Returns the gazetteer, read and indexed on the first call (about 0.1 s), from memory afterwards. */
export function loadGazetteer(): Gazetteer {
  loaded ??= indexed(readPlaces());
  return loaded;
}

/** Normalizes a city name for comparison: lower case, no diacritics, "St", "Ft" and "Mt" spelled out. */
export function normalizeCityName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\b(st|ste|ft|mt)\b/g, (short) => WRITTEN_OUT[short] ?? short);
}

const WRITTEN_OUT: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' };

/** Returns the straight-line distance between two points, in miles. */
export function milesBetween(a: LatLng, b: LatLng): number {
  const rad = Math.PI / 180;
  const half = (degrees: number) => Math.sin((degrees * rad) / 2) ** 2;
  const h = half(b.lat - a.lat) + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * half(b.lng - a.lng);
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(h)));
}

const EARTH_RADIUS_MILES = 3958.8;

function readPlaces(): Place[] {
  const [head = '', ...lines] = brotliDecompressSync(readFileSync(findFile())).toString('utf8').split('\n');
  const zones = head.split('\t');
  return lines.map((line) => {
    const [zip = '', city = '', state = '', lat = '0', lng = '0', zone = '0', area = '0'] = line.split('\t');
    const timezone = zones[Number(zone)] ?? 'America/New_York';
    return { zip, city, state, lat: Number(lat), lng: Number(lng), timezone, hasArea: area === '1' };
  });
}

/** Searches upward from this file, because the bundled server is in another folder than its source. */
function findFile(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, FILE);
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) throw new Error(`${FILE} is missing; run scripts/build-gazetteer.mjs`);
  }
}

function indexed(places: Place[]): Gazetteer {
  const zips = places.map((place) => place.zip);
  const cities = groupBy(places, (place) => normalizeCityName(place.city));
  const names = [...cities.keys()].sort();
  const states = groupBy(places, (place) => place.state);
  const areas = places.filter((place) => place.hasArea);
  return {
    size: places.length,
    byZip: (zip) => {
      const place = places[firstAtOrAfter(zips, zip)];
      return place?.zip === zip ? place : null;
    },
    withZip: (prefix) => startingWith(zips, prefix, (index) => places[index] ?? []),
    inCity: (name, how) => {
      const plain = normalizeCityName(name);
      if (how === 'exact') return cities.get(plain) ?? [];
      return startingWith(names, plain, (index) => cities.get(names[index] ?? '') ?? []);
    },
    inState: (code) => states.get(code) ?? [],
    near: (point, count) => nearest(areas, point, count),
    within: (south, west, north, east) =>
      areas.filter((one) => one.lat >= south && one.lat <= north && one.lng >= west && one.lng <= east),
  };
}

function groupBy(places: Place[], key: (place: Place) => string): Map<string, Place[]> {
  const groups = new Map<string, Place[]>();
  for (const place of places) {
    const group = groups.get(key(place));
    if (group) group.push(place);
    else groups.set(key(place), [place]);
  }
  return groups;
}

function startingWith<T>(sorted: string[], prefix: string, pick: (index: number) => T | T[]): T[] {
  const found: T[] = [];
  if (prefix === '') return found;
  for (let index = firstAtOrAfter(sorted, prefix); sorted[index]?.startsWith(prefix); index += 1) {
    const picked = pick(index);
    if (Array.isArray(picked)) found.push(...picked);
    else found.push(picked);
  }
  return found;
}

function firstAtOrAfter(sorted: string[], wanted: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * One pass over all rows with a short list of the best takes a third of a millisecond, so a tree is not worth its code.
 */
function nearest(places: Place[], point: LatLng, count: number): Place[] {
  const best: { place: Place; far: number }[] = [];
  const shrink = Math.cos((point.lat * Math.PI) / 180);
  let limit = Number.POSITIVE_INFINITY;
  for (const place of places) {
    const dy = place.lat - point.lat;
    const dx = (place.lng - point.lng) * shrink;
    const far = dx * dx + dy * dy;
    if (far >= limit) continue;
    const at = best.findIndex((other) => far < other.far);
    best.splice(at < 0 ? best.length : at, 0, { place, far });
    if (best.length > count) best.pop();
    if (best.length === count) limit = best[count - 1]?.far ?? limit;
  }
  return best.map(({ place }) => place);
}
