// Public pages of a company: what search engines see, the visitor's language, and the company's time zone.
import { expect, type Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import {
  chooseService,
  fillPerson,
  fillProperty,
  heading,
  next,
  openOffice,
  received,
  send,
  visitor,
} from './support/booking-steps.ts';
import { mailTo } from './support/browser-steps.ts';
import { test } from './support/fixtures.ts';

let office: Api;
let requestId = '';
const slug = 'whitfield-home-inspections';
test.beforeAll(async ({ playwright, baseURL }) => {
  ({ office, requestId } = await openOffice(playwright, baseURL));
});
const set = (data: object) => office.ask('PATCH', `/v2/company/${office.company}/settings`, { data });

test('search engines list the profile, described as a local business, and none of the forms', async ({
  request,
}) => {
  const name = `Whitfield </script><script>alert('x')</script> & "Sons"`;
  const before = await office.ask<{ company_name: string }>('GET', `/v2/company/${office.company}/settings`);
  await set({ company_name: name });
  try {
    const profile = await request.get(`/public-profile/${slug}`);
    const html = await profile.text();
    expect(profile.headers()['x-robots-tag']).toBeUndefined();
    expect(html).not.toContain(`<script>alert('x')`);
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    const business = JSON.parse(data) as Record<string, unknown>;
    expect(business).toMatchObject({ '@type': 'LocalBusiness', name, telephone: '+12125550100' });
    expect(business.url).toMatch(new RegExp(`/public-profile/${slug}$`));
    expect(business).not.toHaveProperty('aggregateRating');
  } finally {
    await set({ company_name: before.company_name });
  }
  const hidden = [
    ...['schedule', 'appointment-request', 'iframe-appointment'].map((one) => `/${one}/${requestId}`),
    ...['/public-profile/no-such-company', '/public/terms-of-use', '/s/unknown', '/auth/login'],
  ];
  for (const path of hidden) {
    expect((await request.get(path)).headers()['x-robots-tag'], path).toBe('noindex');
  }
  // A robot that may not read a page does not see that it must not list it.
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots.match(/^(Dis)?allow: .*$/gim)).toEqual([
    'Disallow: /api/',
    'Allow: /api/v2/public/companies/',
  ]);
});

test('the profile leads to what the company has switched on', async ({ request }) => {
  const linksOf = async () => {
    const html = await (await request.get(`/public-profile/${slug}`)).text();
    return [...html.matchAll(/href="\/(schedule|appointment-request|sample-reports)\//g)].map(([, to]) => to);
  };
  expect(await linksOf()).toEqual(['schedule', 'appointment-request', 'sample-reports']);
  await set({ enable_online_scheduling: false, sample_reports: false });
  try {
    expect(await linksOf()).toEqual(['appointment-request']);
  } finally {
    await set({ enable_online_scheduling: true, sample_reports: true });
  }
});

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('the language is the browser’s and can be changed, also where storage is blocked', async ({
  browser,
}) => {
  for (const isBlocked of [false, true]) {
    const page = await visitor(browser, { locale: 'de-DE' });
    if (isBlocked) await page.addInitScript(refuseStorage);
    await page.goto(`/public-profile/${slug}`);
    await page.getByLabel('Sprache').selectOption('fr');
    await page.getByRole('link', { name: 'Réserver une inspection' }).click();
    await expect(title(page, 'Réserver une inspection')).toBeVisible();
    await page.reload();
    await expect(title(page, 'Réserver une inspection')).toBeVisible();
    await page.getByLabel('Langue').selectOption('en');
    await expect(title(page, 'Book an inspection')).toBeVisible();
    await page.reload();
    await expect(title(page, 'Book an inspection')).toBeVisible();
    await page.goto(`/iframe-appointment/${requestId}?lang=fr`);
    await expect(title(page, 'Réserver une inspection')).toBeVisible();
    await page.getByLabel('Langue').selectOption('de');
    await expect(title(page, 'Inspektion buchen')).toBeVisible();
  }
});

test('an address names the language of the page before any script runs', async ({ request }) => {
  for (const [lang, text] of [
    ['de', 'Inspektion buchen'],
    ['fr', 'Réserver une inspection'],
  ]) {
    const html = await (
      await request.get(`/schedule/${requestId}?lang=${lang}`, { headers: { 'accept-language': 'en-US' } })
    ).text();
    expect(html).toContain(`<html lang="${lang}"`);
    expect(html).toContain(text);
  }
});

function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined });
}

