import { expect, type Locator } from '@playwright/test';
import { demoLogins } from './support/api.ts';
import { chooseOption, desktop, signIn } from './support/browser-steps.ts';
import { main, test } from './support/fixtures.ts';
import { checkBothWidths } from './support/page-checks.ts';

test(
  'a group gets an action through the wizard, which is cloned, moved by keyboard, deleted and brought back',
  main,
  async ({ page }) => {
    test.setTimeout(120_000);
    page.setDefaultTimeout(20_000);
    await page.setViewportSize(desktop);
    const { ask } = await signIn(page, demoLogins.owner);
    await page.getByRole('navigation', { name: 'Set up' }).getByRole('link', { name: 'Automations' }).click();
    await expect(page.getByRole('heading', { name: 'Preview Actions', level: 1 })).toBeVisible();

    // --- A group
    const name = `Booking ${Date.now()}`;
    await page.getByRole('button', { name: 'New group' }).first().click();
    await page.getByLabel('Name of the group').fill(name);
    await page.keyboard.press('Enter');
    const group = page.getByRole('region', { name });
    await expect(group.getByText('No actions in this group yet.')).toBeVisible();

    // --- An action, in four steps
    await group.getByRole('button', { name: 'Add action' }).click();
    const step = (title: string) => page.getByRole('dialog', { name: title });
    await chooseOption(
      page,
      step('Choose an Event').getByRole('combobox', { name: 'Event' }),
      'Appointment start time',
    );
    await page.getByLabel('Amount of time').fill('2x4');
    await page.getByLabel('Unit').selectOption('Hours');
    await page.getByText('Before', { exact: true }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(
      step('Add Rules').getByText('Without rules, this action will happen for EVERY appointment!'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('menuitem', { name: 'Invoice paid' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await step('Choose an Action').getByLabel('Name').fill('Reminder');
    await page.getByRole('button', { name: 'Next' }).click();
    const details = step('Add Details');
    await chooseOption(page, details.getByRole('combobox', { name: 'To' }), 'Clients');
    await details.getByLabel('Subject').fill('Tomorrow at ');
    await details.getByRole('button', { name: 'Start time' }).click();
    await expect(details.getByLabel('Subject')).toHaveValue('Tomorrow at {{inspection.time}}');
    await details.getByRole('textbox', { name: 'Body' }).click();
    await page.keyboard.type('See you soon.');
    // --- Previewed with a real appointment, and run on the last ones
    const preview = details.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText(/^Tomorrow at \d+:\d\d [AP]M E[DS]T$/)).toBeVisible();
    await expect(preview.getByText('See you soon.')).toBeVisible();
    await details.getByRole('button', { name: 'Try on the last 50 appointments' }).click();
    await expect(details.getByText(/checked as they are today/)).toBeVisible();
    await page.getByRole('button', { name: 'Finish' }).click();
    const rows = group.getByRole('list', { name: `Actions of ${name}` }).getByRole('listitem');
    await expect(rows).toHaveCount(1);
    await expect(rows.getByRole('button', { name: 'Event: 24 hours before' })).toBeVisible();
    await expect(rows.getByText(/Incomplete/)).toHaveCount(0);

    // --- Cloned; closing the wizard saves the edit of the copy
    await group.getByRole('button', { name: 'Clone Reminder' }).click();
    await expect(rows).toHaveCount(2);
    await rows
      .nth(1)
      .getByRole('button', { name: /^Action:/ })
      .click();
    await step('Choose an Action').getByLabel('Name').fill('Second');
    await page.keyboard.press('Escape');
    await expect(names(rows)).toHaveText(['Reminder', 'Second']);

    // --- Moved by keyboard, and stored
    const grip = group.getByRole('button', { name: 'Reorder Second' });
    await grip.focus();
    await page.keyboard.press('Space');
    await expect(grip).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await expect(names(rows)).toHaveText(['Second', 'Reminder']);
    const stored = async () => {
      const all = await ask<{ name: string; actions: { action_name: string }[] }[]>(
        'GET',
        '/v2/action-groups',
      );
      return all.find((one) => one.name === name)?.actions.map((one) => one.action_name);
    };
    await expect.poll(stored).toEqual(['Second', 'Reminder']);

    // --- Deleted after the question, and brought back to its place
    await group.getByRole('button', { name: 'Delete Second' }).click();
    await expect(rows).toHaveCount(2);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(rows).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(names(rows)).toHaveText(['Second', 'Reminder']);
    await expect.poll(stored).toEqual(['Second', 'Reminder']);
    // --- Disabled at once, enabled after a dry run
    const enabled = group.getByRole('switch', { name: 'Enable Second' });
    await enabled.press('Space');
    await expect(enabled).not.toBeChecked();
    await enabled.press('Space');
    const dryRun = page.getByRole('dialog', { name: 'Enable Second?' });
    await expect(dryRun.getByText(/^Your last \d+ appointments:$/)).toBeVisible();
    await dryRun.getByRole('button', { name: 'Enable' }).click();
    await expect(dryRun).toBeHidden();
    await expect(enabled).toBeChecked();
    await checkBothWidths(page, '/actions');
  },
);

const names = (rows: Locator) => rows.locator('[data-column="type"] [data-name]');
