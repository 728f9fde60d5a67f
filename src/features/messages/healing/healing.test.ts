import { afterEach, expect, test } from 'vitest';
import { clients } from '#features/people/contract.ts';
import { getClientView } from '#features/portal/contract.ts';
import { mine } from '#server/db/scope.ts';
import { type Mail, MailRejected, MailUncertain } from '#server/outside/mail.ts';
import { bookedAppointment, newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import {
  closeDeliveryProblem,
  getMessageTimeline,
  listDeliveryProblems,
  listSuppressions,
  removeSuppression,
  resendMessage,
  resendMissed,
} from '../delivery-contract.ts';
import { queueMail } from '../outbox/mail-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const mail = testApp.runtime.external.mail as { send(mail: Mail): Promise<{ providerId: string }> };
const { send } = mail;
const typo = 'ann@gmial.com';
/** The mail server refuses the mistyped address. */
function refuseTypo() {
  mail.send = async (sent) => {
    if (sent.to[0]?.address !== typo) return send(sent);
    const refused = [{ address: typo, isFinal: true, reason: '550 5.1.1 No such user' }];
    throw new MailRejected('refused', refused);
  };
}
afterEach(() => {
  mail.send = send;
  testApp.sent.emails.length = 0;
});

/** A client with a mistyped address who missed a confirmation and the request to sign. */
async function missedBoth() {
  refuseTypo();
  const owner = await testApp.create.owner();
  const person_id = await newClient(owner, { email: typo });
  const { appointment } = await bookedAppointment(owner, { clients: [person_id] });
  await testApp.runDueJobs();
  const row = await personRow(owner, person_id);
  const path = `https://gable.test/client-view/x/agreements?p=${tokenIn(await bodyOf(owner, 'appointment_scheduled'))}`;
  await queueMail(testApp, owner.subscriberId, {
    ...{ key: `agreement_request.${row.id}`, template_key: 'agreement_request', to_address: typo },
    ...{
      appointment_id: appointment.id,
      person_id,
      body_text: path,
      body_html: `<a href="${path}">Sign</a>`,
    },
  });
  await testApp.runDueJobs();
  testApp.sent.emails.length = 0;
  return { owner, person_id, appointment };
}

const personRow = (owner: TestUser, person: string) =>
  testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'appointment_people')
      .where('person_id', '=', person)
      .select(['id', 'link_version'])
      .executeTakeFirstOrThrow(),
  );
const bodyOf = async (owner: TestUser, template: string) =>
  testApp.readAs(owner.subscriberId, async (r) => {
    const row = mine(r, 'outbound_messages').where('template_key', '=', template).select('body_html');
    return (await row.executeTakeFirstOrThrow()).body_html;
  });
const tokenIn = (text: string) => /\?p=([\w-]+\.[\w-]{27})/.exec(text)?.[1] ?? '';

async function correct(owner: TestUser, id: string, email: string) {
  await owner.call(clients.update, { id, email });
}

test('a bounce is reported, and correcting the address offers to send what was missed again', async () => {
  const { owner, person_id, appointment } = await missedBoth();
  const stranger = await testApp.create.owner();
  expect(await stranger.call(listDeliveryProblems, {})).toEqual([]);
  const found = await owner.call(listDeliveryProblems, { appointment_id: appointment.id });
  expect(found).toMatchObject([
    {
      ...{ person_id, kind: 'clients', address: typo, status: 'bounced', suggestion: 'ann@gmail.com' },
      ...{ missed: 2, can_resend: false },
    },
  ]);
  expect(await owner.call(listDeliveryProblems, { person_id })).toEqual(found);
  expect(await owner.request(resendMissed, { person_id })).toMatchObject({ status: 400 });
  await correct(owner, person_id, 'ann@gmail.com');
  expect(await owner.call(listDeliveryProblems, {})).toMatchObject([
    { missed: 2, can_resend: true, current_address: 'ann@gmail.com' },
  ]);
});

