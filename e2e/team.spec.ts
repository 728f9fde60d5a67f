import { type Browser, expect, type Page } from '@playwright/test';
import { demoLogins } from './support/api.ts';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  linkFromMail,
  mailTo,
  makePhoto,
  phone,
  signInThroughLoginPage,
  waitUntilLoaded,
} from './support/browser-steps.ts';
import { main, test } from './support/fixtures.ts';

const secret = 'correct-Horse1';

/** Signs the same person in with a separate browser. */
async function elsewhere(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInThroughLoginPage(page, email, secret);
  return page;
}

test(
  'a member is invited, joins, gains a permission at once and is signed out when deactivated',
  main,
  async ({ page, browser }) => {
    const email = `ines${Date.now()}@team.example`;
    await page.setViewportSize(desktop);
    await signInThroughLoginPage(page, demoLogins.owner);

    await test.step('invited by the owner: the permissions are shown', async () => {
      await page.goto('/people?tab=staffs');
      await page.getByRole('button', { name: 'Add staff' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'New Staff' });
      await dialog.getByLabel('First name').fill('Ines');
      await dialog.getByLabel('Last name').fill('Duarte');
      await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
      for (const right of [/^Schedule appointments/, /^Admin access/]) {
        await dialog.getByRole('switch', { name: right }).focus();
        await page.keyboard.press('Space');
      }
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('The staff "Ines Duarte" has been added successfully!')).toBeVisible();
    });

    await test.step('sent again: only the newest link works', async () => {
      const first = linkFromMail(await mailTo(page, email, /invited you to/));
      await page
        .getByRole('link', { name: /Ines Duarte/ })
        .first()
        .click();
      await waitUntilLoaded(page);
      await expect(page.getByText('Ines Duarte hasn’t accepted the invitation yet')).toBeVisible();
      await expectAccessible(page, 'an invited member');
      await page.getByRole('button', { name: 'Resend invitation' }).click();
      await expect(page.getByText(`New invitation sent to ${email}`)).toBeVisible();
      await expect
        .poll(async () => linkFromMail(await mailTo(page, email, /invited you to/)), { timeout: 30_000 })
        .not.toBe(first);
      const visitor = await (await browser.newContext()).newPage();
      await visitor.goto(first);
      await choose(visitor);
      await expect(visitor.getByText('This link has expired or has already been used')).toBeVisible();
      await visitor.goto(linkFromMail(await mailTo(page, email, /invited you to/)));
      await expect(visitor.getByRole('heading', { name: 'Welcome to the team' })).toBeVisible();
      await choose(visitor);
      await expect(visitor).toHaveURL(/\/auth\/login/);
      await visitor.context().close();
    });

    const ines = await elsewhere(browser, email);
    await test.step('signs in with exactly the granted permissions', async () => {
      await expect(ines.getByRole('button', { name: 'New Appointment' })).toHaveCount(0);
      await ines.goto('/settings');
      await expect(ines).toHaveURL(/\/dashboard/);
    });

    await test.step('a permission granted by keyboard takes effect at once', async () => {
      await page.reload();
      await waitUntilLoaded(page);
      await page.getByRole('tab', { name: 'Details' }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('switch', { name: /^Schedule appointments/ })).toBeVisible();
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
      for (let i = 0; i < 10 && (await focused()) !== 'can_schedule_new'; i += 1) {
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Space');
      await expectAccessible(page, 'permissions');
      const saved = () => page.evaluate(() => document.activeElement?.textContent === 'Save');
      for (let i = 0; i < 10 && !(await saved()); i += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Permissions of Ines Duarte saved')).toBeVisible();
      await ines.reload();
      await expect(ines.getByRole('button', { name: 'New Appointment' }).first()).toBeVisible();
    });

    await test.step('deactivated: signed out on the next request', async () => {
      await page.getByRole('button', { name: 'More actions for Ines Duarte' }).click();
      await page.getByRole('menuitem', { name: 'Deactivate' }).click();
      await expect(page.getByText('Status of Ines Duarte updated')).toBeVisible();
      await ines.goto('/appointments');
      await expect(ines).toHaveURL(/\/auth\/login/);
    });
  },
);

async function choose(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(secret);
  await page.getByLabel('Repeat the new password').fill(secret);
  await page.getByRole('button', { name: 'Set password' }).click();
}

test('the own profile: picture, signature, menu order, and a confirmation before leaving', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  await signInThroughLoginPage(page, demoLogins.staff);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'My profile', level: 1 })).toBeVisible();
  await waitUntilLoaded(page);

  await test.step('a picture', async () => {
    const about = page.getByRole('region', { name: 'About me' });
    await about.locator('input[type="file"]').setInputFiles(await makePhoto(3));
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Your profile has been saved').first()).toBeVisible();
    await expect(about.getByRole('img', { name: 'Profile picture' })).toBeVisible();
  });

  await test.step('changing the email address asks for the password', async () => {
    const about = page.getByRole('region', { name: 'About me' });
    await about.getByRole('textbox', { name: 'Email' }).fill('somebody-else@demo.test');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The current password is incorrect')).toBeVisible();
  });

  await test.step('leaving with unsaved changes asks first', async () => {
    await page.getByRole('link', { name: 'Appointments' }).first().click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay on page' }).click();
    await expect(page).toHaveURL(/\/my-profile/);
    await page
      .getByRole('region', { name: 'About me' })
      .getByRole('textbox', { name: 'Email' })
      .fill(demoLogins.staff);
  });

  await test.step('a typed signature, then a drawn one', async () => {
    const card = page.getByRole('region', { name: 'Signature' });
    await card.getByText('Type', { exact: true }).click();
    await card.getByLabel('Your name').fill('Sofia Brandt');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByRole('button', { name: 'Remove' })).toBeVisible();
    await waitUntilLoaded(page);
    await card.getByText('Draw', { exact: true }).click();
    const canvas = card.locator('canvas');
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    if (!box) throw new Error('the signature pad is not visible');
    await page.mouse.move(box.x + 40, box.y + 90);
    await page.mouse.down();
    for (let i = 0; i < 20; i += 1) await page.mouse.move(box.x + 40 + i * 8, box.y + 90 - (i % 5) * 9);
    await page.mouse.up();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByRole('img', { name: 'Your signature' })).toBeVisible();
  });

  await test.step('a reordered menu survives a reload', async () => {
    await page.getByRole('button', { name: 'Edit menu order' }).click();
    await page.getByRole('button', { name: 'Move People up' }).click();
    await expect(page.getByText(/^People is now in position/)).toBeAttached();
    // By keyboard only: picked up, moved, dropped.
    await page.getByRole('button', { name: 'Reorder People' }).press('Enter');
    await expect(page.locator('li[data-dnd-dragging]')).toBeVisible();
    const topOf = async (name: string) =>
      (await page.getByRole('button', { name: `Reorder ${name}` }).boundingBox())?.y ?? 0;
    // A key press before the list has measured its rows has no effect: a user would press again.
    await expect
      .poll(async () => {
        const isFirst = async () => (await topOf('People')) < (await topOf('Dashboard'));
        if (!(await isFirst())) await page.keyboard.press('ArrowUp');
        return isFirst();
      })
      .toBe(true);
    await page.keyboard.press('Enter');
    await expect(page.getByText('People is now in position 1 of', { exact: false })).toBeAttached();
    await expectAccessible(page, 'the menu while it is put in order');
    await page.getByRole('button', { name: 'Done' }).click();
    await waitUntilLoaded(page);
    await page.reload();
    const menu = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
    await expect(menu.first()).toHaveText('People');
    await waitUntilLoaded(page);
  });

  await test.step('on a phone, without accessibility violations', async () => {
    await expectAccessible(page, 'my profile');
    await page.setViewportSize(phone);
    await waitUntilLoaded(page);
    await expectNoSidewaysScroll(page, 'my profile');
    await expectAccessible(page, 'my profile on a phone');
  });
});
