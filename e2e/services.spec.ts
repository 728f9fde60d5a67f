import { expect } from '@playwright/test';
import { demoLogins, logIn } from './support/api.ts';
import { chooseOption, desktop, signIn } from './support/browser-steps.ts';
import { main, test } from './support/fixtures.ts';
import { checkBothWidths } from './support/page-checks.ts';

test(
  'a service with steps, an add-on and a tax is created, warned of its gap, and explains its price',
  main,
  async ({ page }) => {
    test.setTimeout(180_000);
    page.setDefaultTimeout(20_000);
    await page.setViewportSize(desktop);
    await signIn(page, demoLogins.owner);
    await page.getByRole('navigation', { name: 'Set up' }).getByRole('link', { name: 'Services' }).click();
    await expect(page.getByRole('heading', { name: 'Services', level: 1 })).toBeVisible();

    // --- Base
    const name = `Lake house ${Date.now()}`;
    await page.getByRole('button', { name: 'Add service' }).first().click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Base price').fill('375');
    await page.getByLabel('Base duration').fill('2.5');

    // --- Modifiers: a gap is reported with its numbers while typing
    await page.getByRole('tab', { name: /Modifiers/ }).click();
    await page.getByRole('button', { name: 'Add steps by' }).click();
    await page.getByRole('menuitem', { name: 'Square Feet' }).click();
    const size = page.getByRole('region', { name: 'Square Feet' });
    const field = (label: string, row: number) => size.getByLabel(label, { exact: true }).nth(row);
    await field('More than', 0).fill('1500');
    await field('Up to', 0).fill('2000');
    await field('Extra charge', 0).fill('50');
    await size.getByRole('button', { name: 'Add step' }).click();
    // The next step starts where the last one ends.
    await expect(field('More than', 1)).toHaveValue('2000');
    await field('More than', 1).fill('2001');
    await field('Extra charge', 1).fill('100');
    await field('Extra time', 1).fill('0.5');
    await expect(size.getByText('No step covers values over 2,000 up to 2,001')).toBeVisible();
    await page.getByRole('button', { name: 'Add steps by' }).click();
    await page.getByRole('menuitem', { name: 'Age' }).click();
    const age = page.getByRole('region', { name: 'Age' });
    await age.getByLabel('More than', { exact: true }).fill('30');
    await age.getByLabel('Extra charge', { exact: true }).fill('125');

    // --- The tester prices unsaved input
    const tester = page.getByRole('region', { name: 'Test a price' });
    const total = tester.locator('[data-test-total]');
    await expect(total).toHaveText('$600.00');
    await expect(tester.locator('[data-test-hours]')).toHaveText('3 hrs');
    await expect(tester.getByText('Square Feet: over 2,001')).toBeVisible();
    await expect(tester.getByText('this property: 2,400')).toBeVisible();

    // --- Add-on and tax
    await page.getByRole('tab', { name: /Add-ons/ }).click();
    await page.getByRole('button', { name: 'Add add-on' }).click();
    const addOn = page.getByRole('group', { name: 'Unnamed' });
    await addOn.getByLabel('Price').fill('x');
    await addOn.getByRole('textbox', { name: 'Name' }).fill('Jetty');
    await page.getByRole('tab', { name: /Taxes/ }).click();
    await page.getByRole('button', { name: 'Add tax' }).click();
    await page.getByLabel('Tax name').fill('Sales tax');
    await page.getByLabel('Percent').fill('6.25');

    // --- An invalid field opens its tab, and nothing is lost
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter a number')).toBeVisible();
    await expect(page.getByRole('tab', { name: /Add-ons/ })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('group', { name: 'Jetty' }).getByLabel('Price').fill('40');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`The service “${name}” has been added`)).toBeVisible();
    await expect(page.getByText('You have unsaved changes')).toBeHidden();
    await expect(total).toHaveText('$637.50');
    await tester.getByRole('checkbox', { name: /Jetty/ }).check();
    await expect(total).toHaveText('$680.00');

    // --- Leaving with changes asks first
    await page.getByRole('tab', { name: /Base/ }).click();
    await page.getByLabel('Base price').fill('380');
    await page.getByRole('link', { name: 'Services', exact: true }).first().click();
    await page.getByRole('button', { name: /stay/i }).click();
    await expect(page.getByLabel('Base price')).toHaveValue('380');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: 'Services', exact: true }).first().click();

    // --- The list: shows the warning, moves it up, switches it off, and then it is no longer offered
    const row = page.getByRole('listitem').filter({ hasText: name });
    await expect(row.getByText('1 warning')).toBeVisible();
    await row.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await page.reload();
    const names = page.getByRole('list', { name: 'Services' }).getByRole('listitem');
    await expect(names.nth(-2)).toContainText(name);
    // The track of the switch covers its input, and its label takes the click.
    await row.getByRole('switch').click({ force: true });
    await expect(page.getByText(`${name} is no longer offered`)).toBeVisible();
    await row.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(row).toHaveCount(0);
  },
);