test('missed mails are sent again once, with new links, and the old links are dead', async () => {
  const { owner, person_id, appointment } = await missedBoth();
  const before = await personRow(owner, person_id);
  const oldToken = tokenIn(await bodyOf(owner, 'appointment_scheduled'));
  await correct(owner, person_id, 'ann@gmail.com');
  const [first, second] = await Promise.all([
    owner.call(resendMissed, { person_id }),
    owner.call(resendMissed, { person_id }).catch(() => ({ sent: 0 })),
  ]);
  expect(first.sent + second.sent).toBe(2);
  expect(await owner.call(resendMissed, { person_id })).toEqual({ sent: 0 });
  await testApp.runDueJobs();
  const sent = testApp.sent.emails.filter(({ to }) => to[0]?.address === 'ann@gmail.com');
  expect(sent).toHaveLength(2);
  const { link_version } = await personRow(owner, person_id);
  expect(link_version).toBeGreaterThan(before.link_version);
  const tokens = new Set(sent.flatMap(({ text, html }) => [tokenIn(text), tokenIn(html ?? '')]));
  expect(tokens.size).toBe(1);
  expect(tokens.has(oldToken)).toBe(false);
  const viewerOf = async (p: string) =>
    (await testApp.visitor.call(getClientView, { publicId: appointment.public_id, p })).viewer;
  expect(await viewerOf(oldToken)).toBeNull();
  expect(await viewerOf([...tokens][0] ?? '')).not.toBeNull();
  expect(await owner.call(listDeliveryProblems, {})).toEqual([]);
});

test('a confirmation that a later one replaced is not sent again', async () => {
  const { owner, person_id, appointment } = await missedBoth();
  await queueMail(testApp, owner.subscriberId, {
    ...{ key: 'appointment_rescheduled.later', template_key: 'appointment_rescheduled', to_address: typo },
    ...{ appointment_id: appointment.id, person_id },
  });
  await testApp.runDueJobs();
  await correct(owner, person_id, 'ann@gmail.com');
  expect(await owner.call(resendMissed, { person_id })).toEqual({ sent: 2 });
  await testApp.runDueJobs();
  const templates = testApp.sent.emails.map(({ key }) => key.split('.')[0]);
  expect(templates.toSorted()).toEqual(['agreement_request', 'appointment_rescheduled']);
});

test('a problem can be set aside', async () => {
  const { owner, person_id } = await missedBoth();
  expect(await owner.call(closeDeliveryProblem, { address: 'ANN@gmial.com' })).toEqual({ closed: 2 });
  expect(await owner.call(listDeliveryProblems, {})).toEqual([]);
  await correct(owner, person_id, 'ann@gmail.com');
  expect(await owner.call(resendMissed, { person_id })).toEqual({ sent: 0 });
});

test('each company sees and removes its own suppressions only (M5)', async () => {
  const { owner } = await missedBoth();
  const other = await testApp.create.owner();
  mail.send = send;
  const id = await queueMail(testApp, other.subscriberId, { to_address: typo });
  await testApp.runDueJobs();
  expect(testApp.sent.emails.filter(({ to }) => to[0]?.address === typo)).toHaveLength(1);
  expect(id).toBeTruthy();
  expect((await other.call(listSuppressions, {})).pageData).toEqual([]);
  const [entry] = (await owner.call(listSuppressions, { q: 'ANN@' })).pageData;
  expect(entry).toMatchObject({ address: typo, stream: 'all', reason: 'bounced' });
  const theirs = { id: entry?.id ?? '' };
  expect(await other.request(removeSuppression, theirs)).toMatchObject({ status: 404 });
  expect((await owner.call(listSuppressions, {})).pageData).toHaveLength(1);
  await owner.call(removeSuppression, theirs);
  expect((await owner.call(listSuppressions, {})).pageData).toEqual([]);
});

