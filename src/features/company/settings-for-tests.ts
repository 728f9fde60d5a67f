import sharp from 'sharp';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getSettings, updateSettings } from './settings-contract.ts';

/** Whose settings: the path of their routes. */
export const settingsPathOf = (person: TestUser) => ({ subscriberId: person.subscriberId });

/** A small picture as a browser sends it. */
export async function createPng(): Promise<File> {
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } });
  return new File([new Uint8Array(await picture.png().toBuffer())], 'x.png', { type: 'image/png' });
}

/** A house with a company whose settings a test reads and changes. */
export async function openSettings() {
  const house = await startTestApp({ at: '2030-03-01T14:00:00Z' });
  const owner = await house.create.owner({ company_name: 'Ann’s Homes', timezone: 'America/Chicago' });
  const read = (person = owner) => person.call(getSettings, settingsPathOf(person));
  const change = (changes: Record<string, unknown>, person = owner) =>
    person.call(updateSettings, { ...settingsPathOf(person), ...changes } as never);
  const tries = (changes: Record<string, unknown>, person = owner) =>
    person.request(updateSettings, { ...settingsPathOf(person), ...changes });
  return { house, owner, read, change, tries };
}
