import { afterAll, describe, expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { getAppointment } from '#features/appointments/contract.ts';
import { agents } from '#features/people/contract.ts';
import { mine } from '#server/db/scope.ts';
import { closeDocuments } from '#server/documents/render.ts';
import { startTestApp } from '#testing/test-app.ts';
import { createAgreementHelpers } from '../agreements-for-tests.ts';
import * as contract from '../contract.ts';
import { isTrailIntact } from '../evidence.ts';
import * as library from '../library-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { booked, couple, setSetting, typesOf, signs, requestSigning } = createAgreementHelpers(testApp);
afterAll(closeDocuments);

const consent = { consent: true, has_read: true } as const;
const pen: [number, number][][] = [
  [
    [0.1, 0.8],
    [0.3, 0.2],
    [0.5, 0.8],
  ],
  [
    [0.6, 0.5],
    [2, -1],
  ],
];
describe('signing', () => {
  test('with a drawing stores the strokes inside the box and their hash in the trail', async () => {
    const owner = await testApp.create.owner();
    const { ids, tokenOf, appointment, agreement } = await booked(owner);
    const sign = { ...ids, p: tokenOf(0), signer_name: 'Clara Client', ...consent };
    const empty = await requestSigning({ ...sign, strokes: [[[0.1, 0.1]]] });
    expect(empty.error?.details).toEqual({
      strokes: 'Draw your signature, or type your name instead',
    });
    await signs({ ...sign, strokes: pen });
    const [row] = await owner.call(contract.listAppointmentAgreements, { id: appointment.id });
    expect(row?.signers[0]).toMatchObject({ method: 'drawn', signer_name: 'Clara Client' });
    const [stored] = await testApp.readAs(owner.subscriberId, (ctx) =>
      mine(ctx, 'agreement_signatures').where('agreement_id', '=', agreement.id).select('strokes').execute(),
    );
    expect(stored?.strokes).toHaveProperty('1', [
      [0.6, 0.5],
      [1, 0],
    ]);
    const { rows } = await owner.call(contract.getEvidence, {
      id: appointment.id,
      agreementId: agreement.id,
    });
    expect(rows.find((each) => each.what === 'signed')?.data).toMatchObject({
      method: 'drawn',
      strokes_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('by two clients at once, several times each, creates one signature each and completes it', async () => {
    const owner = await testApp.create.owner();
    await setSetting(owner, 'agreement_signers', 'all');
    const { ids, tokenOf, appointment, agreement } = await booked(owner, await couple(owner));
    const sign = (i: number) => ({
      ...ids,
      p: tokenOf(i),
      signer_name: ['Ann Doe', 'Ben Doe'][i] ?? '',
      ...consent,
    });
    const answers = await Promise.all([0, 1, 0, 1, 0, 1].map((i) => requestSigning(sign(i))));
    // Requests after completion change nothing and are not errors.
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200]);
    const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
      mine(ctx, 'agreement_signatures').where('agreement_id', '=', agreement.id).selectAll().execute(),
    );
    expect(rows.map((row) => row.signer_name).toSorted()).toEqual(['Ann Doe', 'Ben Doe']);
    expect(new Set(rows.map((row) => row.content_hash)).size).toBe(1);
    expect((await owner.call(getAppointment, { inspection_id: appointment.id })).agreement_signed).toBe(true);
    const types = await typesOf(owner, appointment.id);
    expect(types.filter((type) => type === 'agreements.completed')).toHaveLength(1);
    const trail = await owner.call(contract.getEvidence, { id: appointment.id, agreementId: agreement.id });
    expect(trail.is_whole).toBe(true);
  });

  test('two agreements at once emits the completion once', async () => {
    const owner = await testApp.create.owner();
    const { ids, tokenOf, appointment } = await booked(owner);
    const text = await owner.call(library.createAgreement, { name: 'Pool', content: '<p>Pool</p>' });
    const more = await owner.call(contract.addAgreement, { id: appointment.id, template_id: text.id });
    const sign = { ...ids, p: tokenOf(0), signer_name: 'Clara Client', ...consent };
    await Promise.all([signs(sign), signs({ ...sign, agreementPublicId: more.public_id })]);
    const types = await typesOf(owner, appointment.id);
    expect(types.filter((type) => type === 'agreements.completed')).toHaveLength(1);
  });

  test('does not wait for a client who left the appointment', async () => {
    const owner = await testApp.create.owner();
    await setSetting(owner, 'agreement_signers', 'all');
    const { ids, tokenOf, appointment, agreement } = await booked(owner, await couple(owner));
    const sign = { ...ids, p: tokenOf(0), signer_name: 'Ann Doe', ...consent };
    await signs(sign);
    const stays = agreement.signers[0]?.person_id ?? '';
    await owner.call(updateAppointment, { id: appointment.id, clients: [stays] });
    await testApp.runDueJobs();
    const target = { id: appointment.id };
    const [row] = await owner.call(contract.listAppointmentAgreements, target);
    expect(row).toMatchObject({ signed: true, sealed_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await owner.call(getAppointment, { inspection_id: appointment.id })).agreement_signed).toBe(true);
    expect(
      (await typesOf(owner, appointment.id)).filter((type) => type === 'agreements.completed'),
    ).toHaveLength(1);
    const { rows } = await owner.call(contract.getEvidence, { ...target, agreementId: agreement.id });
    expect(rows.filter((each) => each.what === 'completed')).toHaveLength(1);
  });

  test('a void agreement or an outdated text is refused with the current state', async () => {
    const owner = await testApp.create.owner();
    const { ids, tokenOf, appointment, agreement } = await booked(owner);
    const sign = { ...ids, p: tokenOf(0), signer_name: 'Clara Client', ...consent };
    const changed = await requestSigning({
      ...sign,
      content_hash: 'a'.repeat(64),
    });
    expect(changed.error).toMatchObject({
      type: 'CONFLICT',
      details: { current: { public_id: agreement.public_id, refusal: null } },
    });
    const target = { id: appointment.id, agreementId: agreement.id };
    await owner.call(contract.voidAgreement, { ...target, reason: 'Wrong text' });
    const late = await requestSigning(sign);
    expect(late.error).toMatchObject({ type: 'CONFLICT', details: { current: { refusal: 'withdrawn' } } });
  });
});

test('hides the text from people who may not see prices, with and without a link', async () => {
  const owner = await testApp.create.owner();
  for (const name of ['agents_can_sign', 'agents_can_pay', 'show_client_pricing_details'])
    await setSetting(owner, name, false);
  const agent = await owner.call(agents.create, {
    first_name: 'Al',
    last_name: 'Gent',
    email: 'al@agent.example',
  });
  const { ids, tokenOf, appointment } = await booked(owner, { agents: [agent.id] });
  const { people } = (await owner.call(getAppointment, { inspection_id: appointment.id })) as {
    people: { role: string; link: string | null }[];
  };
  const link = people.find((person) => person.role === 'agent')?.link ?? '';
  const p = new URL(link).searchParams.get('p') ?? '';
  for (const visitor of [{ ...ids, p }, ids]) {
    const page = await testApp.visitor.call(contract.getPublicAgreement, visitor);
    expect(page).toMatchObject({ real_content: '', refusal: 'hidden' });
    const file = await testApp.visitor.request(contract.downloadPublicAgreement, visitor);
    expect(file.error?.type).toBe('FORBIDDEN');
  }
  const sign = { ...ids, p, signer_name: 'Al Gent', ...consent };
  expect((await requestSigning(sign)).error?.type).toBe('CONFLICT');
  const client = await testApp.visitor.call(contract.getPublicAgreement, { ...ids, p: tokenOf(0) });
  expect(client.real_content).toContain('Clara Client');
});

test('detects a changed row of the trail', () => {
  const row = { seq: 1, what: 'created', data: {}, at: '', ip: '', user_agent: '', prev_hash: '', hash: '' };
  expect(isTrailIntact([row])).toBe(false);
});
