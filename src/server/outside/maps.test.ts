import { describe, expect, test } from 'vitest';
import type { AddressResult } from './address-result.ts';
import { METRES_PER_MILE, offlineGeocoder, type SuggestOptions, zipInfo } from './maps.ts';
import { addressKey, addressSplits } from './maps-address-line.ts';
import { type LatLng, loadGazetteer, milesBetween } from './maps-gazetteer.ts';

const AUSTIN: LatLng = { lat: 30.2706, lng: -97.7426 };
const maps = offlineGeocoder();

const near = (bias: LatLng | null, more: Partial<SuggestOptions> = {}): SuggestOptions => ({
  bias,
  radiusM: 100 * METRES_PER_MILE,
  country: 'US',
  session: 'test',
  limit: 8,
  ...more,
});
const lines = async (text: string, bias: LatLng | null = AUSTIN) =>
  (await maps.suggest(text, near(bias))).map((one) => one.fullAddress);

describe('the gazetteer', () => {
  test('contains all places and no military post offices', () => {
    expect(loadGazetteer().size).toBe(41_910);
    expect(zipInfo('09001')).toBeNull();
    expect(zipInfo('96201')).toBeNull();
    expect(zipInfo('34001')).toBeNull();
    expect(zipInfo('10200')).toBeNull();
    expect(zipInfo('')).toBeNull();
  });

  test('finds city, state, time zone and center of a ZIP code', () => {
    const austin = zipInfo('78701');
    expect(austin).toMatchObject({ city: 'Austin', state: 'TX', timezone: 'America/Chicago' });
    expect(milesBetween(austin ?? AUSTIN, AUSTIN)).toBeLessThan(2);
    expect(zipInfo('78701-1234')?.city).toBe('Austin');
    expect(zipInfo('00601')).toMatchObject({ state: 'PR', timezone: 'America/Puerto_Rico' });
  });

  test('has the time zone of the place, not of the state', () => {
    expect(zipInfo('86515')).toMatchObject({ city: 'Window Rock', state: 'AZ', timezone: 'America/Denver' });
    expect(zipInfo('85003')?.timezone).toBe('America/Phoenix');
    expect(zipInfo('79901')?.timezone).toBe('America/Denver');
    expect(zipInfo('32501')?.timezone).toBe('America/Chicago');
    expect(zipInfo('46402')?.timezone).toBe('America/Chicago');
    expect(zipInfo('46204')?.timezone).toBe('America/Indiana/Indianapolis');
    expect(zipInfo('58801')?.timezone).toBe('America/Chicago');
  });

  test('has no border town with a foreign time zone', () => {
    const foreign = /^(America\/(Toronto|Winnipeg|Vancouver|Tijuana|Matamoros|Monterrey|Regina)|Asia\/)/;
    const states = ['AK', 'CA', 'ME', 'MI', 'MN', 'MT', 'ND', 'NY', 'TX', 'WA'];
    const zones = states.flatMap((state) =>
      loadGazetteer()
        .inState(state)
        .map((place) => place.timezone),
    );
    expect(zones.filter((zone) => foreign.test(zone))).toEqual([]);
  });
});

