import { expect, test } from '@playwright/test';
import { linkIn, mailTo, signIn } from './support.ts';

test('a new company signs up, verifies its address, signs in and out, and sets a new password', async ({
  page,
}) => {
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

  await test.step('unverified, the login says so and nothing opens', async () => {
    await page.goto('/auth/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('correct-Horse1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Please verify your email').first()).toBeVisible();
  });

  await test.step('verify by the mail', async () => {
    await page.goto(linkIn(await mailTo(page, email, /verify/i)));
    await expect(page.getByText('Your email is verified')).toBeVisible();
  });

  await test.step('sign in: the company has what it begins with', async () => {
    await signIn(page, email, 'correct-Horse1');
    await expect(page.getByText('Archer Inspections').first()).toBeVisible();
    await page.getByRole('button', { name: 'New Appointment' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New Appointment' });
    await dialog.getByRole('tab', { name: /Services/ }).click();
    await expect(dialog.getByRole('checkbox', { name: /Residential home inspection/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('sign out: the way back is closed', async () => {
    await page.getByRole('button', { name: 'Profile menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/auth\/login/);
    await page.goto('/appointments');
    await expect(page).toHaveURL(/\/auth\/login/);
  });

  await test.step('a forgotten password is set anew', async () => {
    await page.goto('/auth/forgot-password');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText('Check your inbox')).toBeVisible();
    await page.goto(linkIn(await mailTo(page, email, /Set a new password/)));
    await page.getByLabel('New password', { exact: true }).fill('brand-New3');
    await page.getByLabel('Repeat the new password').fill('brand-New3');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('Your password has been changed')).toBeVisible();
    await signIn(page, email, 'brand-New3');
  });
});
