import { expect, type Locator, type Page } from '@playwright/test';
import { demoLogins, logIn } from './support/api.ts';
import {
  desktop,
  enterPassword,
  expectAccessible,
  expectNoSidewaysScroll,
  mailTo,
  phone,
  signIn,
  waitUntilLoaded,
} from './support/browser-steps.ts';
import { main, test } from './support/fixtures.ts';

// The browser of these tests is in Tokyo, the company in New York.
const zone = 'America/New_York';

/** The company's date `offset` days from now. */
function dayOn(offset: number): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.now());
  return new Date(Date.parse(`${day}T12:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
}

/** The first Sunday after a day. */
function sundayAfter(day: string): string {
  const noon = new Date(`${day}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + 7 - noon.getUTCDay());
  return noon.toISOString().slice(0, 10);
}

interface Entry {
  title: string;
  start: { dateTime: string };
  end: { dateTime: string };
  systemRef: { type: string; appointmentId: string | null; eventId: string };
  technician: { id: string } | null;
  apptData: { status: string } | null;
}

/** The calendar's routes, called as the owner; also signs the browser in. */
async function office(page: Page) {
  const { ask } = await logIn(page.request);
  const team = await ask<{ technicians: { id: string; first_name: string }[] }>(
    'GET',
    '/v2/availability/team',
  );
  return {
    idOf: (firstName: string) => team.technicians.find((one) => one.first_name === firstName)?.id ?? '',
    list: (from: string, to: string) => ask<Entry[]>('GET', `/v2/calendar?startDate=${from}&endDate=${to}`),
    add: (data: object) => ask<Entry>('POST', '/v2/calendar/events', { data }),
    change: (data: object) => ask<Entry>('PUT', '/v2/calendar/events', { data }),
  };
}

/** Opens the calendar on a day in a view, as if it had been chosen before. */
async function openOn(page: Page, view: string, day: string): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('calendar.view', chosen), view);
  await page.goto(`/calendar?date=${day}`);
  await waitUntilLoaded(page);
}

/** Returns the position of an element at rest: a grid that has just opened still scrolls to its hours. */
async function positionAtRest(what: Locator) {
  let before = await what.boundingBox();
  for (let attempt = 0; attempt < 50; attempt += 1) {
    await what.page().waitForTimeout(50);
    const now = await what.boundingBox();
    if (now && before?.x === now.x && before.y === now.y) return now;
    before = now;
  }
  throw new Error('the entry is not visible or does not come to rest');
}

/** Drags an entry with the mouse by a number of pixels. */
async function drag(page: Page, what: Locator, by: { x?: number; y?: number }, at?: 'bottom'): Promise<void> {
  await what.scrollIntoViewIfNeeded();
  await what.hover();
  const box = await positionAtRest(what);
  const x = box.x + Math.min(box.width / 2, 60);
  const y = at === 'bottom' ? box.y + box.height - 2 : box.y + 5;
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 8; step += 1)
    await page.mouse.move(x + ((by.x ?? 0) * step) / 8, y + ((by.y ?? 0) * step) / 8);
  await page.mouse.up();
}

/** The height of an hour, measured once and at rest: between two measurements the grid may scroll. */
const slot = async (page: Page) => {
  const one = page.locator('.calendar-slot').nth(10);
  await positionAtRest(one);
  return one.evaluate((hour) => {
    const next = hour.ownerDocument.querySelectorAll('.calendar-slot')[11];
    return (next?.getBoundingClientRect().top ?? 0) - hour.getBoundingClientRect().top;
  });
};

