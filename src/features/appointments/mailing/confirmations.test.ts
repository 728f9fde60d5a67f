import { describe, expect, test } from 'vitest';
import { clients } from '#features/people/contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as booking from '../booking-contract.ts';
import { goodPayload } from '../booking-for-tests.ts';
import * as contract from '../contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });

async function mailsOf(more: Parameters<typeof goodPayload>[1] = {}) {
  const owner = await app.create.owner({ company_name: 'Ann & Co <Homes>' });
  const made = await owner.call(booking.bookAppointment, await goodPayload(owner, more));
  const mails = async () => {
    await app.runDueJobs();
    return app.sent.emails.filter((m) => m.text.includes(made.public_id) || m.subject.includes('canceled'));
  };
  return { owner, made, mails };
}

describe('the confirmation', () => {
  test('is sent once to each client with a personal link and its own key', async () => {
    const { owner, made, mails } = await mailsOf();
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.to).toEqual([{ address: 'clara@client.example' }]);
    expect(sent[0]?.subject).toBe('Your inspection on 03/08/2030 is confirmed');
    expect(sent[0]?.text).toContain(' 9:00 AM (EST)');
    expect(sent[0]?.text).toContain(made.people.find((p) => p.role === 'client')?.link);
    expect(sent[0]?.html).not.toContain('<Homes>');
    expect(sent[0]?.key).toMatch(/^appointment_scheduled\./);
    await owner.call(booking.updateAppointment, { id: made.id, occupied: false });
    expect(await mails()).toHaveLength(1);
  });

  test("uses the client's language and is copied to the client's CC addresses", async () => {
    const owner = await app.create.owner();
    const payload = await goodPayload(owner);
    const dora = await owner.call(clients.create, {
      first_name: 'Dora',
      last_name: 'D',
      email: 'dora@d.example',
      email_cc: 'a@x.example, b@x.example',
    });
    await app.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('contacts')
        .set({ language: 'de' })
        .where('subscriber_id', '=', w.subscriberId)
        .where('id', '=', dora.id)
        .execute(),
    );
    await owner.call(booking.bookAppointment, { ...payload, clients: [dora.id] });
    await app.runDueJobs();
    const mail = app.sent.emails.find((m) => m.to[0]?.address === 'dora@d.example');
    expect(mail?.html).toContain('lang="de"');
    expect(mail?.cc).toEqual([{ address: 'a@x.example' }, { address: 'b@x.example' }]);
  });

  test.each([
    ['en', 'Your inspection on 03/08/2030 is confirmed', 'for 03/08/2030 at 9:00 AM (EST)'],
    ['de', 'Ihre Inspektion am 08.03.2030 ist bestätigt', '08.03.2030 um 09:00 (EST)'],
    ['fr', '08/03/2030', '09:00 (EST)'],
  ])('writes date and time as the reader’s language does: %s', async (language, subject, when) => {
    const owner = await app.create.owner();
    const payload = await goodPayload(owner);
    const email = `${language}@reader.example`;
    const reader = await owner.call(clients.create, { first_name: 'Dora', last_name: 'D', email });
    await app.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('contacts')
        .set({ language })
        .where('subscriber_id', '=', w.subscriberId)
        .where('id', '=', reader.id)
        .execute(),
    );
    await owner.call(booking.bookAppointment, { ...payload, clients: [reader.id] });
    await app.runDueJobs();
    const mail = app.sent.emails.find((m) => m.to[0]?.address === email);
    expect(mail?.subject).toContain(subject);
    expect(mail?.text).toContain(when);
    expect(mail?.html).toContain(when);
  });

  test.each([
    [{ disable_automated_notifications: true }, 0],
    [{ disable_automated_notifications: true, send_notifications: true }, 1],
    [{ send_notifications: false }, 0],
    [{ address: '', state: '', zip_code: '' }, 0],
  ])('for %j is sent this many times: %i', async (more, count) => {
    const { mails } = await mailsOf(more);
    expect(await mails()).toHaveLength(count);
  });

  test('waits for the address and is then sent', async () => {
    const { owner, made, mails } = await mailsOf({ address: '' });
    expect(await mails()).toHaveLength(0);
    await owner.call(booking.updateAppointment, { id: made.id, address: '1 New St' });
    expect(await mails()).toHaveLength(1);
  });

  test('is separate from the messages for a request, a move and a cancellation', async () => {
    const { owner, made, mails } = await mailsOf({ confirm_inspection: false });
    const { id } = made;
    await mails();
    await owner.call(contract.confirmAppointment, { id });
    await mails();
    await owner.call(booking.updateAppointment, { id, date_time: '2030-03-09T10:00' });
    await mails();
    await owner.call(contract.cancelAppointment, { id });
    const subjects = (await mails()).map((m) => m.subject);
    expect(subjects).toEqual([
      'We received your request for 03/08/2030',
      'Your inspection on 03/08/2030 is confirmed',
      'Your inspection was rescheduled to 03/09/2030',
      'Your inspection on 03/09/2030 was canceled',
    ]);
  });
});
