import type { Precision } from './address-result.ts';
import { type LatLng, loadGazetteer, milesBetween, type Place } from './maps-gazetteer.ts';

/** What to draw: a point, the size of the image, and the precision of the point. */
export interface MapPreview extends LatLng {
  w: number;
  h: number;
  precision: Precision;
  /** Text in the corner, in the user's language. */
  caption?: string;
}

interface Town extends LatLng {
  name: string;
  /** Number of the town's ZIP codes, as a measure of its size. */
  weight: number;
}

interface Frame {
  w: number;
  h: number;
  /** Pixels per mile. */
  scale: number;
  centre: LatLng;
  xy(point: LatLng): { x: number; y: number };
}

const INK = '#44505c';
const FAINT = '#d9d6cc';
const GROUND = '#f3f1ea';
const ACCENT = '#e8590c';
const FONT = 'Inter, system-ui, Helvetica, Arial, sans-serif';
const MILES_PER_LAT_DEGREE = 69.05;

/**
 * Draws a map without a map provider: the towns around the point, distances, a pin and, for an estimated position, the
 * area it may be in. Shows no roads or outlines, since they are not known here, and states that it is an offline map.
 */
export function mapPreviewSvg(preview: MapPreview): string {
  const w = clamp(preview.w, 80, 2000);
  const h = clamp(preview.h, 80, 2000);
  const { frame, towns } = framed({ lat: preview.lat, lng: preview.lng }, w, h);
  const parts = [
    `<rect width="${w}" height="${h}" fill="${GROUND}"/>`,
    grid(frame),
    rings(frame),
    preview.precision === 'zip_estimate' ? accuracyCircle(frame, preview) : '',
    townMarks(frame, towns),
    pin(w / 2, h / 2),
    northArrow(w),
    scaleBar(frame),
    captionMark(preview.caption ?? 'Offline map', w, h),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img" font-family="${FONT}"><title>${escapeXml(preview.caption ?? 'Offline map')}</title>${parts.join('')}</svg>`;
}

/** Escapes text for use inside an SVG element or attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

const clamp = (value: number, least: number, most: number) =>
  Math.round(Math.min(most, Math.max(least, Number.isFinite(value) ? value : least)));
const px = (value: number) => Number(value.toFixed(1));

/** Half the image's width in miles: uses the largest scale at which a few towns are visible. */
const HALF_WIDTHS = [6, 9, 14, 22, 35, 60];
const ENOUGH_TOWNS = 5;

function framed(centre: LatLng, w: number, h: number): { frame: Frame; towns: Town[] } {
  let chosen = frameOf(centre, w, h, HALF_WIDTHS[0] ?? 6);
  let towns: Town[] = [];
  for (const half of HALF_WIDTHS) {
    chosen = frameOf(centre, w, h, half);
    towns = townsIn(chosen);
    if (towns.length >= ENOUGH_TOWNS) break;
  }
  return { frame: chosen, towns };
}

function frameOf(centre: LatLng, w: number, h: number, halfWidthMiles: number): Frame {
  const scale = Math.min(w, h) / 2 / halfWidthMiles;
  const perLng = MILES_PER_LAT_DEGREE * Math.cos((centre.lat * Math.PI) / 180);
  return {
    w,
    h,
    scale,
    centre,
    xy: (point) => ({
      x: px(w / 2 + (point.lng - centre.lng) * perLng * scale),
      y: px(h / 2 - (point.lat - centre.lat) * MILES_PER_LAT_DEGREE * scale),
    }),
  };
}

function townsIn(frame: Frame): Town[] {
  const { centre, scale, w, h } = frame;
  const lat = h / 2 / scale / MILES_PER_LAT_DEGREE;
  const lng = w / 2 / scale / (MILES_PER_LAT_DEGREE * Math.cos((centre.lat * Math.PI) / 180));
  const seen = loadGazetteer().within(centre.lat - lat, centre.lng - lng, centre.lat + lat, centre.lng + lng);
  const byName = new Map<string, Place[]>();
  for (const place of seen) {
    const key = `${place.city}|${place.state}`;
    byName.set(key, [...(byName.get(key) ?? []), place]);
  }
  return [...byName.values()].map(townOf).sort((a, b) => b.weight - a.weight || near(a, b, centre));
}

function near(a: LatLng, b: LatLng, centre: LatLng): number {
  return milesBetween(a, centre) - milesBetween(b, centre);
}

function townOf(places: Place[]): Town {
  const mean = (pick: (place: Place) => number) =>
    places.reduce((sum, one) => sum + pick(one), 0) / places.length;
  return {
    name: places[0]?.city ?? '',
    weight: places.length,
    lat: mean((place) => place.lat),
    lng: mean((place) => place.lng),
  };
}

/** Lines of latitude and longitude, so that an empty area does not look like an error. */
function grid(frame: Frame): string {
  const { w, h, scale, centre } = frame;
  const step = [0.05, 0.1, 0.2, 0.5, 1].find((degrees) => degrees * MILES_PER_LAT_DEGREE * scale > 60) ?? 1;
  const lines: string[] = [];
  const reach = 12;
  for (let at = -reach; at <= reach; at += 1) {
    const { x } = frame.xy({ lat: centre.lat, lng: (Math.round(centre.lng / step) + at) * step });
    const { y } = frame.xy({ lat: (Math.round(centre.lat / step) + at) * step, lng: centre.lng });
    if (x > 0 && x < w) lines.push(`M${x} 0V${h}`);
    if (y > 0 && y < h) lines.push(`M0 ${y}H${w}`);
  }
  return `<path d="${lines.join('')}" stroke="#e7e4da" fill="none"/>`;
}

function rings(frame: Frame): string {
  const { w, h, scale } = frame;
  const step = [1, 2, 5, 10, 20].find((miles) => miles * scale > Math.min(w, h) / 5) ?? 20;
  return [1, 2]
    .map((times) => {
      const r = px(step * times * scale);
      if (r > Math.max(w, h) / 2) return '';
      const label = `<text x="${w / 2}" y="${px(h / 2 - r + 3.5)}" font-size="9.5" text-anchor="middle" fill="#8a8f94" stroke="${GROUND}" stroke-width="4" paint-order="stroke">${step * times} mi</text>`;
      return `<circle cx="${w / 2}" cy="${h / 2}" r="${r}" fill="none" stroke="#c9c6bb" stroke-dasharray="3 4"/>${label}`;
    })
    .join('');
}

/** Radius: half the distance to the nearest ZIP code, our estimate of how far the house may be from its pin. */
function accuracyCircle(frame: Frame, point: LatLng): string {
  const [, second] = loadGazetteer().near(point, 2);
  const miles = Math.min(6, Math.max(0.8, second ? milesBetween(point, second) / 2 : 1));
  const r = px(Math.max(16, miles * frame.scale));
  return `<circle cx="${frame.w / 2}" cy="${frame.h / 2}" r="${r}" fill="${ACCENT}" fill-opacity="0.13" stroke="${ACCENT}" stroke-opacity="0.55"/>`;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const MOST_LABELS = 14;

/** Draws dots and names; omits a name that would overlap another one, the pin or the edge. */
function townMarks(frame: Frame, towns: Town[]): string {
  const { w, h } = frame;
  const taken: Box[] = [
    { left: w / 2 - 15, top: h / 2 - 34, right: w / 2 + 15, bottom: h / 2 + 5 },
    { left: 0, top: h - 36, right: w * 0.4, bottom: h },
    { left: w * 0.6, top: h - 22, right: w, bottom: h },
    { left: w - 30, top: 0, right: w, bottom: 40 },
  ];
  const marks: string[] = [];
  let labels = 0;
  for (const town of towns) {
    const { x, y } = frame.xy(town);
    if (x < 4 || y < 4 || x > w - 4 || y > h - 4) continue;
    const size = town.weight > 15 ? 14 : town.weight > 4 ? 12.5 : 11;
    const r = town.weight > 15 ? 4.2 : town.weight > 4 ? 3.4 : 2.6;
    const dot = { left: x - r, top: y - r, right: x + r, bottom: y + r };
    const [pinBox] = taken;
    const isUnderPin = pinBox !== undefined && overlap(pinBox, dot);
    if (!isUnderPin && taken.some((other) => overlap(other, dot))) continue;
    const spot = labels < MOST_LABELS ? labelSpot(town.name, x, y, size, frame, taken) : null;
    // The dot of the house's own town is under the pin; its name must not be missing.
    if (!isUnderPin) {
      taken.push(dot);
      marks.push(`<circle cx="${x}" cy="${y}" r="${r}" fill="#fff" stroke="${INK}" stroke-width="1.4"/>`);
    }
    if (!spot) continue;
    taken.push(spot.box);
    labels += 1;
    const weight = town.weight > 4 ? 600 : 400;
    marks.push(
      `<text x="${px(spot.x)}" y="${px(spot.y)}" font-size="${size}" font-weight="${weight}" text-anchor="${spot.anchor}" fill="${INK}" stroke="${GROUND}" stroke-width="3" stroke-linejoin="round" paint-order="stroke">${escapeXml(town.name)}</text>`,
    );
  }
  return marks.join('');
}

function labelSpot(name: string, x: number, y: number, size: number, frame: Frame, taken: Box[]) {
  const wide = name.length * size * 0.57;
  const spots = [
    { anchor: 'start', x: x + 7, y: y + size * 0.35, left: x + 5 },
    { anchor: 'end', x: x - 7, y: y + size * 0.35, left: x - 7 - wide },
    { anchor: 'middle', x, y: y - 8, left: x - wide / 2 },
    { anchor: 'middle', x, y: y + size + 5, left: x - wide / 2 },
    { anchor: 'start', x: x + 20, y: y + size * 0.35, left: x + 18 },
    { anchor: 'middle', x, y: y + size + 18, left: x - wide / 2 },
  ];
  for (const spot of spots) {
    const box = { left: spot.left, top: spot.y - size, right: spot.left + wide + 2, bottom: spot.y + 3 };
    const isOnPaper = box.left > 3 && box.top > 3 && box.right < frame.w - 3 && box.bottom < frame.h - 3;
    if (isOnPaper && !taken.some((other) => overlap(other, box))) return { ...spot, box };
  }
  return null;
}

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function pin(x: number, y: number): string {
  return (
    `<ellipse cx="${x}" cy="${y + 1}" rx="7" ry="2.6" fill="#000" fill-opacity="0.22"/>` +
    `<path d="M${x} ${y}c-3.6-7.6-11-11.4-11-19.4a11 11 0 0 1 22 0c0 8-7.4 11.8-11 19.4z" fill="${ACCENT}" stroke="#fff" stroke-width="1.6"/>` +
    `<circle cx="${x}" cy="${px(y - 19.4)}" r="4.2" fill="#fff"/>`
  );
}

function northArrow(w: number): string {
  return `<g transform="translate(${w - 18} 12)" fill="${INK}"><path d="M0 0l5 13-5-3.2-5 3.2z"/><text y="25" font-size="10" font-weight="600" text-anchor="middle">N</text></g>`;
}

function scaleBar(frame: Frame): string {
  const miles = [20, 10, 5, 2, 1].find((one) => one * frame.scale <= frame.w * 0.3) ?? 1;
  const length = px(miles * frame.scale);
  const y = frame.h - 12;
  return (
    `<path d="M12 ${y - 5}v5h${length}v-5" fill="none" stroke="${INK}" stroke-width="1.6"/>` +
    `<text x="${px(12 + length / 2)}" y="${y - 6}" font-size="10" text-anchor="middle" fill="${INK}" stroke="${GROUND}" stroke-width="3" paint-order="stroke">${miles} mi</text>`
  );
}

function captionMark(caption: string, w: number, h: number): string {
  const text = escapeXml(caption);
  return (
    `<text x="${w - 10}" y="${h - 10}" font-size="10" text-anchor="end" fill="#6b737a" stroke="${GROUND}" stroke-width="3" paint-order="stroke">${text}</text>` +
    `<rect x="0.5" y="0.5" width="${w - 1}" height="${h - 1}" fill="none" stroke="${FAINT}"/>`
  );
}