const idOf = (owner: TestUser, template: string) =>
  testApp.readAs(owner.subscriberId, async (r) => {
    const row = mine(r, 'outbound_messages').where('template_key', '=', template).select('id');
    return (await row.executeTakeFirstOrThrow()).id;
  });

test('one message is sent again once, to the corrected address with a new link', async () => {
  const { owner, person_id, appointment } = await missedBoth();
  const id = await idOf(owner, 'agreement_request');
  const oldToken = tokenIn(await bodyOf(owner, 'agreement_request'));
  expect(await owner.request(resendMessage, { id })).toMatchObject({ status: 400 });
  await correct(owner, person_id, 'ann@gmail.com');
  expect(await owner.call(getMessageTimeline, { id })).toMatchObject({ resend_to: 'ann@gmail.com' });
  const twice = await Promise.all([
    owner.request(resendMessage, { id }),
    owner.request(resendMessage, { id }),
  ]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
  await testApp.runDueJobs();
  const sent = testApp.sent.emails.filter(({ to }) => to[0]?.address === 'ann@gmail.com');
  expect(sent.map(({ key }) => key.split('.')[0])).toEqual(['agreement_request']);
  const token = tokenIn(sent[0]?.text ?? '');
  const viewerOf = async (p: string) =>
    (await testApp.visitor.call(getClientView, { publicId: appointment.public_id, p })).viewer;
  expect(await viewerOf(oldToken)).toBeNull();
  expect(await viewerOf(token)).not.toBeNull();
  expect(await owner.call(getMessageTimeline, { id })).toMatchObject({
    resend_to: null,
    repeated_at: '2030-03-01T14:00:00.000Z',
  });
  // The other one is still missed.
  expect(await owner.call(resendMissed, { person_id })).toEqual({ sent: 1 });
});

test('an unconfirmed message is sent again only by a user, and keeps its links', async () => {
  const owner = await testApp.create.owner();
  await testApp.runDueJobs();
  mail.send = async () => {
    throw new MailUncertain('the connection ended');
  };
  const person_id = await newClient(owner, { email: 'drop@a.example' });
  await bookedAppointment(owner, { clients: [person_id] });
  await testApp.runDueJobs();
  mail.send = send;
  testApp.sent.emails.length = 0;
  await testApp.runDueJobs();
  expect(testApp.sent.emails).toEqual([]);
  const [problem] = await owner.call(listDeliveryProblems, { person_id });
  expect(problem).toMatchObject({ status: 'uncertain', can_resend: false });
  const id = problem?.message_id ?? '';
  const before = tokenIn(await bodyOf(owner, 'appointment_scheduled'));
  expect(await owner.call(resendMessage, { id })).toEqual({ to: 'drop@a.example' });
  expect(await owner.call(listDeliveryProblems, { person_id })).toEqual([]);
  await testApp.runDueJobs();
  expect(testApp.sent.emails.map(({ html }) => tokenIn(html ?? ''))).toEqual([before]);
});

test('what is on its way, about a login, or replaced by a later message is not sent again', async () => {
  const { owner, person_id, appointment } = await missedBoth();
  await correct(owner, person_id, 'ann@gmail.com');
  const refusal = async (id: string) => (await owner.request(resendMessage, { id })).error?.message;
  const queued = await queueMail(testApp, owner.subscriberId);
  expect(await refusal(queued)).toBe('This message is still on its way');
  const login = await queueMail(testApp, owner.subscriberId, { stream: 'account' });
  await testApp.runDueJobs();
  expect(await refusal(login)).toMatch(/^Emails about a login/);
  const first = await idOf(owner, 'appointment_scheduled');
  await queueMail(testApp, owner.subscriberId, {
    ...{ key: 'appointment_canceled.later', template_key: 'appointment_canceled' },
    ...{ appointment_id: appointment.id, person_id },
  });
  expect(await refusal(first)).toMatch(/^A later message replaced this one/);
  const stranger = await testApp.create.owner();
  expect((await stranger.request(resendMessage, { id: first })).error?.type).toBe('NOT_FOUND');
});
