import { beforeEach, describe, expect, test } from 'vitest';
import { type Appointment, getAppointment } from '#features/appointments/contract.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import { clients } from '#features/people/contract.ts';
import { createDiscount } from '#features/services/discount-contract.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import { confirmBooking, getConfirmation } from '../confirmation-contract.ts';
import { submitBooking } from '../contract.ts';
import {
  asNewVisitor,
  type BookableCompany,
  bookableCompany,
  john,
  onlyStartsAt,
} from '../public-booking-for-tests.ts';

const start = '2030-03-01T14:00:00Z';
const app = await startTestApp({ at: start });
let company: BookableCompany;
let visitors = 0;
beforeEach(async () => {
  app.clock.set(start);
  company = await bookableCompany(app, { confirm_by_email: true });
});

type Form = ReturnType<BookableCompany['form']>;
/** A form of a person whose mail no other test gets. */
function newForm(more: Partial<Form> = {}): Form & { email: string } {
  visitors += 1;
  const email = `visitor${visitors}@doe.example`;
  return { ...company.form({ people: { role: 'client', client: { ...john, email } }, ...more }), email };
}
async function send({ email: _, ...form }: Form & { email: string }) {
  const answer = await app.visitor.request(submitBooking, form, asNewVisitor());
  await app.runDueJobs();
  return answer;
}
const mailsTo = (email: string) => app.sent.emails.filter((mail) => JSON.stringify(mail.to).includes(email));
/** The link in the last mail to an address. */
function linkTo(email: string) {
  const [, requestId = '', token = ''] =
    mailsTo(email)
      .map((mail) => /\/confirm-booking\/([\w-]+)\/([\w-]+)/.exec(mail.text))
      .findLast((found) => found !== null) ?? [];
  return { requestId, token };
}
const open = (link: object) => app.visitor.call(getConfirmation, link as never, asNewVisitor());
const confirm = (link: object, more: object = {}) =>
  app.visitor.request(confirmBooking, { ...link, ...more } as never, asNewVisitor());
async function stored(): Promise<Appointment[]> {
  const { pageData } = await company.owner.call(listAppointments, { tab: 'all' });
  return Promise.all(
    pageData.map(
      async (row) => (await company.owner.call(getAppointment, { inspection_id: row.id })) as Appointment,
    ),
  );
}
/** Signs in again: sessions end while the clock moves. */
async function advance(minutes: number) {
  app.clock.advance(minutes * 60_000);
  company.owner = await app.create.signInAgain(company.owner);
}

