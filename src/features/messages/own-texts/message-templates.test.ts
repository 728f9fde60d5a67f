import { expect, test } from 'vitest';
import { insertMine, updateMine } from '#server/db/scope.ts';
import { bookedAppointment, newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import type { MessageKey } from '../catalogue.ts';
import { notify } from '../notify.ts';
import { saveMessageTemplate } from '../template-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });

const ownText = {
  lang: 'en',
  subject: 'See you on {{date}}, {{first_name}}',
  body: 'Dear {{first_name}},\n\n{{extra}}\n\nwe meet at {{address}}.\nBring the <keys>.',
  action_label: 'My inspection' as string | null,
};

function writeText(owner: TestUser, key: MessageKey, change: Partial<typeof ownText> = {}) {
  return testApp.writeAs(owner.subscriberId, async (w) => {
    const row = { key, channel: 'email', updated_at: w.now, ...ownText, ...change };
    await insertMine(w, 'message_templates', row).execute();
  });
}

/** The mails of a new appointment, by the address they went to. */
async function mailsOfBooking(owner: TestUser, clients: string[]) {
  await testApp.runDueJobs();
  testApp.sent.emails.length = 0;
  await bookedAppointment(owner, { clients });
  await testApp.runDueJobs();
  return new Map(testApp.sent.emails.map((mail) => [mail.to[0]?.address ?? '', mail]));
}

test('a company’s own text replaces the product’s in its language, for this company only', async () => {
  const owner = await testApp.create.owner();
  const stranger = await testApp.create.owner();
  await writeText(owner, 'appointment_scheduled');
  const ann = await newClient(owner, { first_name: 'Ann', email: 'ann@own.example' });
  const bea = await newClient(owner, { first_name: 'Bea', email: 'bea@own.example' });
  await testApp.writeAs(owner.subscriberId, (w) =>
    updateMine(w, 'contacts').set({ language: 'fr' }).where('id', '=', bea).execute(),
  );
  const mails = await mailsOfBooking(owner, [ann, bea]);
  const own = mails.get('ann@own.example');
  expect(own?.subject).toMatch(/^See you on \d\d\/\d\d\/2030, Ann$/);
  expect(own?.text).toMatch(/Dear Ann,\n\nwe meet at .+\.\nBring the <keys>\.\n\nhttp/);
  expect(own?.html).toContain('<br>Bring the &#60;keys&#62;.</p>');
  expect(own?.html).toContain('>My inspection</a>');
  expect(mails.get('bea@own.example')?.html).toContain('lang="fr"');
  expect(mails.get('bea@own.example')?.subject).not.toContain('See you');
  const other = await newClient(stranger, { email: 'cleo@other.example' });
  const mail = (await mailsOfBooking(stranger, [other])).get('cleo@other.example');
  expect(mail?.subject).toMatch(/^Your inspection on .+ is confirmed$/);
});

test('a text without a label has the product’s button', async () => {
  const owner = await testApp.create.owner();
  await writeText(owner, 'appointment_scheduled', { action_label: null });
  const ann = await newClient(owner, { email: 'ann@label.example' });
  const mail = (await mailsOfBooking(owner, [ann])).get('ann@label.example');
  expect(mail?.html).toContain('>Open your page</a>');
});

test('a message that is switched off is not sent', async () => {
  const owner = await testApp.create.owner();
  const scheduled = { key: 'appointment_scheduled', channel: 'email', rev: 0 } as const;
  await owner.call(saveMessageTemplate, { ...scheduled, enabled: false });
  const ann = await newClient(owner, { email: 'ann@off.example' });
  expect(await mailsOfBooking(owner, [ann])).toEqual(new Map());
});

test('a message that cannot be switched off is sent, and the platform’s have no text of the company', async () => {
  const owner = await testApp.create.owner();
  await writeText(owner, 'gateway_differences', { subject: 'Look at {{gateway}}' });
  await testApp.writeAs(owner.subscriberId, async (w) => {
    for (const key of ['gateway_differences', 'verify_email'])
      await insertMine(w, 'message_switches', {
        ...{ key, channel: 'email', enabled: false, updated_at: w.now },
      }).execute();
  });
  await testApp.runDueJobs();
  testApp.sent.emails.length = 0;
  await testApp.writeAs(owner.subscriberId, async (w) => {
    await notify(w, 'gateway_differences', {
      occasion: 'x',
      facts: { gateway: 'Square' },
      path: '/settings',
    });
    await notify(w, 'verify_email', { user_id: owner.id, occasion: 'x', path: '/' });
  });
  await testApp.runDueJobs();
  const subjects = testApp.sent.emails.map((mail) => mail.subject).sort();
  expect(subjects).toEqual(['Look at Square', 'Please verify your email']);
});