test('a discount code is rejected with a reason, then accepted', async ({ page }) => {
  test.setTimeout(120_000);
  page.setDefaultTimeout(20_000);
  await page.setViewportSize(desktop);
  await logIn(page.request);
  const code = `E2E${String(Date.now()).slice(-8)}`;
  await page.goto('/discount-codes');
  await page.getByRole('button', { name: 'Add discount code' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add discount code' });
  await dialog.getByRole('textbox', { name: 'Code' }).fill('a b');
  await dialog.getByRole('textbox', { name: 'Discount' }).fill('10');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Code must be 3 to 30 letters, digits, - or _')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase());
  await dialog.getByText('Chosen services and add-ons').click();
  await chooseOption(
    page,
    dialog.getByRole('combobox', { name: 'Chosen services and add-ons' }),
    'Condo / townhouse',
  );
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`The code ${code} has been saved`)).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Condo / townhouse' })).toBeVisible();

  await page.goto('/services');
  const tester = page.getByRole('region', { name: 'Test a price' });
  await tester.getByLabel('Discount code').fill(code.toLowerCase());
  await expect(tester.getByText('Discount code does not apply to the chosen services')).toBeVisible();
  await tester.getByRole('checkbox', { name: /^Condo/ }).check();
  await expect(tester.getByText(`Discount (${code})`)).toBeVisible();
  await expect(tester.locator('[data-test-total]')).toHaveText('$892.50');
  await tester.getByLabel('Discount code').fill('NOSUCHCODE');
  await expect(tester.getByText('code not found')).toBeVisible();

  await page.goto('/discount-codes');
  await page.getByRole('button', { name: `Actions for ${code}` }).click();
  await page.getByRole('menuitem', { name: 'Turn off' }).click();
  await expect(
    page.getByRole('row').filter({ hasText: code }).getByText('Off', { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: `Actions for ${code}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row').filter({ hasText: code })).toHaveCount(0);
});

test('services and discount codes are accessible on desktop and phone, and closed without the pricing permission', async ({
  page,
}) => {
  test.setTimeout(180_000);
  page.setDefaultTimeout(20_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await logIn(page.request);
  await page.goto('/services');
  await checkBothWidths(page, 'services');
  await page.getByRole('link', { name: 'Residential home inspection' }).first().click();
  for (const tab of ['Base', 'Modifiers', 'Add-ons', 'Taxes', 'Templates & agreements']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    await checkBothWidths(page, tab);
  }
  await page.goto('/discount-codes?code=new');
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkBothWidths(page, 'a discount code');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  // Otherwise its response would clear the next session.
  await expect(page).toHaveURL(/\/auth\/login/);
  await logIn(page.request, demoLogins.technician);
  await page.goto('/services');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/discount-codes');
  await expect(page).toHaveURL(/\/dashboard$/);
});
