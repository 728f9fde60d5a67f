import { expect, test } from 'vitest';
import { clients } from '#features/people/contract.ts';
import { mine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import { submitBooking } from './contract.ts';
import { asNewVisitor, bookableCompany, john } from './public-booking-for-tests.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });

test('a visitor reads the product’s texts in their language, on the page and in the mail', async () => {
  const company = await bookableCompany(app);
  const email = 'hans@doe.example';
  const book = (more: object = {}) =>
    app.visitor.call(
      submitBooking,
      company.form({ people: { role: 'client', client: { ...john, email } }, ...more }),
      { ...asNewVisitor(), headers: { 'accept-language': 'de-AT' } },
    );
  expect((await book()).text).toMatch(/^<p>Vielen Dank für Ihre Buchung bei Test Inspections\./);
  await app.runDueJobs();
  const mail = app.sent.emails.findLast(({ to }) => JSON.stringify(to).includes(email));
  expect(mail?.subject).toMatch(/^Wir haben Ihre Anfrage/);
  const request = { mode: 'request', date_time: '2030-03-09T12:10' };
  expect((await book(request)).text).toMatch(/^<p>Vielen Dank\. Ihre Anfrage ist bei Test Inspections/);
  // A company's own words are shown as they are written.
  await company.set({ confirmation_text: '<p>See you soon</p>' });
  expect((await book({ date_time: '2030-03-08T13:00:00-05:00' })).text).toBe('<p>See you soon</p>');
});

test('a known contact without a language reads the language of the form they filled in; nothing of the contact changes', async () => {
  const company = await bookableCompany(app);
  const email = 'erika@doe.example';
  const { id } = await company.owner.call(clients.create, { ...john, email });
  const people = { role: 'client' as const, client: { ...john, email } };
  const inGerman = { ...asNewVisitor(), headers: { 'accept-language': 'de-AT' } };
  await app.visitor.call(submitBooking, company.form({ people }), inGerman);
  await app.runDueJobs();
  const mail = app.sent.emails.findLast(({ to }) => JSON.stringify(to).includes(email));
  expect(mail?.subject).toMatch(/^Wir haben Ihre Anfrage/);
  const stored = await app.readAs(company.owner.subscriberId, (r) =>
    mine(r, 'contacts').where('id', '=', id).select('language').executeTakeFirstOrThrow(),
  );
  expect(stored.language).toBe('');
});
