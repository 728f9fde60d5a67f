import { describe, expect, test } from 'vitest';
import { getAppointment } from '#features/appointments/contract.ts';
import { agents } from '#features/people/contract.ts';
import { mine } from '#server/db/scope.ts';
import { sha256Hex } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import { createAgreementHelpers } from '../agreements-for-tests.ts';
import * as contract from '../contract.ts';
import { getEvidenceTrail, isTrailIntact } from '../evidence.ts';
import { listAgreements } from '../library-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { booked, typesOf, couple, setSetting, signs, requestSigning } = createAgreementHelpers(testApp);

test('a new company has the starter agreements and can pick from them', async () => {
  const owner = await testApp.create.owner();
  const { pageData, pageInfo } = await owner.call(listAgreements, {});
  expect(pageInfo.total).toBe(5);
  expect(pageData.map((each) => each.name)).toContain('Inspection agreement');
  // None is a default until the company sets one; the starter services name theirs.
  expect(pageData.filter((each) => each.is_default)).toEqual([]);
});

describe('the text', () => {
  test('is filled from the appointment and follows its changes until the first signature', async () => {
    const owner = await testApp.create.owner();
    const { agreement, ids, appointment } = await booked(owner);
    expect(agreement).toMatchObject({
      name: 'Inspection agreement',
      unresolved: [],
      signed: false,
      agreementId: agreement.id,
    });
    expect(agreement.content).toContain('{{CLIENT_NAME}}');
    for (const text of [
      'Clara Client',
      '12 Main St, Boulder, CO 80301',
      '03/08/2030',
      '09:00 AM',
      '$600.00',
      'Olive Owner',
    ]) {
      expect(agreement.real_content).toContain(text);
    }
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('appointments')
        .set({ total_fee_cents: 12_300 })
        .where('subscriber_id', '=', owner.subscriberId)
        .where('id', '=', appointment.id)
        .execute(),
    );
    expect((await testApp.visitor.call(contract.getPublicAgreement, ids)).real_content).toContain('$123.00');
  });

  test('includes the cancellation fees if the company charges any', async () => {
    const owner = await testApp.create.owner();
    const { agreement, ids } = await booked(owner);
    expect(agreement.real_content).not.toContain('50 % of the price');
    await setSetting(owner, 'cancellation_hours', 24);
    await setSetting(owner, 'cancellation_fee_type', 1);
    await setSetting(owner, 'cancellation_fee', 50);
    expect((await testApp.visitor.call(contract.getPublicAgreement, ids)).real_content).toContain(
      'less than 24 hours before its start, 50 % of the price is charged.',
    );
  });

  test('cannot be signed while values are missing', async () => {
    const owner = await testApp.create.owner();
    const { ids, tokenOf, agreement } = await booked(owner, {
      address: '',
      city: '',
      state: '',
      zip_code: '',
    });
    expect(agreement.unresolved).toEqual(['PROPERTY_ADDRESS']);
    const p = tokenOf(0);
    expect((await testApp.visitor.call(contract.getPublicAgreement, { ...ids, p })).refusal).toBe(
      'incomplete',
    );
    const answer = await requestSigning({
      ...ids,
      p,
      signer_name: 'Clara',
      consent: true,
      has_read: true,
    });
    expect(answer.error?.type).toBe('CONFLICT');
  });
});

