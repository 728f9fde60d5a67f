import { execFileSync, spawnSync } from 'node:child_process';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { updateProfile } from '#features/people/profile-contract.ts';
import { mine } from '#server/db/scope.ts';
import { closeDocuments } from '#server/documents/render.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { createAgreementHelpers } from './agreements-for-tests.ts';
import * as contract from './contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { booked, couple, typesOf, signs, requestSigning } = createAgreementHelpers(testApp);
afterAll(closeDocuments);

type Made = Awaited<ReturnType<typeof booked>>;
const signing = { signer_name: 'Ann Doe', consent: true, has_read: true };
const annSigns = (made: Made, nth = 0) => signs({ ...made.ids, ...signing, p: made.tokenOf(nth) });
const targetOf = (made: Made) => ({ id: made.appointment.id, agreementId: made.agreement.id });

describe('team members', () => {
  test('cannot sign for a client, even with the client’s personal link', async () => {
    const owner = await testApp.create.owner();
    const made = await booked(owner);
    const staff = await testApp.create.member(owner, { type: 'staff' });
    for (const person of [owner, staff]) {
      const link = { ...made.ids, p: made.tokenOf(0) };
      expect(await person.call(contract.getPublicAgreement, link)).toMatchObject({
        is_team: true,
        refusal: 'team',
      });
      const response = await requestSigning({ ...link, ...signing }, person);
      expect(response.error?.type).toBe('CONFLICT');
    }
    expect(await typesOf(owner, made.appointment.id)).not.toContain('agreement.signed');
    // The same link without a session, or with a stranger's, counts as the client.
    expect(await annSigns(made)).toMatchObject({ signed: true });
  });

  test('see the text, which includes the price, only if they may see prices', async () => {
    const owner = await testApp.create.owner();
    const made = await booked(owner);
    const blind = await testApp.create.member(owner, { type: 'technician' });
    const sees = await testApp.create.member(owner, {
      type: 'technician',
      flags: { show_appointment_price: true },
    });
    const listOf = async (person: TestUser) =>
      (await person.call(contract.listAppointmentAgreements, { id: made.appointment.id }))[0];
    expect((await listOf(sees))?.real_content).toContain('<');
    expect(await listOf(blind)).toMatchObject({ real_content: '', signed: false });
    expect((await sees.request(contract.downloadAgreement, targetOf(made))).status).toBe(200);
    expect((await blind.request(contract.downloadAgreement, targetOf(made))).error?.type).toBe('FORBIDDEN');
    expect(await blind.call(contract.getPublicAgreement, made.ids)).toMatchObject({
      real_content: '',
      refusal: 'hidden',
    });
    expect((await blind.request(contract.downloadPublicAgreement, made.ids)).error?.type).toBe('FORBIDDEN');
  });
});

test('the sealed document, which lists addresses, requires a personal link or a session', async () => {
  const owner = await testApp.create.owner();
  const made = await booked(owner);
  const by = (more: { p?: string }) =>
    testApp.visitor.request(contract.downloadPublicAgreement, { ...made.ids, ...more });
  expect((await by({})).status).toBe(200);
  await annSigns(made);
  expect((await by({})).error?.message).toBe('Open your personal link to download the signed agreement');
  expect((await by({ p: 'made-up' })).error?.type).toBe('FORBIDDEN');
  expect((await by({ p: made.tokenOf(0) })).status).toBe(200);
  expect((await owner.request(contract.downloadPublicAgreement, made.ids)).status).toBe(200);
  // Who signed, without addresses, is public.
  const page = await testApp.visitor.call(contract.getPublicAgreement, made.ids);
  expect(page).toMatchObject({ signed: true });
  expect(JSON.stringify(page.signers)).not.toContain('@');
});

