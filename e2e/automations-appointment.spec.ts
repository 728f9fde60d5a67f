import { expect, type Page } from '@playwright/test';
import { type Api, demoLogins } from './support/api.ts';
import { chooseOption, desktop, signIn } from './support/browser-steps.ts';
import { main, test } from './support/fixtures.ts';

interface Created {
  id: string;
}

/** A group with a reminder a day before the start and a message about a cancellation. */
async function groupOf(ask: Api['ask'], name: string): Promise<string> {
  const { id } = await ask<Created>('POST', '/v2/action-groups', { data: { name } });
  const message = { to_address: ['clients'], body_content: '<p>Hello</p>' };
  const reminder = {
    ...message,
    ...{
      event_type: 18,
      trigger_type: 'before',
      duration: 24,
      duration_type: 1,
      subject: 'See you tomorrow',
    },
  };
  await ask('POST', `/v2/action-groups/${id}/actions`, { data: reminder });
  const canceled = { ...message, event_type: 14, subject: 'Sorry to cancel' };
  await ask('POST', `/v2/action-groups/${id}/actions`, { data: canceled });
  return id;
}

async function bookedWith(ask: Api['ask'], group: string): Promise<string> {
  const { orderId, serviceOptions } = await ask<{ orderId: string; serviceOptions: Created[] }>(
    'GET',
    '/v2/appointments/defaults',
  );
  const email = `visit${Date.now()}@e2e.example`;
  const form = { first_name: 'Vera', last_name: 'Visit', email, phone: '5125550145' };
  const client = await ask<Created>('POST', '/v2/clients', { multipart: form });
  const payload = {
    ...{ address: '5 Visit Way', city: 'Yonkers', state: 'NY', zip_code: '10701', square_feet: 1800 },
    date_time: '2031-05-06T10:00',
    order_id: orderId,
    orderId,
    clients: [client.id],
    services: [{ id: serviceOptions[0]?.id }],
    action_groups: [group],
  };
  return (await ask<Created>('POST', '/inspections', { data: payload })).id;
}

const cardOf = (page: Page) => page.getByRole('region', { name: 'Automations' });

test(
  'an appointment shows what is planned; its actions are edited, and moving or canceling lists what follows',
  main,
  async ({ page }) => {
    test.setTimeout(120_000);
    page.setDefaultTimeout(20_000);
    await page.setViewportSize(desktop);
    const { ask } = await signIn(page, demoLogins.owner);
    const name = `Visit ${Date.now()}`;
    const id = await bookedWith(ask, await groupOf(ask, name));
    await page.goto(`/appointments/details/${id}`);
    const entry = cardOf(page).getByRole('listitem').filter({ hasText: 'See you tomorrow' });
    await expect(entry).toContainText('05/05/2031, 10:00 AM');
    await expect(entry).toContainText('Planned');

    // --- Switched off, the prediction says so
    await cardOf(page).getByRole('button', { name: 'Preview Actions' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview Actions' });
    await expect(preview.getByText('Planned: 05/05/2031, 10:00 AM')).toBeVisible();
    await preview.getByRole('switch', { name: 'Enable Send Email' }).first().press('Space');
    await expect(preview.getByText('Not sent: The action or its group is off.')).toBeVisible();
    await preview.getByRole('switch', { name: 'Enable Send Email' }).first().press('Space');
    await expect(preview.getByText('Planned: 05/05/2031, 10:00 AM')).toBeVisible();
    await page.keyboard.press('Escape');

    // --- Moving lists what moves, canceling what stops
    await page.getByRole('button', { name: 'Reschedule' }).first().click();
    const move = page.getByRole('dialog', { name: 'Reschedule' });
    await move
      .getByRole('button', { name: /May 8/ })
      .or(move.getByText('8', { exact: true }))
      .first()
      .click();
    await expect(
      move.getByText('See you tomorrow: 05/05/2031, 10:00 AM → 05/07/2031, 10:00 AM'),
    ).toBeVisible();
    await move.getByRole('button', { name: 'Save' }).click();
    await expect(move).toBeHidden();
    await expect(entry).toContainText('05/07/2031, 10:00 AM');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Cancel appointment' }).click();
    const cancel = page.getByRole('dialog', { name: 'Cancel this appointment?' });
    await expect(cancel.getByText('See you tomorrow: 05/07/2031, 10:00 AM')).toBeVisible();
    await cancel.getByRole('button', { name: 'Cancel appointment' }).click();
    await expect(entry).toContainText('Canceled');
  },
);

test('the actions of a new appointment are edited in its dialog, without changing the company’s group', async ({
  page,
}) => {
  page.setDefaultTimeout(20_000);
  await page.setViewportSize(desktop);
  const { ask } = await signIn(page, demoLogins.owner);
  const name = `Draft ${Date.now()}`;
  const group = await groupOf(ask, name);
  await page.goto('/appointments');
  await page.getByRole('button', { name: 'New Appointment' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Appointment' });
  await dialog.getByRole('tab', { name: /Information/ }).click();
  await chooseOption(page, dialog.getByRole('combobox', { name: 'Action groups' }), name, name);
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Preview Actions' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview Actions' });
  const ofGroup = preview.getByRole('region', { name });
  const toggle = ofGroup.getByRole('button', { name: new RegExp(`^${name}, `) });
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  await expect(ofGroup.getByText('Planned once the appointment has a time')).toBeVisible();
  await ofGroup.getByRole('switch', { name: 'Enable Send Email' }).first().press('Space');
  await preview.getByRole('button', { name: 'Done' }).click();
  await expect(dialog.getByText(`${name} (edited)`)).toBeVisible();
  const groups = await ask<{ id: string; actions: { enable: boolean }[] }[]>('GET', '/v2/action-groups');
  expect(groups.find((one) => one.id === group)?.actions.map((one) => one.enable)).toEqual([true, true]);
});