describe('signing', () => {
  test('requires the personal link; without it the page is read-only', async () => {
    const owner = await testApp.create.owner();
    const { ids, tokenOf } = await booked(owner);
    expect(await testApp.visitor.call(contract.getPublicAgreement, ids)).toMatchObject({
      refusal: 'no_link',
      viewer: null,
    });
    const sign = { ...ids, signer_name: 'Clara Client', consent: true, has_read: true };
    expect((await requestSigning(sign)).error?.type).toBe('FORBIDDEN');
    const forged = `${tokenOf(0).split('.')[0]}.${'a'.repeat(27)}`;
    expect((await requestSigning({ ...sign, p: forged })).error?.type).toBe('FORBIDDEN');
    const other = await booked(await testApp.create.owner());
    expect((await requestSigning({ ...sign, p: other.tokenOf(0) })).error?.type).toBe('FORBIDDEN');
  });

  test('reports every missing field, and a text that changed while it was open', async () => {
    const owner = await testApp.create.owner();
    const { ids, tokenOf } = await booked(owner);
    const p = tokenOf(0);
    const empty = await requestSigning({
      ...ids,
      p,
      signer_name: ' ',
      consent: false,
      has_read: false,
    });
    expect(empty.error?.details).toEqual({
      signer_name: 'Enter your full name',
      has_read: 'Read the agreement to the end',
      consent: 'Agree to use electronic records and signatures',
    });
    const stale = {
      ...ids,
      p,
      signer_name: 'Clara Client',
      consent: true,
      has_read: true,
      content_hash: sha256Hex('another text'),
    };
    expect((await requestSigning(stale)).error?.type).toBe('CONFLICT');
    const { content_hash: _, ...asShown } = stale;
    const foreign = { ...asShown, consent_sha256: sha256Hex('no consent of ours') };
    expect((await requestSigning(foreign)).error?.details).toHaveProperty('consent');
  });

  test('refuses what the sealed PDF could not show, naming it', async () => {
    const owner = await testApp.create.owner();
    const { ids, tokenOf } = await booked(owner);
    const sign = { ...ids, p: tokenOf(0), consent: true, has_read: true };
    const refused = await requestSigning({ ...sign, signer_name: 'Anna ወንድም' });
    expect(refused.error?.details).toEqual({ signer_name: 'This can’t be printed: ወ ን ድ ም' });
    expect((await requestSigning({ ...sign, signer_name: '王小明' })).error).toBeNull();
  });

  test('stores text, consent and circumstances, notifies once, and ignores a second click', async () => {
    const owner = await testApp.create.owner();
    const { ids, tokenOf, appointment, agreement } = await booked(owner);
    const p = tokenOf(0);
    await testApp.visitor.call(contract.viewAgreement, { ...ids, p });
    const page = await testApp.visitor.call(contract.getPublicAgreement, { ...ids, p });
    const sign = {
      ...ids,
      p,
      signer_name: 'Clara Client',
      consent: true,
      has_read: true,
      content_hash: page.content_hash,
      consent_sha256: page.consent.sha256,
    };
    const options = { ip: '203.0.113.7', headers: { 'user-agent': 'a phone' } };
    const signed = await signs(sign, options);
    expect(signed).toMatchObject({
      signed: true,
      refusal: 'signed',
      my_signature: { signer_name: 'Clara Client' },
    });
    expect(signed.real_content).toContain('03/01/2030');
    expect(await signs({ ...sign, signer_name: 'Somebody Else' })).toMatchObject({
      my_signature: { signer_name: 'Clara Client' },
    });

    const [row] = await testApp.readAs(owner.subscriberId, (ctx) =>
      mine(ctx, 'agreement_signatures').where('agreement_id', '=', agreement.id).selectAll().execute(),
    );
    expect(row).toMatchObject({
      ip: '203.0.113.7',
      user_agent: 'a phone',
      role: 'client',
      content_hash: page.content_hash,
    });
    expect(sha256Hex(row?.consent_text ?? '')).toBe(row?.consent_sha256);
    expect(row?.viewed_at).not.toBeNull();

    const types = await typesOf(owner, appointment.id);
    expect(types.filter((type) => type.startsWith('agreement'))).toEqual([
      'agreement.viewed',
      'agreement.signed',
      'agreements.completed',
    ]);
    const now = await owner.call(getAppointment, { inspection_id: appointment.id });
    expect(now.agreement_signed).toBe(true);
    const trail = await owner.call(contract.getEvidence, { id: appointment.id, agreementId: agreement.id });
    expect(trail.is_whole).toBe(true);
    expect(trail.rows.find((each) => each.what === 'signed')?.data).toMatchObject({
      name: page.viewer?.name,
      signer_name: 'Clara Client',
      is_other_name: page.viewer?.name !== 'Clara Client',
    });
    expect(trail.rows.map((each) => each.what)).toEqual([
      'created',
      'viewed',
      'consented',
      'signed',
      'completed',
    ]);
  });

  test('creates one signature for two simultaneous clicks', async () => {
    const owner = await testApp.create.owner();
    const { ids, tokenOf, agreement, appointment } = await booked(owner);
    const sign = { ...ids, p: tokenOf(0), signer_name: 'Clara Client', consent: true, has_read: true };
    const answers = await Promise.all(Array.from({ length: 5 }, () => requestSigning(sign)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    const rows = await testApp.readAs(owner.subscriberId, (ctx) => getEvidenceTrail(ctx, agreement.id));
    expect(rows.filter((row) => row.what === 'signed')).toHaveLength(1);
    expect(isTrailIntact(rows)).toBe(true);
    expect(
      (await typesOf(owner, appointment.id)).filter((type) => type === 'agreements.completed'),
    ).toHaveLength(1);
  });

  test('requires all clients; the first signature freezes the text', async () => {
    const owner = await testApp.create.owner();
    const { ids, tokenOf, appointment, agreement } = await booked(owner, await couple(owner));
    const first = await signs({
      ...ids,
      p: tokenOf(0),
      signer_name: 'Ann Doe',
      consent: true,
      has_read: true,
    });
    expect(first).toMatchObject({ signed: false, my_signature: { signer_name: 'Ann Doe' } });
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('appointments')
        .set({ total_fee_cents: 1 })
        .where('subscriber_id', '=', owner.subscriberId)
        .where('id', '=', appointment.id)
        .execute(),
    );
    await testApp.advanceTime('10 minutes');
    const second = await signs({
      ...ids,
      p: tokenOf(1),
      signer_name: 'Ben Doe',
      consent: true,
      has_read: true,
    });
    expect(second).toMatchObject({ signed: true, content_hash: first.content_hash });
    expect(second.real_content).toContain('$600.00');
    expect(
      (await typesOf(owner, appointment.id)).filter((type) => type === 'agreements.completed'),
    ).toHaveLength(1);
    const [row] = await owner.call(contract.listAppointmentAgreements, { id: appointment.id });
    expect(row?.signers.map((signer) => signer.signer_name)).toEqual(['Ann Doe', 'Ben Doe']);
    expect(row?.id).toBe(agreement.id);
  });

  test('is possible for an agent on behalf of the clients, unless the company forbids it', async () => {
    const owner = await testApp.create.owner();
    const agent = await owner.call(agents.create, {
      first_name: 'Ada',
      last_name: 'Agent',
      email: 'ada@agency.example',
    });
    const { ids, appointment } = await booked(owner, { agents: [agent.id] });
    const full = await owner.call(getAppointment, { inspection_id: appointment.id });
    if (full.projection !== 'full') throw new Error('not ours');
    const link = full.people.find((person) => person.role === 'agent')?.link ?? '';
    const p = new URL(link, 'http://gable.test').searchParams.get('p') ?? '';
    await setSetting(owner, 'agents_can_sign', false);
    expect((await testApp.visitor.call(contract.getPublicAgreement, { ...ids, p })).refusal).toBe(
      'not_allowed',
    );
    await setSetting(owner, 'agents_can_sign', true);
    const signed = await signs({
      ...ids,
      p,
      signer_name: 'Ada Agent',
      consent: true,
      has_read: true,
    });
    expect(signed).toMatchObject({ signed: true, viewer: { role: 'agent', on_behalf_of: 'Clara Client' } });
  });
});
