import { type Browser, expect, type Locator, type Page, request } from '@playwright/test';
import { type Api, demoLogins, logIn } from './support/api.ts';
import {
  chooseOption,
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  openSecondWindow,
  phone,
  signIn,
  waitUntilLoaded,
} from './support/browser-steps.ts';
import { main, test } from './support/fixtures.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'New Appointment' });
const tab = (page: Page, name: RegExp) => dialogOf(page).getByRole('tab', { name });
const slots = (page: Page) => page.getByRole('group', { name: /^Available times,/ }).getByRole('button');

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New Appointment' }).first().click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('tablist', { name: 'Steps' })).toBeVisible();
  return dialog;
}

/** Moves with Tab to a field or button, as a keyboard user does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 80; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** Types into the address search and picks the first result. */
async function findAddress(page: Page, text: string): Promise<void> {
  const field = dialogOf(page).getByRole('combobox', { name: 'Address' });
  await field.fill(text);
  await page.getByRole('option').first().click();
  await expect(field).toHaveValue(/, NY|, NJ|, CT/);
}

async function pickClient(page: Page, name = 'Carlisle'): Promise<void> {
  await dialogOf(page)
    .getByRole('combobox', { name: /Clients/ })
    .fill(name);
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click();
}

test(
  'by mouse: books a free slot with its technician, a client and a document, and leaves an empty dialog',
  main,
  async ({ page }) => {
    await signIn(page, demoLogins.owner);
    const requests: URL[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v2/technicians/availability')) requests.push(new URL(request.url()));
    });
    await openDialog(page);
    const dialog = dialogOf(page);
    const total = dialog.locator('[data-sum="total"]');
    await findAddress(page, '12 Main');
    await dialog.getByLabel('Square Feet').fill('2400');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByRole('checkbox', { name: /^Residential home inspection/ }).check();
    await expect(total).toHaveText('$475.00');

    await test.step('every line explains its amount and the sum is correct', async () => {
      await dialog.getByRole('button', { name: /Residential home inspection.*show calculation/ }).click();
      await expect(dialog.getByText('value 2,400')).toBeVisible();
      await expect(dialog.getByRole('listitem').filter({ hasText: 'Total' })).toContainText('$475.00');
    });

    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(slots(page).first()).toBeVisible();
    await expect(total).toHaveText('$475.00');
    await test.step('the request covers today to the end of the week and two more weeks', async () => {
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
      const first = requests[0]?.searchParams;
      expect(first?.get('fromDate')).toBe(today);
      const weekday = new Date(`${today}T12:00:00Z`).getUTCDay();
      const end = new Date(Date.parse(`${today}T12:00:00Z`) + (6 - weekday + 14) * 86_400_000);
      expect(first?.get('toDate')).toBe(end.toISOString().slice(0, 10));
      expect(first?.get('subscriberId')).toBeTruthy();
      expect(first?.get('duration')).toBe('3');
      const before = requests.length;
      await dialog.getByRole('button', { name: 'Two weeks later' }).click();
      await expect.poll(() => requests.length).toBe(before + 1);
      await expect(slots(page).first()).toBeVisible();
      await dialog.getByRole('button', { name: 'Two weeks earlier' }).click();
      await expect(dialog.getByRole('columnheader')).toHaveCount(14);
    });

    await test.step('a place without a slot says that no one is available', async () => {
      const board = dialog.getByRole('group', { name: /^Available times,/ });
      const box = await board.boundingBox();
      const places = await slots(page).evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().toJSON()),
      );
      const isFree = (x: number, y: number) =>
        !places.some((one) => x > one.left - 4 && x < one.right + 4 && y > one.top - 4 && y < one.bottom + 4);
      const [left = 0, top = 0, width = 0, height = 0] = [box?.x, box?.y, box?.width, box?.height];
      const spots = Array.from({ length: 400 }, (_, i) => ({
        x: left + 80 + ((i % 40) / 40) * (width - 100),
        y: top + 60 + (Math.floor(i / 40) / 10) * (height - 80),
      }));
      const spot = spots.find(({ x, y }) => isFree(x, y));
      await page.mouse.click(spot?.x ?? 0, spot?.y ?? 0);
      await expect(dialog.getByText('No technicians available at this time slot')).toBeVisible();
    });

    const slot = slots(page).nth(6);
    await test.step('a slot is blue on hover and orange when selected', async () => {
      const colour = () => slot.evaluate((element) => getComputedStyle(element).backgroundColor);
      await slot.hover();
      await expect.poll(colour).toBe('rgb(29, 78, 216)');
      await slot.click();
      await page.mouse.move(5, 5);
      await expect(slot).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(colour).toBe('rgb(194, 65, 12)');
    });
    const name = (await slot.getAttribute('aria-label')) ?? '';
    const [, date = '', clock = ''] = /, (\d\d\/\d\d\/\d{4}) · (\d+:\d\d [AP]M)/.exec(name) ?? [];
    const panel = dialog.getByRole('region', { name: new RegExp(date) });
    await expect(panel.getByRole('heading')).toContainText(clock);
    await waitUntilLoaded(page);
    await expectAccessible(page, 'the open slot');
    const technician = panel.getByRole('button').first();
    const who = (await technician.locator('[data-name]').textContent()) ?? '';
    await technician.click();

    await expect(tab(page, /People/)).toHaveAttribute('aria-selected', 'true');
    await expect(tab(page, /Date & Time/)).toContainText(`${date} ${clock.padStart(8, '0')}`);
    await expect(dialog.getByRole('button', { name: `Remove ${who}` })).toBeVisible();
    await test.step('the time is held and not offered to anyone else', async () => {
      await expect(dialog.getByRole('timer')).toHaveText(/Reserved for (9:\d\d|10:00)/);
      const [month = '', dayOf = '', year = ''] = date.split('/');
      const [, hour = '', minute = '', half = ''] = /(\d+):(\d\d) ([AP])M/.exec(clock) ?? [];
      const at = { hour: (Number(hour) % 12) + (half === 'P' ? 12 : 0), minute: Number(minute) };
      const free = await freeTechnicians(page, demoLogins.staff, `${year}-${month}-${dayOf}`, at);
      expect(free).not.toContain(who);
      expect(await freeTechnicians(page, demoLogins.owner, `${year}-${month}-${dayOf}`, at)).toContain(who);
    });
    await pickClient(page);
    await expect(total).toHaveText('$475.00');
    await dialog.getByRole('button', { name: 'Next' }).click();
    const order = await dialog.getByLabel('Order ID').inputValue();
    await dialog.locator('input[type="file"]').setInputFiles({
      name: 'survey.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('north wall\n'),
    });
    await expect(dialog.getByText('survey.txt')).toBeVisible();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Appointment has been added successfully!')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('1 attachment uploaded')).toBeVisible();

    await openDialog(page);
    await expect(tab(page, /Location/)).toContainText('Add location');
    await expect(tab(page, /Location/)).toHaveAttribute('aria-selected', 'true');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.goto(`/appointments`);
    await page.getByPlaceholder(/Search by address/).fill(order);
    await page.getByRole('link', { name: /Main/ }).first().click();
    await expect(page.getByText('survey.txt').first()).toBeVisible();
    await expect(page.getByText(new RegExp(`${date}.*${clock}`)).first()).toBeVisible();
  },
);