describe('suggestions', () => {
  test('complete the street line with the places around the company, nearest first', async () => {
    const found = await maps.suggest('123 main st', near(AUSTIN));
    expect(found).toHaveLength(8);
    expect(found[0]).toMatchObject({
      fullAddress: '123 Main St, Austin, TX 78701',
      street: 'Main St',
      streetNumber: '123',
      neighborhood: '',
      city: 'Austin',
      state: 'TX',
      cp: '78701',
      country: 'US',
      precision: 'zip_estimate',
      timezone: 'America/Chicago',
    });
    const miles = found.map((one) => milesBetween(one.coordinates, AUSTIN));
    expect(miles).toEqual([...miles].sort((a, b) => a - b));
    expect(new Set(found.map((one) => one.city)).size).toBeGreaterThan(1);
  });

  test('require a house number and a street: a bare city, a street or a PO box has none', async () => {
    for (const text of ['', 'Austin', 'Austin, TX', 'Main St, Austin', '123', 'PO Box 12, Austin', '78701']) {
      expect(await lines(text), text).toEqual([]);
    }
  });

  test('narrow down as the place is typed, with or without comma', async () => {
    expect((await lines('100 Congress Ave Aus'))[0]).toBe('100 Congress Ave, Austin, TX 78701');
    expect(await lines('100 Main St Apt 4, Austin, TX 78704')).toEqual([
      '100 Main St Apt 4, Austin, TX 78704',
    ]);
    expect(await lines('5 State Hwy 71 Bastrop tx')).toEqual(['5 State Hwy 71, Bastrop, TX 78602']);
    expect((await lines('12 County Road 787'))[0]).toMatch(/^12 County Road 787, Austin/);
    expect((await lines('123 Broadway, St. Louis, MO', null))[0]).toMatch(
      /^123 Broadway, Saint Louis, MO 63/,
    );
    expect((await lines('100 Ocean Drive Miami Beach FL'))[0]).toMatch(
      /^100 Ocean Drive, Miami Beach, FL 33/,
    );
    expect((await lines('10 Main St, texas')).every((line) => line.includes(', TX '))).toBe(true);
    expect(await lines('1 Main St, Xyzzyville')).toEqual([]);
  });

  test('preserve what the parser would lose: fractions, grid numbers, other names of a ZIP code', async () => {
    const [half] = await maps.suggest('12 1/2 Elm St, 78701', near(AUSTIN));
    expect(half).toMatchObject({ streetNumber: '12 1/2', street: 'Elm St' });
    const [grid] = await maps.suggest('N95W18000 Appleton Ave, Menomonee Falls', near(AUSTIN));
    expect(grid).toMatchObject({ streetNumber: 'N95W18000', state: 'WI' });
    expect(await lines('9 Oak Dr, West Lake Hills, TX 78746')).toEqual([
      '9 Oak Dr, West Lake Hills, TX 78746',
    ]);
  });

  test('inside the radius come before all others, however many there are', async () => {
    const found = await maps.suggest('1 Main St Austin', near(AUSTIN));
    expect(found.every((one) => one.state === 'TX')).toBe(true);
    const far = await maps.suggest('1 Main St Springfield', near(AUSTIN, { radiusM: 10 * METRES_PER_MILE }));
    expect(far.length).toBe(8);
    expect(new Set(far.map((one) => one.state)).size).toBeGreaterThan(1);
  });

  test('are the same every time, and an address has one position however it is written', async () => {
    const [first] = await maps.suggest('123 N Main St, 78701', near(AUSTIN));
    const [again] = await maps.suggest('123 North Main Street, 78701', near(null));
    const [other] = await maps.suggest('125 N Main St, 78701', near(AUSTIN));
    expect(again?.coordinates).toEqual(first?.coordinates);
    expect(other?.coordinates).not.toEqual(first?.coordinates);
    const centre = zipInfo('78701');
    for (const one of [first, other])
      expect(milesBetween(one?.coordinates ?? AUSTIN, centre ?? AUSTIN)).toBeLessThanOrEqual(0.401);
  });

  test('show known addresses once, with their own position', async () => {
    const known: AddressResult = {
      fullAddress: '123 Main Street, Austin, TX 78701',
      street: 'Main Street',
      streetNumber: '123',
      neighborhood: '',
      city: 'Austin',
      state: 'TX',
      cp: '78701',
      country: 'US',
      coordinates: { lat: 30.26, lng: -97.74 },
      precision: 'rooftop',
      timezone: '',
    };
    const found = await maps.suggest('123 Main St', near(AUSTIN, { known: [known] }));
    expect(found.filter((one) => one.streetNumber === '123' && one.cp === '78701')).toEqual([
      expect.objectContaining({
        precision: 'rooftop',
        coordinates: known.coordinates,
        timezone: 'America/Chicago',
      }),
    ]);
    expect(await maps.suggest('main', near(AUSTIN, { known: [known] }))).toHaveLength(1);
    expect(await maps.suggest('elm', near(AUSTIN, { known: [known] }))).toEqual([]);
  });

  test('resolve to their address by id; an unknown id resolves to null', async () => {
    const [first] = await maps.suggest('123 Main St', near(AUSTIN));
    const { id = '', distance: _, ...address } = first ?? {};
    expect(await maps.resolve(id, 'test')).toEqual(address);
    expect(await maps.resolve('nonsense', 'test')).toBeNull();
    expect(await maps.resolve(Buffer.from('{"street":1}').toString('base64url'), 'test')).toBeNull();
  });

  test('are empty outside the United States, where manual entry works without them', async () => {
    expect(await maps.suggest('123 Main St', near(AUSTIN, { country: 'CA' }))).toEqual([]);
  });
});

describe('geocoding', () => {
  const manual = { street: '12 Elm St', city: '', state: '', zip_code: '' };

  test('uses the ZIP code if given, otherwise city and state', async () => {
    expect(await maps.geocode({ ...manual, zip_code: '78701' })).toMatchObject({
      city: 'Austin',
      cp: '78701',
    });
    expect(await maps.geocode({ ...manual, city: 'Bastrop', state: 'TX' })).toMatchObject({ cp: '78602' });
    expect(await maps.geocode({ ...manual, city: 'Bastrop', state: 'tx', zip_code: '71220' })).toMatchObject({
      cp: '78602',
    });
    expect(await maps.geocode({ ...manual, city: 'Nowhere', state: 'TX' })).toBeNull();
  });

  test('finds the nearest ZIP code of a point, and none far out at sea', async () => {
    expect(await maps.reverse(AUSTIN)).toMatchObject({ city: 'Austin', street: '', coordinates: AUSTIN });
    expect(await maps.reverse({ lat: 40, lng: -50 })).toBeNull();
  });
});

describe('address lines', () => {
  test('are split into number, street and place in every interpretation', () => {
    const [whole] = addressSplits('12 1/2 elm st, unit 4, austin');
    expect(whole).toMatchObject({ streetNumber: '12 1/2', street: 'Elm St Unit 4', place: ['austin'] });
    expect(addressSplits('Elm St')).toEqual([]);
  });

  test('have one key for all spellings of a street, without losing a part', () => {
    expect(addressKey('123 North Main Street')).toBe(addressKey('123 n. main st'));
    expect(addressKey('12 1/2 Elm St')).not.toBe(addressKey('12 Elm St'));
    expect(addressKey('5 State Hwy 71')).not.toBe(addressKey('5 State Hwy 72'));
  });
});
