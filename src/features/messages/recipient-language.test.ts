import { expect, test } from 'vitest';
import { updateSettings } from '#features/company/settings-contract.ts';
import { clients } from '#features/people/contract.ts';
import { updateProfile } from '#features/people/profile-contract.ts';
import { bookedAppointment, newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });

test('each client gets a message wholly in their own language, else in the company’s, not the booker’s', async () => {
  const owner = await testApp.create.owner();
  await owner.call(updateProfile, { language: 'de' });
  const people = [
    await newClient(owner, { email: 'fr@lang.example' }),
    await newClient(owner, { email: 'en@lang.example' }),
    await newClient(owner, { email: 'none@lang.example' }),
  ];
  const [french = '', english = '', none = ''] = people;
  await owner.call(clients.update, { id: french, language: 'French' });
  await owner.call(clients.update, { id: english, language: 'en-GB' });
  expect(await owner.call(clients.get, { id: french })).toMatchObject({ language: 'fr' });
  expect(await owner.call(clients.get, { id: none })).toMatchObject({ language: '' });
  await owner.call(updateSettings, { subscriberId: owner.subscriberId, message_language: 'de' });
  await testApp.runDueJobs();
  testApp.sent.emails.length = 0;
  await bookedAppointment(owner, { clients: people });
  await testApp.runDueJobs();
  const mailOf = (lang: string) => testApp.sent.emails.find((mail) => mail.to[0]?.address.startsWith(lang));
  expect(mailOf('fr')?.subject).toMatch(/^Votre inspection du /);
  expect(mailOf('fr')?.html).toContain('lang="fr"');
  expect(mailOf('en')?.html).toContain('lang="en"');
  expect(mailOf('none')?.html).toContain('lang="de"');
  const wrong = await owner.request(clients.update, { id: none, language: 'Frisian' });
  expect(wrong.error?.details).toEqual({ language: 'Unknown language' });
});