test('by keyboard only: from the button to the booked appointment', async ({ page }) => {
  await signIn(page, demoLogins.owner);
  await tabTo(page, page.getByRole('button', { name: 'New Appointment' }).first());
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  const next = dialog.getByRole('button', { name: 'Next' });
  await expect(dialog.getByRole('combobox', { name: 'Address' })).toBeFocused();
  await page.keyboard.type('14 Oak');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByLabel('Year Built'));
  await page.keyboard.type('1990');
  await tabTo(page, next);
  await page.keyboard.press('Enter');

  await tabTo(page, dialog.getByRole('checkbox', { name: /^Condo/ }));
  await page.keyboard.press('Space');
  await expect(tab(page, /Services/)).toContainText('Services added');
  await tabTo(page, next);
  await page.keyboard.press('Enter');

  await expect(slots(page).first()).toBeVisible();
  await tabTo(page, slots(page).first());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const here = page.locator(':focus');
  const name = (await here.getAttribute('aria-label')) ?? '';
  await page.keyboard.press('Enter');
  await expect(here).not.toHaveAttribute('aria-label', name);
  const [, date = ''] = /, (\d\d\/\d\d\/\d{4})/.exec(name) ?? [];
  const panel = dialog.getByRole('region', { name: new RegExp(date) });
  await expect(panel.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(dialog.getByRole('combobox', { name: /Clients/ })).toBeFocused();
  await page.keyboard.type('Carlisle');
  await expect(page.getByRole('option', { name: /Carlisle/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(tab(page, /People added/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await tabTo(page, tab(page, /People/));
  await page.keyboard.press('End');
  await expect(tab(page, /Information/)).toHaveAttribute('aria-selected', 'true');
  await tabTo(page, dialog.getByRole('button', { name: 'Submit' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Appointment has been added successfully!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New Appointment' }).first()).toBeFocused();
});

test('by touch at 390 px: a bottom drawer, days and times instead of the calendar', async ({ browser }) => {
  const page = await onPhone(browser);
  await signIn(page, demoLogins.owner);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.getByRole('button', { name: 'New Appointment' }).first().tap();
  const dialog = dialogOf(page);
  const bottom = await dialog.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(Math.round(bottom)).toBe(phone.height);
  await expect(dialog.locator('header').getByRole('button', { name: 'Submit' })).toBeVisible();
  await findAddress(page, '7 Elm');
  await dialog.getByRole('button', { name: 'Next' }).tap();
  // Added, because most appointments include it.
  await expect(dialog.getByRole('checkbox', { name: /^Residential home inspection/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Next' }).tap();
  const day = dialog.getByRole('group', { name: 'Day' }).getByRole('button', { disabled: false }).nth(2);
  await day.tap();
  const time = dialog.getByRole('button', { name: /\d free$/ }).first();
  const box = await time.boundingBox();
  expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
  await time.tap();
  await waitUntilLoaded(page);
  await expectAccessible(page, 'the day list');
  await expectNoSidewaysScroll(page, 'the day list');
  await dialog
    .getByRole('region', { name: /\d{4} · / })
    .getByRole('button')
    .first()
    .tap();
  expect(scripts.filter((url) => /slot-calendar|timegrid/.test(url))).toEqual([]);
  await pickClient(page);
  await dialog.locator('header').getByRole('button', { name: 'Submit' }).tap();
  await expect(page.getByText('Appointment has been added successfully!')).toBeVisible();
});

test('a draft survives a browser crash; closing the dialog discards it', async ({ page, context }) => {
  await signIn(page, demoLogins.owner);
  await openDialog(page);
  await findAddress(page, '3 Park');
  await dialogOf(page).getByRole('button', { name: 'Next' }).click();
  await dialogOf(page)
    .getByRole('checkbox', { name: /^Condo/ })
    .check();
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('gable.draft.')).length),
    )
    .toBe(1);
  await page.waitForTimeout(500);
  await page.close();

  const again = await context.newPage();
  await again.goto('/dashboard');
  await again.getByRole('button', { name: 'New Appointment' }).first().click();
  const dialog = dialogOf(again);
  await expect(dialog.getByText('Continue where you left off?')).toBeVisible();
  await expect(dialog.getByText('Condo / townhouse')).toBeVisible();
  await waitUntilLoaded(again);
  await expectAccessible(again, 'the draft that was found');
  await dialog.getByRole('button', { name: 'Continue draft' }).click();
  await expect(tab(again, /Location/)).toContainText('3 Park');
  await expect(tab(again, /Services/)).toHaveAttribute('aria-selected', 'true');
  await expect(dialog.locator('[data-sum="total"]')).not.toHaveText('$0.00');

  await test.step('another tab neither offers nor overwrites the draft open here', async () => {
    const other = await openSecondWindow(again);
    await other.goto('/dashboard');
    await openDialog(other);
    await expect(tab(other, /Location/)).toContainText('Add location');
    await other.close();
  });

  await dialog.getByRole('button', { name: 'Close' }).click();
  await openDialog(again);
  await expect(tab(again, /Location/)).toContainText('Add location');
  expect(
    await again.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('gable.draft.'))),
  ).toEqual([]);
});

test('invalid input: the five checks in order with their messages, one at a time', async ({ page }) => {
  await signIn(page, demoLogins.owner);
  await openDialog(page);
  const dialog = dialogOf(page);
  const submit = dialog.getByRole('button', { name: 'Submit' });
  const refused = async (message: string, step: RegExp) => {
    await submit.click();
    await expect(page.getByRole('alert').filter({ hasText: message }).first()).toBeVisible();
    await expect(tab(page, step)).toHaveAttribute('aria-selected', 'true');
  };
  await tab(page, /People/).click();
  await refused('Location: Please enter a location (address) and square feets', /Location/);
  for (const text of ['Please enter the street and number', 'State is required', 'Postal Code is required']) {
    await expect(dialog.getByText(text)).toBeVisible();
  }
  await dialog.getByLabel('Square Feet').fill('12a.5b');
  await expect(dialog.getByLabel('Square Feet')).toHaveValue('12.5');
  await dialog.getByLabel('Year Built').fill('19.95');
  await expect(dialog.getByLabel('Year Built')).toHaveValue('1995');
  await refused('Date & Time: Please select a future date', /Date & Time/);
  await expect(dialog.getByText('Date & time are required')).toBeVisible();

  await test.step('custom time: first the start, then the technician, marked as required without a message', async () => {
    await dialog.getByRole('button', { name: 'Set a custom time' }).click();
    const start = dialog.getByRole('combobox', { name: 'Time slot start' });
    const technician = dialog.getByRole('combobox', { name: 'Technician' });
    const use = dialog.getByRole('button', { name: 'Use this timeslot' });
    await dialog
      .locator('[data-field="date"]')
      .getByRole('button', { name: /Next month/ })
      .click();
    await dialog.locator('[data-field="date"]').getByRole('button', { name: / 15, / }).click();
    await use.click();
    await expect(start).toHaveAttribute('aria-invalid', 'true');
    await expect(technician).not.toHaveAttribute('aria-invalid', 'true');
    await chooseOption(page, start, '8:15 PM');
    await use.click();
    await expect(technician).toHaveAttribute('aria-invalid', 'true');
    await waitUntilLoaded(page);
    await expectAccessible(page, 'the custom time');
  });
  await refused('People: Please select at least one client', /People/);
  await pickClient(page);
  await tab(page, /Information/).click();
  await dialog.getByLabel('Order ID').fill('');
  await expect(tab(page, /Information/)).toContainText('Add Information');
  await refused('Information: order Id is required', /Information/);
  await dialog.getByLabel('Order ID').fill(`E2E-${Date.now() % 1_000_000}`);
  await refused('Services: no service(s) has been chosen', /Services/);
  await dialog.getByRole('checkbox', { name: /^Condo/ }).check();

  await test.step('the button says that no one is notified', async () => {
    await tab(page, /Information/).click();
    await dialog.getByRole('checkbox', { name: 'Confirmed Appointment' }).uncheck();
    await expect(dialog.getByRole('checkbox', { name: 'Disable automated notifications' })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'Confirmed Appointment' }).check();
    await expect(dialog.getByRole('button', { name: 'Submit without notifications' })).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Disable automated notifications' }).uncheck();
    await expect(dialog.getByRole('button', { name: 'Submit', exact: true })).toBeVisible();
  });
  await submit.click();
  await page.getByRole('button', { name: 'Save without address' }).click();
  await expect(page.getByText('Appointment has been added successfully!')).toBeVisible();
});

test('a booked time names its conflict, and booking over it requires a reason', async ({ page }) => {
  await signIn(page, demoLogins.owner);
  for (const round of [1, 2]) {
    await openDialog(page);
    const dialog = dialogOf(page);
    await findAddress(page, '21 Maple');
    await tab(page, /Services/).click();
    await dialog.getByRole('checkbox', { name: /^Condo/ }).check();
    await tab(page, /Date & Time/).click();
    await dialog.getByRole('button', { name: 'Set a custom time' }).click();
    const month = dialog.locator('[data-field="date"]');
    await month.getByRole('button', { name: /Next month/ }).click();
    await month.getByRole('button', { name: /Next month/ }).click();
    await month.getByRole('button', { name: / 18, / }).click();
    await chooseOption(page, dialog.getByRole('combobox', { name: 'Time slot start' }), '6:45 PM');
    await chooseOption(page, dialog.getByRole('combobox', { name: 'Technician' }), /Dana Whitfield/);
    await dialog.getByRole('button', { name: 'Use this timeslot' }).click();
    if (round === 1) {
      await dialog.getByRole('button', { name: 'Use this time anyway' }).click();
    } else {
      await expect(dialog.getByText('This time is taken')).toBeVisible();
      await expect(dialog.getByText(/Dana Whitfield: .*6:45 PM/)).toBeVisible();
      await dialog.getByRole('button', { name: 'Schedule anyway' }).click();
      await expect(dialog.getByText('Enter a reason')).toBeVisible();
      await dialog.getByLabel('Reason for double-booking').fill('Two units, one visit');
      await dialog.getByRole('button', { name: 'Schedule anyway' }).click();
    }
    await expect(tab(page, /People/)).toHaveAttribute('aria-selected', 'true');
    await pickClient(page);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Appointment has been added successfully!')).toBeVisible();
    await expect(dialog).toBeHidden();
  }
});

test(
  'the same dialog edits an appointment and shows what another user changed at the same time',
  main,
  async ({ page }) => {
    const { api, id } = await createAppointment(page);
    await page.goto(`/appointments/details/${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Edit Appointment' });
    await expect(dialog.getByLabel('Square Feet')).toHaveValue('2400');
    await dialog.getByLabel('Square Feet').fill('5200');
    await dialog.getByRole('tab', { name: /Services/ }).click();
    await expect(dialog.getByText('As booked', { exact: true })).toBeVisible();
    await expect(dialog.getByText('Calculated now', { exact: true })).toBeVisible();
    await expect(dialog.locator('[data-sum="total"]')).toHaveText('$475.00');
    await waitUntilLoaded(page);
    await expectAccessible(page, 'the dialog of an existing appointment');

    await api.ask('PUT', `/v2/appointments/${id}`, { data: { payment_notes: 'gate code 12', rev: 1 } });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByText('Someone else changed this appointment')).toBeVisible();
    await expect(dialog.getByRole('alert').getByRole('listitem')).toHaveText([
      'Payment: Require payment – Yes, gate code 12',
    ]);
    await dialog.getByRole('button', { name: 'Continue with my changes' }).click();
    await dialog.getByRole('button', { name: 'Recalculate' }).click();
    await expect(dialog.locator('[data-sum="total"]')).not.toHaveText('$475.00');
    const shown = (await dialog.locator('[data-sum="total"]').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    const data = await api.ask<{ square_feet: number; payment_notes: string; total_fee: number }>(
      'POST',
      '/inspections/get-by-id',
      { data: { inspection_id: id } },
    );
    expect(data).toMatchObject({ square_feet: 5200, payment_notes: 'gate code 12' });
    expect(shown.replace(/[$,]/g, '')).toBe(data.total_fee.toFixed(2));
  },
);

/** The technicians free at a time, as another user sees them. */
async function freeTechnicians(
  page: Page,
  email: string,
  date: string,
  at: { hour: number; minute: number },
): Promise<string[]> {
  const asking = await request.newContext({ baseURL: new URL(page.url()).origin });
  const { ask } = await logIn(asking, email);
  type Slot = { hour: number; minute: number; values: { first_name: string; last_name: string }[] };
  const { timeSlots } = await ask<{ timeSlots: Slot[] }>(
    'GET',
    `/v2/technicians/availability?fromDate=${date}&toDate=${date}&duration=3`,
  );
  await asking.dispose();
  const slot = timeSlots.find((one) => one.hour === at.hour && one.minute === at.minute);
  return (slot?.values ?? []).map((one) => `${one.first_name} ${one.last_name}`);
}

/** Creates a demo appointment through the API as the owner, which signs the browser in as the owner. */
async function createAppointment(page: Page): Promise<{ api: Api; id: string }> {
  const api = await logIn(page.request);
  const defaults = await api.ask<{
    orderId: string;
    clientOptions: { id: string }[];
    serviceOptions: { id: string; name: string }[];
  }>('GET', '/v2/appointments/defaults');
  const service = defaults.serviceOptions.find((one) => one.name === 'Residential home inspection');
  const { id } = await api.ask<{ id: string }>('POST', '/inspections', {
    data: {
      orderId: defaults.orderId,
      order_id: defaults.orderId,
      address: '9 Editor Way',
      city: 'Hoboken',
      state: 'NJ',
      zip_code: '07030',
      square_feet: 2400,
      date_time: '2031-05-05T09:00',
      clients: [defaults.clientOptions[0]?.id],
      services: [{ id: service?.id, name: service?.name, add_ons: [] }],
    },
  });
  return { api, id };
}

async function onPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true });
  return context.newPage();
}

test('the free slots do not shift at any window size', async ({ page }) => {
  await page.setViewportSize(desktop);
  await signIn(page, demoLogins.owner);
  await openDialog(page);
  await page.evaluate(() => {
    const seen = window as unknown as { shifts: number };
    seen.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (!entry.hadRecentInput) seen.shifts += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: false });
  });
  await tab(page, /Date & Time/).click();
  await expect(slots(page).first()).toBeVisible();
  await page.waitForTimeout(700);
  expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThanOrEqual(
    0.05,
  );
});

test('free slots that fail to load show an error with a retry, without a toast', async ({ page }) => {
  await signIn(page, demoLogins.owner);
  const logged: string[] = [];
  page.on('console', (line) => {
    if (line.type() === 'error') logged.push(line.text());
  });
  await page.route('**/v2/technicians/availability**', (route) => route.abort());
  await openDialog(page);
  await tab(page, /Date & Time/).click();
  const again = dialogOf(page).getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible({ timeout: 20_000 });
  expect(logged.some((line) => line.includes('The availability could not be loaded'))).toBe(true);
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('alert')).toHaveCount(0);
  await expect(dialogOf(page).getByRole('button', { name: 'Set a custom time' })).toBeEnabled();
  await page.unroute('**/v2/technicians/availability**');
  await again.click();
  await expect(slots(page).first()).toBeVisible();
});