test('the calendar opens on the week and remembers the chosen view, the dashboard does not', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  await signIn(page, demoLogins.owner);
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Calendar', level: 1 })).toBeVisible();
  await waitUntilLoaded(page);
  const view = page.getByRole('radiogroup', { name: 'View' });
  await expect(view.getByRole('radio', { name: 'Week' })).toBeChecked();
  for (const name of ['Week', 'Day', 'Month', '2 months'])
    await expect(view.getByRole('radio', { name, exact: true })).toHaveCount(1);
  await expect(page.locator('.calendar-day')).toHaveCount(7);
  await expect(page.locator('.calendar-slot')).toHaveCount(24);
  await expect(page.locator('.calendar-now').first()).toBeVisible();
  // The nights are outside work hours.
  await expect(page.locator('.calendar-closed').first()).toBeAttached();
  await expectAccessible(page, 'the week');

  await view.getByText('Month', { exact: true }).click();
  await waitUntilLoaded(page);
  await page.reload();
  await waitUntilLoaded(page);
  await expect(view.getByRole('radio', { name: 'Month', exact: true })).toBeChecked();
  await expectAccessible(page, 'the month');
  // Lanes are a separate view, named in the address.
  await view.getByText('By technician').click();
  await waitUntilLoaded(page);
  await expect(page).toHaveURL(/view=lanes/);
  await expect(page.locator('[data-shade]').or(page.getByText('Ruben Castillo')).first()).toBeVisible();
  await page.goto('/calendar');
  await waitUntilLoaded(page);
  await expect(view.getByRole('radio', { name: 'By technician' })).toBeChecked();
  await view.getByText('2 months').click();
  await waitUntilLoaded(page);
  await expect(page.locator('.calendar-day')).toHaveCount(14);

  await page.goto('/dashboard');
  await waitUntilLoaded(page);
  const block = page.getByRole('region', { name: 'Calendar' });
  await expect(block.getByRole('radio', { name: '7 days' })).toBeChecked();
  await block.getByText('Week', { exact: true }).click();
  await expect(block.locator('.calendar-day')).toHaveCount(7);
  await page.reload();
  await waitUntilLoaded(page);
  await expect(block.getByRole('radio', { name: '7 days' })).toBeChecked();
  await page.goto('/calendar');
  await waitUntilLoaded(page);
  await expect(view.getByRole('radio', { name: '2 months' })).toBeChecked();
});

test(
  'entries move by the rules of their kind, and return where a move is refused',
  main,
  async ({ page }) => {
    await page.setViewportSize(desktop);
    const api = await office(page);
    const day = sundayAfter(dayOn(80 + 7 * test.info().retry));
    const ruben = api.idOf('Ruben');
    await api.add({
      type: 'regularEvent',
      title: 'Garage',
      inspector: ruben,
      startDate: `${day}T10:00`,
      endDate: `${day}T11:00`,
    });
    await api.add({
      type: 'regularEvent',
      title: 'Rival',
      inspector: ruben,
      startDate: `${day}T16:00`,
      endDate: `${day}T17:00`,
    });
    await openOn(page, 'day', day);
    await page.getByRole('button', { name: 'Ruben Castillo' }).click();
    const garage = page.locator('.calendar-regularEvent', { hasText: 'Garage' });
    // 10 o'clock in New York, whatever the browser's zone.
    await expect(garage).toContainText('10');
    const hour = await slot(page);

    const sent = page.waitForRequest((one) => one.method() === 'PUT');
    await drag(page, garage, { y: hour * 2 });
    expect((await sent).postDataJSON()).toMatchObject({
      type: 'regularEvent',
      inspector: ruben,
      startDate: expect.stringMatching(`^${day}T12:00:00-0[45]:00$`),
      endDate: expect.stringMatching(`^${day}T13:00:00-0[45]:00$`),
    });
    await expect(page.getByText('“Garage” moved to')).toBeVisible();
    // The entry of the answer replaces the dragged one.
    await waitUntilLoaded(page);
    await drag(page, garage, { y: hour }, 'bottom');
    await expect
      .poll(async () => (await api.list(day, day)).find((one) => one.title === 'Garage')?.end.dateTime)
      .toContain('T14:00:00');

    // Onto a conflicting booking: asks first, returns if not confirmed, and moves with the reason if confirmed.
    await drag(page, garage, { y: hour * 4 });
    const question = page.getByRole('dialog', { name: 'This time is taken' });
    await expect(question).toContainText('Ruben Castillo: Rival');
    await expectAccessible(page, 'the conflict');
    await question.getByRole('button', { name: 'Don’t schedule' }).click();
    await expect(question).toBeHidden();
    await drag(page, garage, { y: hour * 4 });
    await question.getByRole('button', { name: 'Schedule anyway' }).click();
    await expect(question.getByText('Enter a reason')).toBeVisible();
    await question.getByLabel('Reason').fill('Same garage');
    await question.getByRole('button', { name: 'Schedule anyway' }).click();
    await expect(question).toBeHidden();
    await garage.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Garage' })).toContainText('Same garage');
    await page.keyboard.press('Escape');

    // A failed change is reverted and reported.
    await page.route('**/api/v2/calendar/events', (route) => route.abort());
    const before = (await garage.boundingBox())?.y ?? 0;
    await drag(page, garage, { y: hour });
    await expect(page.getByText('Error when updating Event!')).toBeVisible();
    await expect.poll(async () => Math.round(((await garage.boundingBox())?.y ?? 0) - before)).toBe(0);
    await page.unroute('**/api/v2/calendar/events');
  },
);

