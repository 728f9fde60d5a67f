import { expect, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import { submitBooking } from './contract.ts';
import { asNewVisitor, bookableCompany, john } from './public-booking-for-tests.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });

test('the mail about a confirmed booking adds it to calendars on the web, the mail about a request does not', async () => {
  const company = await bookableCompany(app, { require_confirmation: false });
  const mailTo = async (email: string, more: object) => {
    const form = company.form({ people: { role: 'client', client: { ...john, email } }, ...more });
    await app.visitor.call(submitBooking, form, { ...asNewVisitor(), headers: { 'accept-language': 'fr' } });
    await app.runDueJobs();
    return app.sent.emails.findLast(({ to }) => JSON.stringify(to).includes(email));
  };
  const booked = await mailTo('jeanne@doe.example', {});
  expect(booked?.html).toMatch(
    /Ajouter au calendrier\u00a0: <a href="https:\/\/calendar\.google\.com\/[^"]*dates=20300308T140000Z/,
  );
  expect(booked?.html).toContain('https://outlook.live.com/calendar/');
  expect(booked?.text).toContain('Google Agenda: https://calendar.google.com/');
  // The personal part of a link signs and pays.
  const google = /href="(https:\/\/calendar\.google[^"]*)"/.exec(String(booked?.html))?.[1] ?? '';
  expect(decodeURIComponent(google)).toMatch(/details=[^&?]*\/client-view\/[^&?]+$/);
  const requested = await mailTo('marc@doe.example', { mode: 'request', date_time: '2030-03-09T12:10' });
  expect(requested?.html).not.toContain('calendar.google.com');
});
