import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '#domain/base/canonical-json.ts';
import { listActivity } from '#features/appointments/contract.ts';
import { mine } from '#server/db/scope.ts';
import { closeDocuments } from '#server/documents/render.ts';
import { sha256Hex } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { createAgreementHelpers } from '../agreements-for-tests.ts';
import * as contract from '../contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { booked, couple, shown, signs } = createAgreementHelpers(testApp);
const folder = mkdtempSync(join(tmpdir(), 'gable-evidence-'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await closeDocuments();
});

type Made = Awaited<ReturnType<typeof booked>>;
const targetOf = (made: Made) => ({ id: made.appointment.id, agreementId: made.agreement.id });
const trailOf = async (owner: TestUser, made: Made) =>
  (await owner.call(contract.getEvidence, targetOf(made))).rows;
const rowOf = async (owner: TestUser, made: Made) => {
  const [row] = await owner.call(contract.listAppointmentAgreements, { id: made.appointment.id });
  if (!row) throw new Error('no agreement');
  return row;
};
const clara = (made: Made) => ({
  ...made.ids,
  p: made.tokenOf(0),
  signer_name: 'Clara Client',
  consent: true,
  has_read: true,
});
const hasPoppler = spawnSync('which', ['pdftotext']).status === 0;

function pdfText(pdf: Buffer): string {
  const path = join(folder, 'one.pdf');
  writeFileSync(path, pdf);
  // Long hashes wrap: join them into one word.
  return execFileSync('pdftotext', ['-raw', path, '-'], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ');
}

describe('signing', () => {
  test('requires the hashes of the text and the consent that were shown', async () => {
    const owner = await testApp.create.owner();
    const made = await booked(owner);
    const ask = 'Reload the agreement and sign the version shown';
    const response = await testApp.visitor.request(contract.signAgreement, clara(made));
    expect(response.error).toMatchObject({
      type: 'BAD_USER_INPUT',
      details: { content_hash: ask, consent_sha256: ask },
    });
    const half = {
      ...clara(made),
      ...(await shown({ ...made.ids, p: made.tokenOf(0) })),
      consent_sha256: '',
    };
    expect((await testApp.visitor.request(contract.signAgreement, half)).error?.details).toEqual({
      consent_sha256: ask,
    });
    expect((await rowOf(owner, made)).signed).toBe(false);
  });

  test('stores the hash of the offered PDF and the values of the placeholders', async () => {
    const owner = await testApp.create.owner();
    const made = await booked(owner, await couple(owner));
    const [ann, ben] = [0, 1].map((nth) => ({ ...made.ids, p: made.tokenOf(nth) }));
    const offered = [];
    for (const link of [ann, ben]) {
      const file = await testApp.visitor.request(contract.downloadPublicAgreement, link);
      offered.push(sha256Hex(file.raw));
      await signs({ ...clara(made), ...link, signer_name: link === ann ? 'Ann Doe' : 'Ben Doe' });
    }
    // The PDF offered to Ben included Ann's signature.
    expect(offered[0]).not.toBe(offered[1]);
    const rows = await trailOf(owner, made);
    const signed = rows.filter((row) => row.what === 'signed').map((row) => row.data);
    expect(signed.map((data) => data.shown_pdf_sha256)).toEqual(offered);
    const stored = await testApp.readAs(owner.subscriberId, async (ctx) => ({
      agreement: await mine(ctx, 'appointment_agreements')
        .where('id', '=', made.agreement.id)
        .select('placeholder_values')
        .executeTakeFirstOrThrow(),
      signatures: await mine(ctx, 'agreement_signatures')
        .where('agreement_id', '=', made.agreement.id)
        .orderBy('signed_at')
        .orderBy('id')
        .select('shown_pdf_sha256')
        .execute(),
    }));
    expect(stored.signatures.map((row) => row.shown_pdf_sha256).toSorted()).toEqual(offered.toSorted());
    const values = stored.agreement.placeholder_values;
    expect(values).toMatchObject({
      CLIENT_NAME: 'Ann Doe and Ben Doe',
      PROPERTY_ADDRESS: '12 Main St, Boulder, CO 80301',
      PRICE: '$600.00',
      TECHNICIAN_SIGNATURE: 'Olive Owner',
      CURRENT_DATE: '03/01/2030',
    });
    // The trail has only their hash: not everyone who reads it may see prices.
    expect(signed[0]?.values_sha256).toBe(sha256Hex(canonicalJson(values)));
    expect(JSON.stringify(rows)).not.toContain('600.00');
    await testApp.runDueJobs();
    const sealed = await testApp.visitor.request(contract.downloadPublicAgreement, ann);
    if (!hasPoppler) return;
    const text = pdfText(sealed.raw);
    for (const part of [
      ...offered,
      'Filled-in details',
      'SHA-256 of the PDF shown',
      '$600.00',
      'PDF downloaded',
    ])
      expect(text).toContain(part);
  });

  test('records who downloaded which file, once an hour, but not downloads by team members', async () => {
    const owner = await testApp.create.owner();
    const made = await booked(owner);
    const link = { ...made.ids, p: made.tokenOf(0) };
    const file = await testApp.visitor.request(contract.downloadPublicAgreement, link);
    await testApp.visitor.request(contract.downloadPublicAgreement, link);
    await owner.request(contract.downloadPublicAgreement, link);
    await owner.request(contract.downloadAgreement, targetOf(made));
    const noted = async () => (await trailOf(owner, made)).filter((row) => row.what === 'downloaded');
    expect((await noted()).map((row) => row.data)).toEqual([
      expect.objectContaining({ name: 'Clara Client', sha256: sha256Hex(file.raw) }),
    ]);
    await signs(clara(made));
    await testApp.runDueJobs();
    const sealed = await testApp.visitor.request(contract.downloadPublicAgreement, link);
    expect((await noted()).map((row) => row.data.sha256)).toEqual([
      sha256Hex(file.raw),
      sha256Hex(sealed.raw),
    ]);
    expect((await rowOf(owner, made)).sealed_sha256).toBe(sha256Hex(sealed.raw));
  });
});

describe('declining', () => {
  const reason = 'The price is another than we said.';

  test('stores the reason and notifies the company once, and does not prevent signing later', async () => {
    const owner = await testApp.create.owner();
    const made = await booked(owner);
    const link = { ...made.ids, p: made.tokenOf(0) };
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    const empty = await testApp.visitor.request(contract.declineAgreement, { ...link, reason: ' ' });
    expect(empty.error?.details).toEqual({ reason: 'Please give a reason' });
    const page = await testApp.visitor.call(contract.declineAgreement, { ...link, reason });
    expect(page).toMatchObject({ refusal: null, my_decline: { reason, at: '2030-03-01T09:00:00-05:00' } });
    await testApp.visitor.call(contract.declineAgreement, { ...link, reason: 'Again' });
    await testApp.runDueJobs();
    const mails = testApp.sent.emails.filter((mail) => mail.subject.startsWith('Declined'));
    expect(mails.map((mail) => [mail.subject, mail.to[0]?.address])).toEqual([
      ['Declined: Inspection agreement', expect.stringContaining('owner-')],
    ]);
    expect(mails[0]?.text).toContain(reason);
    expect((await rowOf(owner, made)).signers[0]?.declined).toMatchObject({ reason });
    const { pageData } = await owner.call(listActivity, { id: made.appointment.id });
    expect(pageData.find((row) => row.type === 'agreement.declined')).toMatchObject({
      person: 'Clara Client',
      data: { reason },
    });
    // Not shown to anyone else on the page.
    expect((await testApp.visitor.call(contract.getPublicAgreement, made.ids)).my_decline).toBeNull();

    const signed = await signs(clara(made));
    expect(signed).toMatchObject({ signed: true, my_decline: null });
    expect((await rowOf(owner, made)).signers[0]?.declined).toBeNull();
    await testApp.runDueJobs();
    const trail = await owner.call(contract.getEvidence, targetOf(made));
    expect(trail.is_whole).toBe(true);
    expect(trail.rows.map((row) => row.what)).toContain('declined');
    const sealed = await testApp.visitor.request(contract.downloadPublicAgreement, link);
    if (hasPoppler) expect(pdfText(sealed.raw)).toContain(`Declined to sign: ${reason}`);
  });

  test('is reset when the company sends the link again, and is refused once the agreement is void', async () => {
    const owner = await testApp.create.owner();
    const made = await booked(owner);
    const link = { ...made.ids, p: made.tokenOf(0) };
    await testApp.visitor.call(contract.declineAgreement, { ...link, reason });
    await owner.call(contract.sendAgreement, targetOf(made));
    expect((await rowOf(owner, made)).signers[0]?.declined).toBeNull();
    expect((await testApp.visitor.call(contract.getPublicAgreement, link)).my_decline).toBeNull();
    await testApp.advanceTime('10 minutes');
    await testApp.visitor.call(contract.declineAgreement, { ...link, reason: 'Still too dear' });
    expect((await rowOf(owner, made)).signers[0]?.declined).toMatchObject({ reason: 'Still too dear' });
    await owner.call(contract.voidAgreement, { ...targetOf(made), reason: 'Wrong price' });
    const late = await testApp.visitor.request(contract.declineAgreement, { ...link, reason });
    expect(late.error).toMatchObject({ type: 'CONFLICT', details: { current: { refusal: 'withdrawn' } } });
  });

  test('is refused for strangers, team members and people who already signed', async () => {
    const owner = await testApp.create.owner();
    const made = await booked(owner, await couple(owner));
    const link = { ...made.ids, p: made.tokenOf(0) };
    const refusals = [];
    for (const [who, input] of [
      [testApp.visitor, made.ids],
      [owner, link],
    ] as const)
      refusals.push((await who.request(contract.declineAgreement, { ...input, reason })).error?.type);
    await signs({ ...clara(made), ...link });
    refusals.push(
      (await testApp.visitor.request(contract.declineAgreement, { ...link, reason })).error?.type,
    );
    expect(refusals).toEqual(['FORBIDDEN', 'CONFLICT', 'CONFLICT']);
    expect((await trailOf(owner, made)).map((row) => row.what)).not.toContain('declined');
  });
});