describe('a booking that has to be confirmed', () => {
  test('holds its time for half an hour and is booked by the button behind the link', async () => {
    const form = newForm();
    const answer = await send(form);
    expect(answer.data).toMatchObject({
      ...{ publicId: null, status: 'unconfirmed', at: '2030-03-08T09:00:00-05:00' },
      confirm: {
        email: form.email,
        until: '2030-03-02T09:00:00-05:00',
        held_until: '2030-03-01T09:30:00-05:00',
      },
    });
    expect([await stored(), (await company.owner.call(clients.list, {})).pageData]).toEqual([[], []]);
    expect(await company.starts('2030-03-08')).not.toContain('2030-03-08T09:00:00-05:00');
    expect(mailsTo(form.email).map((mail) => mail.subject)).toEqual([
      'Confirm your appointment on 03/08/2030',
    ]);
    const link = linkTo(form.email);
    expect(await open(link)).toMatchObject({
      ...{ state: 'waiting', mode: 'schedule', address: '12 Main St, Boulder, CO 80301', booked: null },
      held_until: '2030-03-01T09:30:00-05:00',
    });
    const confirmed = await confirm(link);
    expect(confirmed.data).toMatchObject({ status: 'requested', confirm: null });
    expect(await stored()).toMatchObject([
      { source: 'online', date_time: '2030-03-08T09:00:00-05:00', inspectors: [company.owner.id] },
    ]);
    await app.runDueJobs();
    expect(mailsTo(form.email)).toHaveLength(2);
  });

  test('is not booked by programs that open the link (B1), and once by several clicks', async () => {
    const form = newForm();
    await send(form);
    const link = linkTo(form.email);
    for (const method of ['HEAD', 'GET'] as const) {
      const url = `/api/v2/public/companies/${link.requestId}/confirmations/${link.token}`;
      await app.app.inject({ method, url, remoteAddress: asNewVisitor().ip });
    }
    await app.runDueJobs();
    expect([await stored(), mailsTo(form.email).length]).toEqual([[], 1]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(link)));
    answers.push(await confirm(link));
    const ids = answers.map((one) => (one.data as { publicId: string }).publicId);
    expect(new Set(ids).size).toBe(1);
    await app.runDueJobs();
    expect([(await stored()).length, mailsTo(form.email).length]).toEqual([1, 2]);
    expect(await open(link)).toMatchObject({ state: 'booked', booked: { publicId: ids[0] } });
    const again = await send(form);
    expect((again.data as { publicId: string }).publicId).toBe(ids[0]);
  });

  test('sent again waits still, without another mail; with another address it replaces the first one', async () => {
    const form = newForm();
    const first = await send(form);
    expect((await send(form)).data).toEqual(first.data);
    expect(mailsTo(form.email)).toHaveLength(1);
    const old = linkTo(form.email);
    const email = `right.${form.email}`;
    const second = await send({ ...form, email, people: { role: 'client', client: { ...john, email } } });
    expect(second.data).toMatchObject({ status: 'unconfirmed', confirm: { email } });
    expect((await confirm(old)).status).toBe(404);
    expect((await confirm(linkTo(email))).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  test('is booked after its time was released if that is still free, or at another free time', async () => {
    await onlyStartsAt(app, company.owner, [900, 1400], [5]);
    const [one, two] = [newForm(), newForm({ date_time: '2030-03-08T14:00' })];
    await send(one);
    await send(two);
    await advance(31);
    expect(await open(linkTo(one.email))).toMatchObject({ state: 'waiting', held_until: null });
    const { subscriberId } = company.owner;
    await company.owner.call(updateSettings, { subscriberId, confirm_by_email: false });
    await send(newForm());
    const link = linkTo(one.email);
    expect(await open(link)).toMatchObject({
      state: 'taken',
      next: [
        '2030-03-08T14:00:00-05:00',
        '2030-03-15T09:00:00-04:00',
        expect.anything(),
        expect.anything(),
        expect.anything(),
        expect.anything(),
      ],
    });
    expect((await confirm(link)).error).toMatchObject({
      type: 'CONFLICT',
      details: { next: expect.anything() },
    });
    expect((await confirm(link, { date_time: '2030-03-15T09:00:00-04:00' })).data).toMatchObject({
      at: '2030-03-15T09:00:00-04:00',
    });
    expect((await confirm(linkTo(two.email))).data).toMatchObject({ at: '2030-03-08T14:00:00-05:00' });
  });

  test('expires after a day, and what was typed is deleted after a week', async () => {
    const form = newForm();
    await send(form);
    const link = linkTo(form.email);
    await advance(24 * 60);
    expect((await open(link)).state).toBe('expired');
    expect((await confirm(link)).error).toMatchObject({ type: 'GONE', message: 'This link has expired' });
    expect(await stored()).toEqual([]);
    await advance(7 * 24 * 60);
    const { cleanUp } = await import('#app/jobs/clean-up.ts');
    await cleanUp(app.runtime);
    expect((await app.visitor.request(getConfirmation, link, asNewVisitor())).status).toBe(404);
  });

  test('whose service is gone says so, and stays unbooked', async () => {
    const form = newForm();
    await send(form);
    await company.set({ enable_online_scheduling: false });
    expect((await open(linkTo(form.email))).state).toBe('changed');
    expect((await confirm(linkTo(form.email))).error?.type).toBe('BAD_USER_INPUT');
    expect(await stored()).toEqual([]);
  });

  test('is answered alike for people the company knows, and for programs', async () => {
    const known = newForm();
    await send(known);
    await confirm(linkTo(known.email));
    const answers: unknown[] = [];
    for (const [n, date_time] of ['2030-03-11T09:00', '2030-03-12T09:00', '2030-03-13T09:00'].entries()) {
      const form = newForm({
        date_time,
        ...(n === 0 ? { people: known.people } : {}),
        ...(n === 2 ? { subject: 'x' } : {}),
      });
      const { status, data } = await send(form);
      const {
        confirm: mail,
        at: _at,
        end: _end,
        ...rest
      } = data as { confirm: object; at: string; end: string };
      answers.push([status, rest, { ...mail, email: '' }]);
    }
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
  });

  test('sends few mails to one address', async () => {
    const { people, email } = newForm();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const form = { ...newForm({ mode: 'request', date_time: '2030-03-09T12:00' }), people, email };
      statuses.push((await send(form)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(mailsTo(email)).toHaveLength(5);
  });

  test('sends few mails to one address, also by one form that is changed again and again', async () => {
    const [form, other] = [newForm({ mode: 'request', date_time: '2030-03-09T12:00' }), newForm()];
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      for (const { people, email } of [form, other]) {
        const { status } = await send({ ...form, people, email, message: `Version ${n}` });
        if (email === form.email) statuses.push(status);
      }
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(mailsTo(form.email)).toHaveLength(5);
    await advance(61);
    for (let n = 6; n < 12; n += 1) await send({ ...form, message: `Version ${n}` });
    expect(mailsTo(form.email)).toHaveLength(10);
  });

  test('sends few mails to one address from the pages of all companies, and answers no differently', async () => {
    const { people, email } = newForm();
    const answers: unknown[] = [];
    for (let n = 0; n < 3; n += 1) {
      const other = await bookableCompany(app, { confirm_by_email: true });
      for (let m = 0; m < 5; m += 1) {
        const form = other.form({ mode: 'request', date_time: '2030-03-09T12:00', people });
        const { status, data } = await send({ ...form, email });
        answers.push([status, (data as { confirm: unknown }).confirm]);
      }
    }
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(mailsTo(email)).toHaveLength(10);
    await advance(60);
    await app.runDueJobs();
    expect(mailsTo(email)).toHaveLength(15);
  });

  test('holds another time that its visitor chose before sending it again, and no longer the first one', async () => {
    const form = newForm();
    await send(form);
    const second = '2030-03-08T14:00:00-05:00';
    const hold_id = await company.hold(second);
    const answer = await send({ ...form, date_time: second, hold_id });
    expect(answer.data).toMatchObject({ status: 'unconfirmed', at: second });
    const free = await company.starts('2030-03-08');
    expect([free.includes('2030-03-08T09:00:00-05:00'), free.includes(second)]).toEqual([true, false]);
    expect((await confirm(linkTo(form.email))).data).toMatchObject({ at: second });
  });

  test('is the one that waits already after the page was loaded again', async () => {
    const { email, ...form } = newForm();
    const at = asNewVisitor();
    const first = await app.visitor.call(submitBooking, form, at);
    const again = await app.visitor.call(submitBooking, { ...form, submission_key: newId() }, at);
    await app.runDueJobs();
    expect([again, mailsTo(email).length]).toEqual([first, 1]);
  });

  test('holds nothing once it is sent again as a request', async () => {
    const form = newForm();
    await send(form);
    await send({ ...form, mode: 'request' });
    expect(await company.starts('2030-03-08')).toContain('2030-03-08T09:00:00-05:00');
  });
});

test('a request is confirmed too, and blocks nothing until then', async () => {
  const form = newForm({ mode: 'request', date_time: '2030-03-08T09:00' });
  expect((await send(form)).data).toMatchObject({ status: 'unconfirmed', confirm: { held_until: null } });
  expect(await company.starts('2030-03-08')).toContain('2030-03-08T09:00:00-05:00');
  expect((await confirm(linkTo(form.email))).data).toMatchObject({ status: 'requested', technicians: [] });
});

test('a code that each client may use once is confirmed by mail: only its reader learns that it was used', async () => {
  await company.set({ confirm_by_email: false });
  const code = { code: 'ONCE', type: 1, value: 10, online: true, max_uses_per_client: 1 };
  await company.owner.call(createDiscount, code as never);
  const form = newForm({ discount_code: 'once' });
  await send(form);
  expect((await confirm(linkTo(form.email))).status).toBe(200);
  const { people, email } = form;
  const again = { ...newForm({ discount_code: 'ONCE', date_time: '2030-03-08T14:00' }), people, email };
  expect((await send(again)).data).toMatchObject({ status: 'unconfirmed' });
  const refused = await confirm(linkTo(email));
  expect(refused.error?.details).toEqual({ discount_code: 'Discount code is not valid' });
  expect((await confirm(linkTo(email), { without_code: true })).status).toBe(200);
  expect((await stored()).map((one) => one.total_fee).sort()).toEqual([540, 600]);
});

test('after many bookings from one address further ones are confirmed by mail', async () => {
  await company.set({ confirm_by_email: false });
  const at = asNewVisitor();
  const statuses: string[] = [];
  for (let n = 0; n < 21; n += 1) {
    const { email: _, ...form } = newForm({ mode: 'request', date_time: '2030-03-09T12:00' });
    statuses.push((await app.visitor.call(submitBooking, form, at)).status);
  }
  expect(statuses.slice(-2)).toEqual(['requested', 'unconfirmed']);
});