const added: string[] = [];
test.afterAll(async () => {
  for (const id of added) await office.ask('DELETE', `/v2/availability/overrides/${id}`);
});

/** Adds a start at 23:00 in three weeks, and returns its day. */
async function addLateStart(): Promise<string> {
  const { today } = await office.ask<{ today: string }>('GET', `/v2/public/companies/${requestId}`);
  const day = new Date(Date.parse(today) + 20 * 86_400_000).toISOString().slice(0, 10);
  const { technicians } = await office.ask<{ technicians: { id: string }[] }>(
    'GET',
    `/v2/public/companies/${requestId}/slots?fromDate=${today}&toDate=${day}&services=${await serviceId()}`,
  );
  const data = {
    kind: 'extra',
    date_from: day,
    start_time: 2300,
    team_ids: technicians.map((one) => one.id),
  };
  const { overrides } = await office.ask<{ overrides: { id: string }[] }>(
    'POST',
    '/v2/availability/overrides',
    { data },
  );
  added.push(...overrides.map((one) => one.id));
  return day;
}

async function serviceId(): Promise<string> {
  const page = await office.ask<{ services: { id: string }[] }>('GET', `/v2/public/companies/${requestId}`);
  return page.services[0]?.id ?? '';
}

test('visitors anywhere see and book the company’s times, in page, mail and calendar file (B10)', async ({
  browser,
  request,
}) => {
  const day = await addLateStart();
  const spelled = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(day),
  );
  const [year, month, date] = day.split('-');
  const shown = new RegExp(`${month}/${date}/${year}, 11:00 PM E[SD]T`);
  const seen: string[][] = [];
  for (const timezoneId of ['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata']) {
    const page = await visitor(browser, { timezoneId });
    await page.goto(`/schedule/${requestId}`);
    await fillProperty(page, '4 Midnight Street');
    await chooseService(page);
    await expect(heading(page, 'Date & time')).toBeVisible();
    await page.getByRole('button', { name: 'Two weeks later' }).click();
    await page
      .getByRole('group', { name: 'Days' })
      .getByRole('button', { name: new RegExp(`${spelled}\\b`) })
      .click();
    const late = page.getByRole('button', { name: '11:00 PM' });
    await expect(late).toBeVisible();
    seen.push(
      await page.getByRole('group').filter({ hasText: /:\d\d/ }).getByRole('button').allTextContents(),
    );
    if (timezoneId !== 'Asia/Kolkata') continue;
    await late.click();
    await expect(page.getByText('Reserved for you')).toBeVisible();
    await next(page);
    await fillPerson(page, 'Midnight');
    await expect(page.getByText(shown).first()).toBeVisible();
    await page.getByLabel(/I accept the/).check();
    await send(page).click();
    await expect(received(page)).toBeVisible();
    await expect(page.getByText(shown).first()).toBeVisible();
    const mail = await mailTo(page, 'vera.midnight@visitor.example', /./);
    expect(mail.text).toContain('11:00 PM');
    const file = await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href');
    const calendar = await (await request.get(file ?? '')).text();
    // 23:00 in New York is 3:00 or 4:00 of the next day in UTC.
    const nextDay = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
    expect(calendar).toMatch(new RegExp(`DTSTART:${nextDay}T0[34]0000Z`));
  }
  expect(seen[0]?.at(-1)).toContain('11:00 PM');
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
});
