import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { demoIds, demoLogins, logIn } from '../support/api.ts';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  linkFromMail,
  mailTo,
  phone,
  signIn,
} from '../support/browser-steps.ts';
import { main, test } from '../support/fixtures.ts';

interface Draft {
  rev: number;
  appointment: { id: string };
  sections: { items: { id: string }[] }[];
}
interface Lists {
  lists: { title: string; totals: { max_cost: number }; reinspections: { id: string }[] }[];
}

test(
  'five defects are ticked, shared, booked for re-inspection, inspected, published and read',
  main,
  async ({ page, browser, baseURL }) => {
    const ids = await demoIds(page);
    const { ask } = await logIn(page.request);
    const { appointment } = await ask<Draft>('GET', `/v2/reports2/${ids.report}`);
    const links = await ask<{ role: string; link: string }[]>(
      'GET',
      `/v2/appointments/${appointment.id}/links`,
    );
    const p = new URL(links.find((one) => one.role === 'client')?.link ?? '').searchParams.get('p') ?? '';
    const title = `Repairs ${Date.now()}`;
    const to = `seller${Date.now()}@example.org`;
    const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: phone });
    const client = await context.newPage();

    await test.step('tick', async () => {
      await client.goto(`/view-report2/${ids.reportPublic}?p=${encodeURIComponent(p)}`);
      await client.getByRole('button', { name: 'Create repair list' }).click();
      const dialog = client.getByRole('dialog', { name: 'Create repair list' });
      const boxes = dialog.getByRole('checkbox');
      await expect(boxes.nth(5)).toBeVisible();
      await expectAccessible(client, 'the dialog to create a repair list');
      for (let i = 1; i <= 5; i += 1) await boxes.nth(i).check();
      await dialog.getByRole('button', { name: 'Create list (5)' }).click();
      await expect(client).toHaveURL(/\/repair-list\/.*e=/);
      await client.getByLabel('Title').fill(title);
      await client.getByLabel('Request').nth(1).selectOption('credit');
      await client.getByLabel('Amount').fill('450');
      await client.getByLabel('Note').first().fill('With a receipt <script>window.bad = 1</script>');
      await expectNoSidewaysScroll(client, 'the form of a repair list');
      await expectAccessible(client, 'the form of a repair list');
      await client.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(client.getByText('All changes saved')).toBeVisible();
      await client.getByRole('button', { name: 'Add defects' }).click();
      await expectAccessible(client, 'the dialog to add defects');
      await client.getByRole('button', { name: 'Cancel' }).click();
    });

    await test.step('share', async () => {
      await client.getByRole('button', { name: 'Share', exact: true }).click();
      const dialog = client.getByRole('dialog', { name: 'Share' });
      await dialog.getByLabel('Email addresses').fill(to);
      await expectAccessible(client, 'the dialog to share a repair list');
      await dialog.getByRole('button', { name: 'Send' }).click();
      await expect(client.getByText('Sent to 1 address')).toBeVisible();
      const path = linkFromMail(await mailTo(page, to, /./));
      const plain = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
      const unscripted = await plain.newPage();
      await unscripted.goto(path);
      await expect(unscripted.getByRole('heading', { name: title })).toBeVisible();
      await plain.close();
      const reader = await context.newPage();
      await reader.goto(path);
      await expect(reader.getByText('Credit $450.00')).toBeVisible();
      await expect(reader.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
      expect(await reader.evaluate('window.bad')).toBeUndefined();
      for (const size of [phone, desktop]) {
        await reader.setViewportSize(size);
        await expectNoSidewaysScroll(reader, 'a repair list');
        await expectAccessible(reader, 'a repair list');
      }
      const paper = await reader.request.get(
        (await reader.getByRole('link', { name: 'Download PDF' }).getAttribute('href')) ?? '',
      );
      expect(paper.headers()['content-type']).toBe('application/pdf');
    });

    const booked = await test.step('book', async () => {
      await signIn(page, demoLogins.owner);
      await page.goto(`/appointments/details/${appointment.id}`);
      const card = page.getByRole('article', { name: title });
      const dialog = page.getByRole('dialog', { name: 'Book re-inspection' });
      await page.setViewportSize(phone);
      await page.getByRole('tab', { name: 'Documents & money' }).click();
      await card.getByRole('button', { name: 'Book re-inspection' }).click();
      await expect(dialog.getByRole('button', { name: 'Continue (5)' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.setViewportSize(desktop);
      await card.getByRole('button', { name: 'Book re-inspection' }).click();
      await expectAccessible(page, 'the dialog to book a re-inspection');
      await dialog.getByRole('button', { name: 'Continue (5)' }).click();
      const booking = page.getByRole('dialog', { name: 'New Appointment' });
      await expect(booking.getByText('Re-inspection of 5 defects')).toBeVisible();
      await booking.getByRole('button', { name: /^Earliest/ }).click();
      await booking.getByRole('button', { name: 'Submit' }).click();
      await expect(booking).toHaveCount(0);
      const { lists } = await ask<Lists>('GET', `/v2/appointments/${appointment.id}/repair-lists`);
      return lists.find((list) => list.title === title)?.reinspections[0]?.id ?? '';
    });

    await test.step('inspect and publish', async () => {
      const { reports } = await ask<{ reports: { id: string; public_id: string; name: string }[] }>(
        'GET',
        `/v2/appointments/${booked}/reports`,
      );
      const report = reports.find((one) => one.name.startsWith('Re-inspection'));
      const id = report?.id ?? '';
      await page.goto(`/edit-report/${id}`);
      await expect(page.getByRole('button', { name: 'Not accessible' }).first()).toBeVisible();
      const { rev, sections } = await ask<Draft>('GET', `/v2/reports2/${id}`);
      const items = sections.flatMap((section) => section.items);
      expect(items).toHaveLength(5);
      const ops = items.map((item, i) => ({
        op_id: randomUUID(),
        type: 'set_rating',
        item_id: item.id,
        rating: i === 0 ? 'NR' : 'RP',
      }));
      await ask('PATCH', `/v2/reports/${id}/ops`, { data: { rev, ops } });
      for (const what of ['payment', 'agreement'])
        await ask('POST', `/v2/appointments/${booked}/waivers`, { data: { what, reason: 'Included' } });
      await ask('POST', `/v2/reports/${id}/publish`, { data: { confirmed: true, without_sending: true } });
      await client.goto(`/view-report2/${report?.public_id}`);
      const outcome = client.getByRole('region', { name: 'Outcome of the re-inspection' });
      await expect(outcome.getByText('4', { exact: true })).toBeVisible();
      await expect(outcome.getByText('Not repaired')).toBeVisible();
      const { lists } = await ask<Lists>('GET', `/v2/appointments/${appointment.id}/repair-lists`);
      const most = lists.find((list) => list.title === title)?.totals.max_cost ?? 0;
      await expect(outcome).toContainText(most.toLocaleString('en-US', { minimumFractionDigits: 2 }));
      await expect(client.getByRole('heading', { name: 'Before' }).first()).toBeVisible();
      await expectNoSidewaysScroll(client, 'the report of a re-inspection');
      await expectAccessible(client, 'the report of a re-inspection');
    });
    await context.close();
  },
);
