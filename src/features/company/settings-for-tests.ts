import sharp from 'sharp';
import { openHouse } from '#testing/house.ts';
import type { Person } from '#testing/person.ts';
import { getSettings, updateSettings } from './settings-contract.ts';

/** Whose settings: the path of their routes. */
export const of = (person: Person) => ({ subscriberId: person.subscriberId });

/** A small picture as a browser sends it. */
export async function png(): Promise<File> {
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } });
  return new File([new Uint8Array(await picture.png().toBuffer())], 'x.png', { type: 'image/png' });
}

/** A house with a company whose settings a test reads and changes. */
export async function openSettings() {
  const house = await openHouse({ at: '2030-03-01T14:00:00Z' });
  const owner = await house.has.owner({ company_name: 'Ann’s Homes', timezone: 'America/Chicago' });
  const read = (person = owner) => person.does(getSettings, of(person));
  const change = (changes: Record<string, unknown>, person = owner) =>
    person.does(updateSettings, { ...of(person), ...changes } as never);
  const tries = (changes: Record<string, unknown>, person = owner) =>
    person.tries(updateSettings, { ...of(person), ...changes });
  return { house, owner, read, change, tries };
}
