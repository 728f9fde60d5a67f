import { expect, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from './contract.ts';
import { getSettings } from './settings-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });

test('returns a new company’s defaults and rejects the id of another company', async () => {
  const owner = await testApp.create.owner({ company_name: 'Ann’s Homes', timezone: 'America/Chicago' });
  const subscriberId = owner.subscriberId;
  expect(await owner.call(getSettings, { subscriberId })).toMatchObject({
    company_name: 'Ann’s Homes',
    timezone: 'America/Chicago',
    currencySymbol: '$',
    default_start_time: 900,
    default_duration: 3,
    default_confirm: true,
    public_slug: 'anns-homes',
  });
  const second = await testApp.create.owner({ company_name: 'Ann’s Homes' });
  expect(await second.call(getSettings, { subscriberId: second.subscriberId })).toMatchObject({
    public_slug: 'anns-homes-2',
  });
  expect((await second.request(getSettings, { subscriberId })).status).toBe(403);
});

test('address search returns the nearest addresses first, within the service radius by default', async () => {
  const owner = await testApp.create.owner();
  const found = await owner.call(contract.searchAddress, { text: '12 Main St, Boulder, CO 80301' });
  expect(found[0]).toMatchObject({ streetNumber: '12', state: 'CO', cp: '80301' });
  const near = await owner.call(contract.searchAddress, { text: '12 Main St', lat: 40.01, lng: -105.27 });
  const distances = near.map((a) => a.distance ?? 0);
  expect(distances).toEqual([...distances].sort((a, b) => a - b));
  const map = await owner.request(contract.staticMap, { lat: 40, lng: -105 });
  expect(map.raw.toString()).toContain('width="350" height="350"');
  const street = await owner.request(contract.streetView, { lat: 40, lng: -105, address: '12 Main St' });
  expect(street.raw.toString()).toContain('width="600" height="600"');
  expect((await owner.request(contract.staticMap, { lat: 'x', lng: 0 })).status).toBe(400);
});
