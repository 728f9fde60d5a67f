/** Driving between places, as far as it can be known without a map of roads. */

/** A point on the earth, in degrees. */
export interface Place {
  lat: number;
  lng: number;
}

/** Returns the whole minutes of driving from one place to another. */
export type DrivingMinutes = (from: Place, to: Place) => number;

/** Mean radius of the earth (IUGG), in kilometers. */
const earthRadiusKm = 6371.0088;

/**
 * How much longer roads are than the straight line. Measured in North American cities: 1.2 for long ways to 1.45 for
 * short ones (D. J. Giacomin and D. M. Levinson, Road network circuity in metropolitan areas, 2015).
 */
const detourFactor = 1.3;

/**
 * Speeds by distance: a short way is city streets, the middle of a longer one is arterial roads and highway. Each
 * further kilometer takes at most as long as the one before, so that a detour is never shorter than the direct way.
 */
const sections = [
  { untilKm: 4, kmPerHour: 30 },
  { untilKm: 20, kmPerHour: 50 },
  { untilKm: Number.POSITIVE_INFINITY, kmPerHour: 90 },
] as const;

/** Returns the length of the straight line, by the haversine formula (R. W. Sinnott, Sky and Telescope 68, 1984). */
export function kmBetween(a: Place, b: Place): number {
  const rad = Math.PI / 180;
  const half = (degrees: number) => Math.sin((degrees * rad) / 2) ** 2;
  const h = half(b.lat - a.lat) + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * half(b.lng - a.lng);
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

/**
 * Estimates the minutes of driving: the straight line times a detour factor, at a speed that grows with the distance,
 * rounded up. Within 50 meters it is the same place.
 */
export function estimateDrivingMinutes(from: Place, to: Place): number {
  const km = kmBetween(from, to);
  if (km < 0.05) return 0;
  const roadKm = km * detourFactor;
  let minutes = 0;
  let done = 0;
  for (const { untilKm, kmPerHour } of sections) {
    if (roadKm <= done) break;
    minutes += ((Math.min(roadKm, untilKm) - done) / kmPerHour) * 60;
    done = untilKm;
  }
  return Math.ceil(minutes);
}
