import { expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { cancelAppointment } from '#features/appointments/contract.ts';
import { newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { bookedWith, groupOf, jobsOf, runAutomations } from './automations-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();
const mailsOf = (subject: string) => testApp.sent.emails.filter((mail) => mail.subject.includes(subject));
const states = async (id: string) =>
  (await jobsOf(testApp, id)).map((job) => [job.event_type, job.status, job.reason]);

test('an email action arrives with its values, once, in the language of each recipient', async () => {
  const ann = await newClient(owner, {
    first_name: 'Ann',
    email: 'ann@x.example',
    email_cc: 'ann2@x.example',
  });
  const udo = await newClient(owner, { first_name: 'Udo', email: 'udo@x.example', language: 'de' });
  const group = await groupOf(owner, {
    event_type: 2,
    cc_address: ['office@x.example'],
    subject: 'Booked {{inspection.date}} {{inspection.time}}',
    body_content: '<p>Hello {{clients.first_name}}, {{inspection.client_link}} {{inspection.occupied}}</p>',
  });
  const booked = await bookedWith(owner, group, { clients: [ann, udo] });
  await runAutomations(testApp);
  await runAutomations(testApp);
  const mails = mailsOf('Booked').toSorted((a, b) =>
    (a.to[0]?.address ?? '').localeCompare(b.to[0]?.address ?? ''),
  );
  expect(mails.map((mail) => [mail.subject, mail.to, mail.cc])).toEqual([
    [
      'Booked 03/08/2030 9:00 AM EST',
      [{ address: 'ann@x.example' }],
      [{ address: 'ann2@x.example' }, { address: 'office@x.example' }],
    ],
    ['Booked 08.03.2030 09:00 EST', [{ address: 'udo@x.example' }], []],
  ]);
  const links = booked.people.filter((one) => one.role === 'client').map((one) => one.link);
  expect(links).toHaveLength(2);
  for (const [i, link] of links.entries()) expect(mails[i]?.html).toContain(`href="${link}"`);
  expect(mails[1]?.text).toContain('Hello Udo');
  expect(mails[1]?.text).toContain(' Ja');
  const [job] = await jobsOf(testApp, booked.id);
  expect(job).toMatchObject({
    status: 'done',
    outcome: { reached: ['ann@x.example', 'udo@x.example', 'office@x.example'], unreachable: [] },
    action_snapshot: { event_type: 2 },
  });
});

test('a canceled appointment sends its cancellation and nothing else, and a moved one follows (A2)', async () => {
  const before = (hours: number) => ({
    ...{ event_type: 18, trigger_type: 'before', duration: hours, duration_type: 1 },
    subject: `A2 ${hours} h before`,
  });
  const canceled = { event_type: 14, subject: 'A2 canceled {{inspection.cancel_reason}}' };
  const later = { event_type: 2, duration: 3, duration_type: 2, subject: 'A2 three days later' };
  const group = await groupOf(owner, before(24), before(2), canceled, later);
  const first = await bookedWith(owner, group, { at: '2030-03-12T09:00' });
  const second = await bookedWith(owner, group, { at: '2030-03-14T09:00' });
  await owner.call(cancelAppointment, { id: first.id, reason: 'Sold' });
  await owner.call(updateAppointment, { id: second.id, date_time: '2030-03-16T09:00' });
  expect((await states(first.id)).toSorted()).toEqual([
    [14, 'pending', null],
    [18, 'canceled', 'canceled'],
    [18, 'canceled', 'canceled'],
    [2, 'canceled', 'canceled'],
  ]);
  const planned = (await jobsOf(testApp, second.id)).filter((job) => job.event_type === 18);
  expect(planned.map((job) => [job.status, job.run_at]).toSorted()).toEqual([
    ['pending', '2030-03-15T13:00:00.000Z'],
    ['pending', '2030-03-16T11:00:00.000Z'],
  ]);
  await runAutomations(testApp);
  await testApp.advanceTime('20 days');
  await runAutomations(testApp);
  expect(mailsOf('A2').map((mail) => mail.subject)).toEqual(['A2 canceled Sold']);
});