test('Escape cancels a drag, a drag scrolls the grid, and a long press drags by touch', async ({ page }) => {
  await page.setViewportSize(desktop);
  const api = await office(page);
  // Later than the demo's data, and with no following day in its week; a retry finds the first attempt's entry on its
  // day.
  const day = sundayAfter(dayOn(40 + 7 * test.info().retry));
  await api.add({
    type: 'regularEvent',
    title: 'Stocktaking',
    inspector: api.idOf('Mei'),
    startDate: `${day}T09:00`,
    endDate: `${day}T10:00`,
  });
  await openOn(page, 'week', day);
  const entry = page.locator('.calendar-regularEvent', { hasText: 'Stocktaking' });
  const hour = await slot(page);
  await entry.scrollIntoViewIfNeeded();
  await page.evaluate(() => document.fonts.ready);
  const box = await entry.boundingBox();
  if (!box) throw new Error('the entry is not visible');
  const writes: unknown[] = [];
  page.on('request', (one) => {
    if (one.method() === 'PUT') writes.push(one.postDataJSON());
  });
  const [x, y] = [box.x + 20, box.y + 6];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + hour, { steps: 5 });
  await expect(page.getByText('10:00 AM – 11:00 AM')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page.getByText('10:00 AM – 11:00 AM')).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await entry.boundingBox()).toEqual(box);
  expect(writes).toEqual([]);

  // At its lower edge the grid scrolls on: later than the hours visible at first.
  const grid = await page
    .locator('.calendar-lane')
    .first()
    .evaluate((lane) => {
      let at = lane.parentElement;
      while (at && !/auto|scroll/.test(getComputedStyle(at).overflowY)) at = at.parentElement;
      return at?.getBoundingClientRect().bottom ?? 0;
    });
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, grid - 4, { steps: 5 });
  // Expects the final position: an intermediate one may be gone before it is observed.
  await expect(page.getByText('11:45 PM – 12:45 AM').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(writes).toEqual([]);

  await entry.scrollIntoViewIfNeeded();
  const now = await entry.boundingBox();
  if (!now) throw new Error('the entry is not visible');
  const touch = await page.context().newCDPSession(page);
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', down = 0) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: now.x + 20, y: now.y + 6 + down }],
    });
  await finger('touchStart');
  await page.waitForTimeout(450);
  for (let part = 1; part <= 4; part += 1) await finger('touchMove', (hour / 4) * part);
  await finger('touchEnd');
  await expect(page.getByText('“Stocktaking” moved to')).toBeVisible();
  expect(writes).toMatchObject([
    { startDate: expect.stringContaining('T10:00'), endDate: expect.stringContaining('T11:00') },
  ]);
});

