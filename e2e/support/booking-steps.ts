// The booking form as a visitor fills it in, on its own page or in a frame.
import {
  type Browser,
  type BrowserContextOptions,
  expect,
  type FrameLocator,
  type Page,
  type PlaywrightWorkerArgs,
} from '@playwright/test';
import { type Api, logIn } from './api.ts';
import { phone } from './browser-steps.ts';

/** A new phone, whose storage is empty. */
export async function visitor(browser: Browser, more: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', viewport: phone, ...more });
  return context.newPage();
}

type Place = Page | FrameLocator;
export const next = (place: Place) => place.getByRole('button', { name: 'Continue' }).click();
export const heading = (place: Place, name: string) => place.getByRole('heading', { level: 2, name });

export async function fillProperty(place: Place, address: string) {
  await expect(heading(place, 'Property')).toBeVisible();
  await place.getByLabel('Street and number').fill(address);
  await place.getByLabel('State').fill('NY');
  await place.getByLabel('ZIP code').fill('10001');
  await place.getByLabel('Square feet').fill('2,400');
  await next(place);
}

export async function chooseService(place: Place) {
  await expect(heading(place, 'Services')).toBeVisible();
  await place.getByRole('checkbox').first().check();
  await next(place);
}

/** The first free time of the first free day. */
export async function chooseTime(place: Place) {
  await expect(heading(place, 'Date & time')).toBeVisible();
  await place.getByRole('group').filter({ hasText: /:\d\d/ }).getByRole('button').first().click();
  await expect(place.getByText('Reserved for you')).toBeVisible();
  await next(place);
}

export async function fillPerson(place: Place, last: string) {
  await expect(heading(place, 'Your details')).toBeVisible();
  await place.getByLabel('First name').fill('Vera');
  await place.getByLabel('Last name').fill(last);
  await place.getByLabel('Email').fill(`vera.${last.toLowerCase()}@visitor.example`);
  await place.getByLabel('Phone').fill('(512) 555-0143');
  await next(place);
}

export async function fillToReview(place: Place, address: string, last: string) {
  await fillProperty(place, address);
  await chooseService(place);
  await chooseTime(place);
  await fillPerson(place, last);
  await expect(heading(place, 'Review')).toBeVisible();
  await place.getByLabel(/I accept the/).check();
}

export const send = (place: Place) => place.getByRole('button', { name: 'Send request' });
export const received = (place: Place) => heading(place, 'We have received your request');

/** Signs in to the office of the demo company, and returns it with the id in the addresses of its forms. */
export async function openOffice(
  playwright: PlaywrightWorkerArgs['playwright'],
  baseURL: string | undefined,
): Promise<{ office: Api; requestId: string }> {
  const office = await logIn(await playwright.request.newContext({ baseURL: baseURL ?? '' }));
  const { request_id } = await office.ask<{ request_id: string }>(
    'GET',
    `/v2/company/${office.company}/settings`,
  );
  return { office, requestId: request_id };
}
