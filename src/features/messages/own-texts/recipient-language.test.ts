import { expect, test } from 'vitest';
import { updateSettings } from '#features/company/settings-contract.ts';
import { agents, clients } from '#features/people/contract.ts';
import { updateProfile } from '#features/people/profile-contract.ts';
import { bookedAppointment, newClient } from '#testing/bookings.ts';
import { openTextHarness } from '../replies/text-harness-for-tests.ts';

const { testApp, company, settle, received } = await openTextHarness();

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

const phrases = {
  en: ['Hello ', 'confirmed for', 'Open your page'],
  de: ['Guten Tag ', 'bestätigt', 'Ihre Seite öffnen'],
  fr: ['Bonjour ', 'est confirmée', 'Ouvrir votre page'],
} as const;
const dates = { en: '03/08/2030 at 9:00 AM', de: '08.03.2030 um 09:00', fr: '08/03/2030 à 09:00' } as const;

/** Fails for a phrase or date that is missing, or that belongs to another language. */
function expectWholly(
  lang: keyof typeof phrases,
  content: string,
  expected: readonly string[] = [...phrases[lang], dates[lang]],
) {
  const others = (['en', 'de', 'fr'] as const).filter((one) => one !== lang);
  for (const phrase of expected) expect(content).toContain(phrase);
  for (const other of others)
    for (const foreign of [...phrases[other], dates[other]]) expect(content).not.toContain(foreign);
}

test('one booking by a German user reaches each reader wholly in their language, by email and text (M8)', async () => {
  const owner = await company();
  await owner.call(updateProfile, { language: 'de' });
  await owner.call(updateSettings, { subscriberId: owner.subscriberId, message_language: 'de' });
  const phones = { fr: '5125550161', de: '5125550162' };
  const french = await newClient(owner, { email: 'fr@m8.example', phone: phones.fr, language: 'fr' });
  const without = await newClient(owner, { email: 'none@m8.example', phone: phones.de });
  const agent = { first_name: 'Ag', last_name: 'Ent', email: 'en@m8.example', language: 'en' };
  const { id: english } = await owner.call(agents.create, agent);
  await bookedAppointment(owner, { clients: [french, without], agents: [english] });
  // Sent later, by the worker.
  await settle();
  const readers = { 'fr@m8.example': 'fr', 'none@m8.example': 'de', 'en@m8.example': 'en' } as const;
  for (const [address, lang] of Object.entries(readers)) {
    const mail = testApp.sent.emails.find(({ to }) => to[0]?.address === address);
    expectWholly(lang, `${mail?.subject}\n${mail?.html}`);
    expectWholly(lang, mail?.text ?? '', [phrases[lang][0], phrases[lang][1], dates[lang]]);
    expect(mail?.html).toContain(`lang="${lang}"`);
  }
  expectWholly('fr', received(`+1${phones.fr}`).join(), [dates.fr, 'STOP pour ne plus en recevoir']);
  expectWholly('de', received(`+1${phones.de}`).join(), [dates.de, 'Mit STOP abbestellen']);
});