test('an imported event and an appointment’s technician stay unchanged', async ({ page }) => {
  await page.setViewportSize(desktop);
  const api = await office(page);
  const day = dayOn(4);
  await openOn(page, 'day', day);
  const dentist = page.locator('.calendar-externalEvent', { hasText: 'Dentist' });
  const hour = await slot(page);
  await dentist.scrollIntoViewIfNeeded();
  const before = (await dentist.boundingBox())?.y ?? 0;
  await drag(page, dentist, { y: -hour });
  await expect(page.getByText('Not Supported')).toBeVisible();
  await expect.poll(async () => Math.round(((await dentist.boundingBox())?.y ?? 0) - before)).toBe(0);
  await dentist.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByText('Not Supported').first()).toBeVisible();
  await page.keyboard.press('Escape');

  // Alone on its day: other tests book as well, and an entry among many is too narrow to be dragged.
  const near = await api.list(dayOn(1), dayOn(14));
  const dayOf = (one: Entry) => one.start.dateTime.slice(0, 10);
  const booked = near.find(
    (one) =>
      one.systemRef.type === 'inspEvent' &&
      one.apptData?.status === 'scheduled' &&
      near.filter((other) => dayOf(other) === dayOf(one)).length < 4,
  ) as Entry;
  const on = booked.start.dateTime.slice(0, 10);
  await openOn(page, 'day', on);
  const visit = page.locator('.calendar-inspEvent', { hasText: booked.title });
  const sent = page.waitForRequest((one) => one.method() === 'PUT');
  // If the new time is outside working hours, a confirmation comes first.
  const confirmation = page.getByRole('dialog', { name: 'Check before scheduling' });
  void confirmation
    .getByRole('button', { name: 'Schedule anyway' })
    .click()
    .catch(() => undefined);
  // If another appointment of the technician is then, a question comes first.
  const question = page.getByRole('dialog', { name: 'This time is taken' });
  void question
    .getByLabel('Reason')
    .fill('Journey')
    .then(() => question.getByRole('button', { name: 'Schedule anyway' }).click())
    .catch(() => undefined);
  await drag(page, visit, { y: await slot(page) });
  const body = (await sent).postDataJSON() as Record<string, unknown>;
  expect(body).toMatchObject({ type: 'inspEvent', appointmentId: booked.systemRef.appointmentId });
  expect(body.dateTime).toContain(on);
  expect(Object.keys(body)).not.toContain('endDate');
  await expect(page.getByText('moved to').first()).toBeVisible();
  const after = (await api.list(on, on)).find((one) => one.systemRef.eventId === booked.systemRef.eventId);
  const length = (one: Entry | undefined) =>
    Date.parse(one?.end.dateTime ?? '') - Date.parse(one?.start.dateTime ?? '');
  expect(length(after)).toBe(length(booked));

  await openOn(page, 'lanes', on);
  const lane = page.getByRole('button', { name: booked.title }).first();
  await lane.scrollIntoViewIfNeeded();
  const other = page.getByText('Ruben Castillo').last();
  const [from, to] = [await positionAtRest(lane), await positionAtRest(other)];
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 24, to.y, { steps: 6 });
  await page.mouse.up();
  await expect(page.getByText('To change the technician, open the appointment.')).toBeVisible();
  const still = (await api.list(on, on)).find((one) => one.systemRef.eventId === booked.systemRef.eventId);
  expect(still?.technician?.id).toBe(booked.technician?.id);
  await expectAccessible(page, 'the lanes');
  // The text color is chosen for its background, also on hover.
  const entry = lane.locator('[data-shade]').locator('..');
  const colour = () => entry.evaluate((one) => getComputedStyle(one).backgroundColor);
  await page.mouse.move(0, 0);
  const atRest = await colour();
  await lane.hover();
  expect(await colour()).toBe(atRest);
});

