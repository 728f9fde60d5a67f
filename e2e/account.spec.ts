import { expect } from '@playwright/test';
import { demoLogins, password } from './support/api.ts';
import {
  expectAccessible,
  linkFromMail,
  mailTo,
  signInThroughLoginPage,
  verifyEmail,
} from './support/browser-steps.ts';
import { main, test } from './support/fixtures.ts';

test(
  'a new company signs up, verifies its address, signs in and out, and resets its password',
  main,
  async ({ page }) => {
    const email = `ann${Date.now()}@inspects.example`;
    await test.step('sign up', async () => {
      await page.goto('/auth/register');
      await page.getByRole('button', { name: 'Create an account' }).click();
      await expect(page.getByText('First name is required')).toBeVisible();
      await page.getByLabel('First name').fill('Ann');
      await page.getByLabel('Last name').fill('Archer');
      await page.getByLabel('Company name').fill('Archer Inspections');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Phone').fill('5125550188');
      await page.getByLabel('Password', { exact: true }).fill('correct-Horse1');
      await page.getByLabel(/I accept the/).check();
      await page.getByRole('button', { name: 'Create an account' }).click();
      await expect(page.getByText(`We sent a link to ${email}`)).toBeVisible();
    });

    await test.step('an unverified login is reported and rejected', async () => {
      await page.goto('/auth/login');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('correct-Horse1');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Please verify your email').first()).toBeVisible();
    });

    await test.step('verify by email', async () => {
      await verifyEmail(page, email);
    });

    await test.step('sign in: the company has its starter content', async () => {
      await signInThroughLoginPage(page, email, 'correct-Horse1');
      await expect(page.getByText('Archer Inspections').first()).toBeVisible();
      await page.getByRole('button', { name: 'New Appointment' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'New Appointment' });
      await dialog.getByRole('tab', { name: /Services/ }).click();
      await expect(dialog.getByRole('checkbox', { name: /Residential home inspection/ })).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).click();
    });

    await test.step('the checklist of a new company ticks itself and can be dismissed', async () => {
      const card = page.getByRole('region', { name: 'Set up your company' });
      await expect(card.getByText('0 of 8')).toBeVisible();
      await expectAccessible(page, 'dashboard of a new company');
      await card.getByRole('link', { name: 'Review your services and prices' }).click();
      await page.getByRole('button', { name: 'Add service' }).first().click();
      await page.getByLabel('Name').fill('Pool inspection');
      await page.getByLabel('Base price').fill('120');
      await page.getByLabel('Base duration').fill('1');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Pool inspection').first()).toBeVisible();
      await page.goto('/dashboard');
      await expect(card.getByText('1 of 8')).toBeVisible();
      await card.getByRole('button', { name: 'Dismiss' }).click();
      await expect(card).toBeHidden();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
      await expect(card).toBeHidden();
    });

    await test.step('sign out: going back does not reopen the page', async () => {
      await page.getByRole('button', { name: 'Profile menu' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await expect(page).toHaveURL(/\/auth\/login/);
      await page.goto('/appointments');
      await expect(page).toHaveURL(/\/auth\/login/);
    });

    await test.step('a forgotten password is reset', async () => {
      await page.goto('/auth/forgot-password');
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send link' }).click();
      await expect(page.getByText('Check your inbox')).toBeVisible();
      await page.goto(linkFromMail(await mailTo(page, email, /Set a new password/)));
      await page.getByLabel('New password', { exact: true }).fill('brand-New3');
      await page.getByLabel('Repeat the new password').fill('brand-New3');
      await page.getByRole('button', { name: 'Set password' }).click();
      await expect(page.getByText('Your password has been changed')).toBeVisible();
      await signInThroughLoginPage(page, email, 'brand-New3');
    });
  },
);

test('sign-in pages show errors under their fields, also offline, and keep typed input', async ({
  page,
  context,
}) => {
  await test.step('empty and invalid fields', async () => {
    await page.goto('/auth/login');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.goto('/auth/forgot-password');
    await page.getByLabel('Email').fill('no address');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Email is not valid')).toBeVisible();
    await page.goto('/auth/reset-password/used-up?email=owner@demo.test');
    await page.getByLabel('New password', { exact: true }).fill('brand-New3');
    await page.getByLabel('Repeat the new password').fill('brand-New4');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('The passwords don’t match')).toBeVisible();
    await page.getByLabel('Repeat the new password').fill('brand-New3');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('This link has expired or has already been used').first()).toBeVisible();
    await expect(page.getByRole('link', { name: /link/i }).first()).toBeVisible();
  });

  await test.step('offline, then by keyboard only once online', async () => {
    await page.goto('/auth/login');
    await page.getByLabel('Email').fill(demoLogins.owner);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await context.setOffline(true);
    await page.keyboard.press('Enter');
    await expect(page.getByText('We were unable to connect to the server.').first()).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(demoLogins.owner);
    await context.setOffline(false);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
  });

  await test.step('language and theme are remembered; going back after signing out does not reopen the page', async () => {
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByText('Dark', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(await page.evaluate(() => localStorage.getItem('settings'))).toContain('dark');
    await page.getByRole('button', { name: 'Profile menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/auth\/login/);
    await page.goBack();
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Profile menu' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByText('Deutsch', { exact: true }).click();
    await expect(page.getByRole('link', { name: 'Datenschutzerklärung' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Datenschutzerklärung' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });
});

test('clicking Create an account twice creates one company and sends one email', async ({ page }) => {
  const email = `twice${Date.now()}@inspects.example`;
  const calls: string[] = [];
  page.on('request', (call) => call.url().endsWith('/auth/sign-up') && calls.push(call.url()));
  await page.goto('/auth/register');
  await page.getByLabel('First name').fill('Tw');
  await page.getByLabel('Last name').fill('Ice');
  await page.getByLabel('Company name').fill('Twice Inspections');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('5125550189');
  await page.getByLabel('Password', { exact: true }).fill('correct-Horse1');
  await page.getByLabel(/I accept the/).check();
  await page.getByRole('button', { name: 'Create an account' }).dblclick();
  await expect(page.getByText(`We sent a link to ${email}`)).toBeVisible();
  expect(calls).toHaveLength(1);
  const mail = await mailTo(page, email, /verify/i);
  expect(mail.to).toEqual([email]);
});
