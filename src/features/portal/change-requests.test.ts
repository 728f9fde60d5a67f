import { describe, expect, test } from 'vitest';
import { addAttachment } from '#features/appointments/attachments-contract.ts';
import { bookAppointment, updateAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { cancelAppointment, listActivity } from '#features/appointments/contract.ts';
import { agents } from '#features/people/contract.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { downloadAttachment, getClientView, requestChange } from './contract.ts';
import * as office from './office-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });

async function booked(owner: TestUser, more: Parameters<typeof goodPayload>[1] = {}) {
  const appointment = await owner.call(bookAppointment, await goodPayload(owner, more));
  const [clara] = await owner.call(office.listLinks, { id: appointment.id });
  const p = new URL(clara?.link ?? '').searchParams.get('p') ?? '';
  return { id: appointment.id, publicId: appointment.public_id, rev: appointment.rev, p };
}

describe('change requests', () => {
  test('are stored, mailed to the company, shown in the activity, and handled', async () => {
    const owner = await testApp.create.owner();
    const { id, publicId, p } = await booked(owner);
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    const wish = { wish: 'time', message: 'Could we meet at ten?' } as const;
    expect(await testApp.visitor.call(requestChange, { publicId, p, ...wish })).toBeNull();
    await testApp.runDueJobs();
    const mail = testApp.sent.emails.find((one) => one.subject.startsWith('Change request'));
    expect(mail?.text).toContain('Could we meet at ten?');
    expect(mail?.text).toContain('Clara Client');
    expect(mail?.text).toContain('Requested change: Date or time');
    expect(mail?.replyTo).toEqual({ address: 'clara@client.example' });
    const [asked] = await owner.call(office.listChangeRequests, { id });
    expect(asked).toMatchObject({ name: 'Clara Client', is_known: true, handled_at: null, ...wish });
    const { pageData } = await owner.call(listActivity, { id });
    const entry = pageData.find((row) => row.type === 'appointment.change_requested');
    expect(entry).toMatchObject({ person: 'Clara Client' });
    const seen = await testApp.visitor.call(getClientView, { publicId, p });
    expect(seen.change_requests).toMatchObject([{ ...wish, is_handled: false }]);
    const settled = { id, requestId: asked?.id ?? '', handled: true };
    expect(await owner.call(office.handleChangeRequest, settled)).toMatchObject({
      handled_by_name: 'Olive Owner',
    });
    expect((await testApp.visitor.call(getClientView, { publicId, p })).change_requests).toMatchObject([
      { is_handled: true },
    ]);
    expect(await owner.call(office.handleChangeRequest, { ...settled, handled: false })).toMatchObject({
      handled_at: null,
    });
  });

  test('require a name without a personal link, and are not shown on that page', async () => {
    const owner = await testApp.create.owner();
    const { id, publicId } = await booked(owner);
    const wish = { publicId, wish: 'other', message: 'Please call' } as const;
    expect((await testApp.visitor.request(requestChange, wish)).error?.details).toHaveProperty('name');
    await testApp.visitor.call(requestChange, { ...wish, name: 'Ned', email: 'ned@example.com' });
    expect(await owner.call(office.listChangeRequests, { id })).toMatchObject([
      { name: 'Ned', email: 'ned@example.com', is_known: false },
    ]);
    const raw = (await testApp.visitor.request(getClientView, { publicId })).raw.toString();
    expect(raw).not.toContain('Please call');
    expect(raw).not.toContain('ned@example.com');
  });

  test('of strangers, however many are open, do not block a client', async () => {
    const owner = await testApp.create.owner();
    const { publicId, p } = await booked(owner);
    const wish = { publicId, wish: 'time', message: 'x' } as const;
    const asks = (i: number) =>
      testApp.visitor.request(requestChange, { ...wish, name: 'Ned' }, { ip: `192.0.2.${20 + (i % 3)}` });
    for (let i = 0; i < 20; i++) expect((await asks(i)).status).toBe(200);
    expect((await asks(20)).error?.message).toContain('You have too many open requests');
    expect((await testApp.visitor.request(requestChange, { ...wish, p }, { ip: '192.0.2.30' })).status).toBe(
      200,
    );
  });

  test('are rejected when empty, invalid, too frequent, for canceled or foreign appointments', async () => {
    const owner = await testApp.create.owner();
    const { id, publicId, p } = await booked(owner);
    const ask = (more: object, ip = '192.0.2.7') =>
      testApp.visitor.request(requestChange, { publicId, p, wish: 'time', message: 'x', ...more }, { ip });
    expect((await ask({ message: '  ' })).error?.details).toHaveProperty('message');
    expect((await ask({ wish: 'everything' })).error?.details).toHaveProperty('wish');
    for (let i = 0; i < 8; i++) await ask({});
    expect((await ask({})).error?.type).toBe('RATE_LIMITED');
    const stranger = await testApp.create.owner();
    const [one] = await owner.call(office.listChangeRequests, { id });
    expect((await stranger.request(office.listChangeRequests, { id })).status).toBe(404);
    const handled = { id, requestId: one?.id ?? '', handled: true };
    expect((await stranger.request(office.handleChangeRequest, handled)).status).toBe(404);
    expect((await owner.request(office.handleChangeRequest, { ...handled, requestId: newId() })).status).toBe(
      404,
    );
    await owner.call(cancelAppointment, { id, reason: 'Sold', notify: false });
    expect((await ask({}, '192.0.2.8')).error?.details).toHaveProperty('wish');
  });
});

test('a rescheduled appointment shows its previous time', async () => {
  const owner = await testApp.create.owner();
  const { id, publicId, p, rev } = await booked(owner);
  expect((await testApp.visitor.call(getClientView, { publicId, p })).moved_from).toBeNull();
  await owner.call(updateAppointment, { id, rev, date_time: '2030-03-09T10:00' });
  const seen = await testApp.visitor.call(getClientView, { publicId, p });
  expect(seen).toMatchObject({
    date_time: '2030-03-09T10:00:00-05:00',
    moved_from: '2030-03-08T09:00:00-05:00',
  });
});

test('a document that counts as a report is listed with the reports, behind their gate', async () => {
  const owner = await testApp.create.owner();
  const { id, publicId, p } = await booked(owner);
  const add = (name: string, flags: object) =>
    owner.call(addAttachment, {
      id,
      file: new File(['%PDF-1.4 radon'], name, { type: 'application/pdf' }),
      ...flags,
    });
  await add('radon.pdf', { as_report: true });
  await add('plan.pdf', { visible_to_client: true });
  await add('secret.pdf', {});
  const seen = await testApp.visitor.call(getClientView, { publicId, p });
  expect(seen.attachments.map((one) => one.name)).toEqual(['plan.pdf']);
  expect(seen.report_files).toMatchObject([{ name: 'radon.pdf', is_open: false }]);
  expect(seen.steps.view_report.reasons).toEqual(['agreement', 'payment']);
  const key = seen.report_files[0]?.key ?? '';
  expect((await testApp.visitor.request(downloadAttachment, { publicId, key, p })).error?.type).toBe(
    'LOCKED',
  );
  for (const what of ['payment', 'agreement'] as const)
    await owner.call(office.addWaiver, { id, what, reason: 'As agreed' });
  expect((await testApp.visitor.call(getClientView, { publicId, p })).report_files).toMatchObject([
    { is_open: true },
  ]);
  expect((await testApp.visitor.request(downloadAttachment, { publicId, key, p })).status).toBe(200);
});

test('the response contains nothing the visitor may not see', async () => {
  const owner = await testApp.create.owner();
  const agent = await owner.call(agents.create, {
    first_name: 'Adam',
    last_name: 'Agent',
    email: 'adam@agency.example',
    phone: '5125550177',
  });
  const { id, publicId, p } = await booked(owner, {
    agents: [agent.id],
    internal_notes: [{ text: 'the-internal-note' }],
    inspection_notes: 'the-inspection-note',
    payment_notes: 'the-payment-note',
  });
  await owner.call(office.addWaiver, { id, what: 'payment', reason: 'the-waiver-reason' });
  const links = await owner.call(office.listLinks, { id });
  const tokens = links.map((one) => new URL(one.link).searchParams.get('p') ?? '');
  for (const pass of [{}, { p }]) {
    const text = (await testApp.visitor.request(getClientView, { publicId, ...pass })).raw.toString();
    const others = tokens.filter((token) => token !== p);
    const secrets = [
      ...['the-internal-note', 'the-inspection-note', 'the-payment-note', 'the-waiver-reason'],
      ...['clara@client.example', 'adam@agency.example', '5125550177', '555-0177'],
      ...['agents_can_sign', 'credentials', 'settings', 'link_version', 'own_rights'],
      ...[id, owner.id, owner.subscriberId, agent.id, ...links.map((one) => one.id), ...others, p],
    ];
    for (const secret of secrets) expect(text, secret).not.toContain(secret);
  }
});