test('in the lanes an entry follows the pointer and keeps its time in another lane', async ({ page }) => {
  await page.setViewportSize(desktop);
  const api = await office(page);
  // Later than the demo's data; a retry finds the first attempt's entry on its day.
  const day = sundayAfter(dayOn(60 + 7 * test.info().retry));
  const event = { type: 'regularEvent', title: 'Parking', inspector: api.idOf('Ruben') };
  await api.add({ ...event, startDate: `${day}T09:05`, endDate: `${day}T11:05` });
  await openOn(page, 'lanes', day);
  const entry = page.getByRole('button', { name: 'Parking' });
  await expect(entry).toBeVisible();
  await waitUntilLoaded(page);
  /** Grabs the entry right of its center, drops it `right` pixels further in a lane, and returns the request. */
  const carry = async (right: number, name: string) => {
    const box = await entry.boundingBox();
    if (!box) throw new Error('the entry is not visible');
    const [x, y] = [box.x + box.width * 0.7, box.y + box.height / 2];
    const sent = page.waitForRequest((one) => one.method() === 'PUT');
    await page.mouse.move(x, y);
    await page.mouse.down();
    // The position of the lane once the drag has started.
    const lane = await page.getByText(name, { exact: true }).last().boundingBox();
    if (!lane) throw new Error('the lane is not visible');
    await page.mouse.move(x + right, lane.y + lane.height / 2, { steps: 6 });
    await page.mouse.up();
    return (await sent).postDataJSON() as unknown;
  };
  expect(await carry(0, 'Mei Sandoval')).toMatchObject({
    inspector: api.idOf('Mei'),
    startDate: expect.stringContaining(`${day}T09:05`),
  });
  await expect(page.getByText('“Parking” moved to')).toBeVisible();
  await expect.poll(async () => (await api.list(day, day))[0]?.technician?.id).toBe(api.idOf('Mei'));
  await waitUntilLoaded(page);
  // An hour is 84 pixels wide.
  expect(await carry(84, 'Mei Sandoval')).toMatchObject({
    startDate: expect.stringContaining(`${day}T10:05`),
    endDate: expect.stringContaining(`${day}T12:05`),
  });
});

