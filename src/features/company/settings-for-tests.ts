import sharp from 'sharp';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getSettings, updateSettings } from './settings-contract.ts';

/** The path parameters of a user's settings routes. */
export const settingsPathOf = (person: TestUser) => ({ subscriberId: person.subscriberId });

/** A small PNG file as a browser uploads it. */
export async function createPng(): Promise<File> {
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } });
  return new File([new Uint8Array(await picture.png().toBuffer())], 'x.png', { type: 'image/png' });
}

/** Starts a test app with a company, and helpers to read and change its settings. */
export async function openSettings() {
  const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
  const owner = await testApp.create.owner({ company_name: 'Ann’s Homes', timezone: 'America/Chicago' });
  const read = (person = owner) => person.call(getSettings, settingsPathOf(person));
  const change = (changes: Record<string, unknown>, person = owner) =>
    person.call(updateSettings, { ...settingsPathOf(person), ...changes } as never);
  const tryChange = (changes: Record<string, unknown>, person = owner) =>
    person.request(updateSettings, { ...settingsPathOf(person), ...changes });
  return { testApp, owner, read, change, tryChange };
}