test('the technician signature is the stored picture on page and PDF, or else the typed name', async () => {
  const owner = await testApp.create.owner();
  const technician = await testApp.create.member(owner, { type: 'technician' });
  const picture = await sharp({ create: { width: 300, height: 90, channels: 3, background: '#112244' } })
    .png()
    .toBuffer();
  const made = await booked(owner, { inspectors: [technician.id] });
  const content = {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'placeholder', attrs: { name: 'TECHNICIAN_SIGNATURE' } }] },
    ],
  };
  await testApp.writeAs(owner.subscriberId, (w) =>
    w.db
      .updateTable('appointment_agreements')
      .set({ content: JSON.stringify(content) })
      .where('id', '=', made.agreement.id)
      .execute(),
  );
  const shown = async () => (await testApp.visitor.call(contract.getPublicAgreement, made.ids)).real_content;
  const pdf = async () => (await testApp.visitor.request(contract.downloadPublicAgreement, made.ids)).raw;
  const imagesOf = (raw: Buffer) => raw.toString('latin1').match(/\/Subtype ?\/Image/g)?.length ?? 0;
  const at = (await testApp.visitor.request(contract.getAgreementSignature, made.ids)).status;
  expect(at).toBe(404);
  await technician.call(updateProfile, { signature_kind: 'typed', signature_text: 'Terry T.' } as never);
  expect(await shown()).toContain('<span class="signature">Terry T.</span>');
  const before = imagesOf(await pdf());
  await technician.call(updateProfile, {
    signature_kind: 'uploaded',
    signature_image: new File([new Uint8Array(picture)], 'me.png', { type: 'image/png' }),
  } as never);
  const html = await shown();
  expect(html).toContain('<img class="signature" src="/api/v2/public/agreements/');
  expect(html).not.toContain('<span class="signature"');
  const image = await testApp.visitor.request(contract.getAgreementSignature, made.ids);
  expect([image.status, image.headers['content-type']]).toEqual([200, 'image/png']);
  expect(imagesOf(await pdf())).toBeGreaterThan(before);
});

test('signing requires an explicit confirmation that the agreement was read', async () => {
  const made = await booked(await testApp.create.owner());
  const { has_read: _, ...rest } = signing;
  const silent = { ...made.ids, ...rest, p: made.tokenOf(0) } as unknown;
  const response = await requestSigning(silent as never);
  expect(response.error?.details).toEqual({ has_read: 'Read the agreement to the end' });
});

test('a void agreement without signatures can be removed once', async () => {
  const owner = await testApp.create.owner();
  const made = await booked(owner);
  const target = targetOf(made);
  await owner.call(contract.voidAgreement, { ...target, reason: 'Wrong house' });
  await owner.call(contract.removeAgreement, target);
  expect(await owner.call(contract.listAppointmentAgreements, { id: target.id })).toEqual([]);
  expect((await owner.request(contract.removeAgreement, target)).error?.type).toBe('NOT_FOUND');
  const types = await typesOf(owner, target.id);
  expect(types.filter((type) => type === 'agreement.removed')).toHaveLength(1);
});

test('of two clients with the same name, the one who still has to sign keeps a signature line', async () => {
  if (spawnSync('which', ['pdftotext']).status !== 0) return;
  const owner = await testApp.create.owner();
  const people = await couple(owner);
  const made = await booked(owner, people);
  await testApp.writeAs(owner.subscriberId, (w) =>
    w.db
      .updateTable('contacts')
      .set({ first_name: 'Ann', last_name: 'Doe' })
      .where('subscriber_id', '=', owner.subscriberId)
      .where('id', 'in', people.clients)
      .execute(),
  );
  await annSigns(made);
  const file = await owner.request(contract.downloadAgreement, targetOf(made));
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: file.raw, encoding: 'utf8' });
  const under = text.slice(text.lastIndexOf('Signatures'));
  // The signed block shows the name as the signature and below it; the open block shows it once.
  expect(under.match(/Ann Doe/g)?.length).toBe(3);
});

test("the company's copy is in the owner's language", async () => {
  const owner = await testApp.create.owner();
  await testApp.writeAs(owner.subscriberId, (w) =>
    w.db.updateTable('users').set({ language: 'de' }).where('id', '=', owner.id).execute(),
  );
  const made = await booked(owner);
  await annSigns(made);
  await testApp.runDueJobs();
  const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'outbound_messages')
      .where('template_key', '=', 'agreement_signed_copy')
      .where('person_id', 'is', null)
      .select('subject')
      .execute(),
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.subject).not.toMatch(/^Signed/);
});
