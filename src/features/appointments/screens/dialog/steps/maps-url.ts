interface Point {
  lat: number;
  lng: number;
}

/** Returns the address of a map of the place. */
export function mapsUrl({ lat, lng }: Point): string {
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=18/${lat}/${lng}`;
}

/** Returns the address of the directions to the place. */
export function directionsUrl({ lat, lng }: Point): string {
  return `https://www.openstreetmap.org/directions?to=${lat}%2C${lng}`;
}