test('ten entries at a time: none is covered, and the rest opens readable', async ({ page }) => {
  const { ask } = await logIn(page.request);
  const { inspectorOptions } = await ask<{ inspectorOptions: { id: string }[] }>(
    'GET',
    '/v2/appointments/defaults',
  );
  const day = '2031-06-11';
  for (let nth = 1; nth <= 10; nth += 1)
    await ask('POST', '/v2/calendar/events', {
      data: {
        title: `Overlapping ${nth}`,
        startDate: `${day}T09:00`,
        endDate: `${day}T11:30`,
        inspector: inspectorOptions[0]?.id,
        busy: false,
      },
    });
  const entries = page.locator('[data-entry]').filter({ hasText: 'Overlapping' });
  for (const view of ['week', 'day']) {
    await page.goto(`/calendar?date=${day}&view=${view}`);
    await expect(entries).toHaveCount(4);
    const more = page.getByText('+6', { exact: true });
    const from = (await positionAtRest(more)).x;
    for (const entry of await entries.all()) {
      const box = await entry.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(from);
      // The whole letters of the title, however narrow.
      const title = await entry.locator('strong').boundingBox();
      expect(Math.min(title?.width ?? 0, title?.height ?? 0)).toBeGreaterThanOrEqual(15);
    }
    await more.click();
    const list = page.getByRole('dialog');
    await expect(list.locator('[data-entry]')).toHaveCount(6);
    const isOpaque = (what: Element) => /^rgb\(/.test(getComputedStyle(what).backgroundColor);
    expect(await list.evaluate(isOpaque)).toBe(true);
    expect(
      await list
        .getByRole('button', { name: /Overlapping/ })
        .first()
        .evaluate(isOpaque),
    ).toBe(true);
  }
  await page.goto(`/calendar?date=${day}&view=lanes`);
  const title = page.getByText('Overlapping 1', { exact: true });
  expect((await positionAtRest(title)).height).toBeGreaterThanOrEqual(15);
});

test('the month opens on its first week, whichever day was chosen', async ({ page }) => {
  await page.setViewportSize({ ...desktop, height: 620 });
  await logIn(page.request);
  await openOn(page, 'month', dayOn(0));
  const first = page.locator(`[data-date="${dayOn(0).slice(0, 8)}01"]`).first();
  await expect(first.getByText('1', { exact: true })).toBeInViewport({ ratio: 1 });
});

test('an event is added in a free slot, moved by keyboard, shared and removed', async ({ page, browser }) => {
  await page.setViewportSize(desktop);
  const day = dayOn(6);
  await logIn(page.request);
  await openOn(page, 'day', dayOn(-1));
  const place = async () => {
    const box = await page.locator('.calendar-slot').nth(19).boundingBox();
    if (!box) throw new Error('the slot is not visible');
    return { x: box.x + box.width - 40, y: box.y + 8 };
  };
  const click = async () => {
    await page.locator('.calendar-slot').nth(19).scrollIntoViewIfNeeded();
    const { x, y } = await place();
    await page.mouse.click(x, y);
  };
  await click();
  await expect(page.getByText('This time has passed')).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'New event' })).toHaveCount(0);

  await openOn(page, 'day', day);
  await click();
  await page.getByRole('menuitem', { name: 'New Appointment' }).click();
  const booking = page.getByRole('dialog', { name: /New Appointment/ });
  await expect(booking.getByRole('tab', { name: /07:00 PM/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(booking).toBeHidden();

  await click();
  await page.getByRole('menuitem', { name: 'New event' }).click();
  const form = page.getByRole('dialog', { name: 'New event' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Title is required')).toBeVisible();
  await form.getByLabel('Title').fill('Chamber of commerce');
  await expect(form.getByLabel('Start time')).toHaveValue('7:00 PM');
  await expectAccessible(page, 'the form');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const entry = page.locator('.calendar-regularEvent', { hasText: 'Chamber of commerce' });
  await expect(entry).toBeVisible();

  // Another member in another time zone sees the change without reloading.
  const elsewhere = await browser.newContext({ timezoneId: 'Europe/Berlin', viewport: desktop });
  const colleague = await elsewhere.newPage();
  await logIn(colleague.request, demoLogins.staff);
  await openOn(colleague, 'day', day);
  const seen = colleague.locator('.calendar-regularEvent', { hasText: 'Chamber of commerce' });
  await expect(seen).toContainText('7');
  const earlier = (await seen.boundingBox())?.y ?? 0;

  await entry.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Chamber of commerce' });
  await panel.getByRole('button', { name: 'Reschedule' }).press('Enter');
  await panel.getByLabel('Start time').fill('18:00');
  await panel.getByLabel('End time').fill('18:30');
  await expectAccessible(page, 'the panel');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toBeHidden();
  await expect
    .poll(async () => ((await seen.boundingBox())?.y ?? 0) < earlier, { timeout: 12_000 })
    .toBe(true);
  await elsewhere.close();

  await entry.press('Enter');
  await panel.getByRole('button', { name: 'Share' }).click();
  const share = page.getByRole('dialog', { name: /^Share/ });
  await share.getByLabel('Recipients').fill('guest@shop.example');
  await share.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Sent to 1 recipient')).toBeVisible();
  const mail = await mailTo(page, 'guest@shop.example', /Chamber of commerce/);
  expect(mail.text).toContain('6:00 PM');
  const outbox = (await (await page.request.get('/api/dev/outbox')).json()) as {
    data: { subject: string; attachments: { filename: string }[] }[];
  };
  const shared = outbox.data.find((one) => one.subject.includes('Chamber'));
  expect(shared?.attachments.map((one) => one.filename)).toEqual(['event.ics']);

  await entry.press('Enter');
  await panel.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: /^Delete/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(entry).toHaveCount(0);
});

test('a failed fetch is reported, and a calendar app subscribes by a secret URL', async ({ page }) => {
  await page.setViewportSize(desktop);
  await logIn(page.request);
  await page.route('**/api/v2/calendar?**', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/calendar');
  await expect(page.getByRole('alert')).toContainText('Could not load this');
  await expect(page.locator('[data-state="failed"]')).toHaveCount(1);
  await page.unroute('**/api/v2/calendar?**');
  await page.getByRole('button', { name: /again|retry/i }).click();
  await expect(page.locator('.calendar-day')).toHaveCount(7);

  await page.getByRole('button', { name: 'Subscribe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Subscribe' });
  await dialog.getByRole('button', { name: 'Create address for my calendar' }).click();
  await enterPassword(page);
  const address = dialog.getByLabel('Secret address');
  await expect(address).toHaveValue(/\/ical\/[\w-]{27}\.ics$/);
  await expectAccessible(page, 'the subscription');
  const url = await address.inputValue();
  const calendar = await page.request.get(url);
  expect(calendar.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(await calendar.text()).toContain('BEGIN:VEVENT');
  await expect(dialog.getByRole('link', { name: 'Open in calendar app' })).toHaveAttribute(
    'href',
    /^webcal:/,
  );
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke this address?' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(address).toHaveCount(0);
  expect((await page.request.get(url)).status()).toBe(404);
});

test('a technician’s day prints as a sheet that marks properties without utilities', async ({ page }) => {
  await page.setViewportSize(desktop);
  const { list } = await office(page);
  const visits = (await list(dayOn(0), dayOn(12))).filter(({ systemRef }) => systemRef.type === 'inspEvent');
  const [visit] = visits;
  if (!visit?.technician) throw new Error('no technician is on the way');
  const day = visit.start.dateTime.slice(0, 10);
  await openOn(page, 'day', day);
  await page.getByRole('link', { name: 'Day sheet' }).click();
  await page.goto(`/calendar/day-sheet?date=${day}&technician=${visit.technician.id}`);
  const sheet = page.getByRole('article', { name: 'Day sheet' });
  await expect(sheet.getByRole('heading', { name: visit.title })).toBeVisible();
  await expect(sheet.getByText('Occupied', { exact: true }).first()).toBeVisible();
  await expect(sheet.getByText('Utilities on', { exact: true }).first()).toBeVisible();
  await expectAccessible(page, 'the day sheet');
  for (const [paper, size] of [
    ['Letter', '612 792'],
    ['A4', '594'],
  ] as const) {
    await page.getByText(paper, { exact: true }).click();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf).toContain(`/MediaBox [0 0 ${size}`);
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Appointments' })).toBeHidden();
  await expect.poll(async () => (await sheet.boundingBox())?.x).toBeLessThan(1);
});

test('on a phone the week is a list and the day a touch grid, in both color schemes', async ({ page }) => {
  await page.setViewportSize(phone);
  await signIn(page, demoLogins.owner);
  for (const scheme of ['light', 'dark'] as const) {
    await page.evaluate((chosen) => {
      localStorage.setItem('settings', JSON.stringify({ color: 'orange', scheme: chosen, sidebar: 'full' }));
    }, scheme);
    for (const view of ['week', 'day', 'month']) {
      await openOn(page, view, dayOn(2));
      if (view === 'week') await expect(page.locator('[data-day]')).toHaveCount(7);
      else if (view === 'day') await expect(page.locator('.calendar-day').first()).toBeVisible();
      else await expect(page.getByRole('button', { name: /\d appointments?/ }).first()).toBeVisible();
      await expectAccessible(page, `${view}, ${scheme}, on a phone`);
      await expectNoSidewaysScroll(page, `${view} on a phone`);
    }
  }
  await openOn(page, 'week', dayOn(2));
  const first = page.locator('[data-day] button[type="button"]').first();
  await first.click();
  await expect(page.getByRole('dialog').or(page.getByRole('menu')).first()).toBeVisible();
  await expectNoSidewaysScroll(page, 'what opens on a phone');
});
