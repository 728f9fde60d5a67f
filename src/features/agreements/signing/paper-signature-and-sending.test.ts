import { afterAll, describe, expect, test } from 'vitest';
import { getAppointment } from '#features/appointments/contract.ts';
import { changeLink, listLinks } from '#features/portal/office-contract.ts';
import { closeDocuments } from '#server/documents/render.ts';
import { sampleLogo } from '#server/documents/sample-pictures.ts';
import { startTestApp } from '#testing/test-app.ts';
import { createAgreementHelpers } from '../agreements-for-tests.ts';
import * as contract from '../contract.ts';
import * as library from '../library-contract.ts';
import { checkSealedPdf, derOfPem } from '../screens/check/check-sealed-pdf.ts';
import { getSealCertificates } from '../seal-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { booked, couple, setSetting, signs } = createAgreementHelpers(testApp);
afterAll(closeDocuments);

const consent = { consent: true, has_read: true } as const;
const scan = async () => new File([new Uint8Array(await sampleLogo())], 'IMG_1.jpeg', { type: 'image/jpeg' });

describe('a paper signature', () => {
  test('counts for all clients, stores the scan, and is sealed and mailed like any other', async () => {
    const owner = await testApp.create.owner({ company_name: 'Harbor Inspections' });
    const { ids, appointment, agreement } = await booked(owner, await couple(owner));
    const target = { id: appointment.id, agreementId: agreement.id };
    const record = { ...target, signer_name: 'Ann and Ben Doe', signed_on: '2030-02-28' };
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    await owner.call(contract.recordPaperSignature, { ...record, file: await scan() });
    await testApp.runDueJobs();
    const [row] = await owner.call(contract.listAppointmentAgreements, { id: appointment.id });
    expect(row).toMatchObject({ signed: true, paper: { name: 'IMG_1.png', signed_on: '2030-02-28' } });
    expect(row?.paper?.recorded_by).not.toBe('');
    expect((await owner.call(getAppointment, { inspection_id: appointment.id })).agreement_signed).toBe(true);
    const download = await owner.request(contract.downloadSignedScan, target);
    expect(download.headers['content-type']).toBe('image/png');
    expect(download.headers['content-disposition']).toMatch(/^attachment/);
    const sealed = await owner.request(contract.downloadPublicAgreement, ids);
    const { certificates } = await testApp.visitor.call(getSealCertificates);
    const pairs = certificates.map((one) => ({
      seal: derOfPem(one.seal),
      authority: derOfPem(one.authority),
    }));
    expect(await checkSealedPdf(new Uint8Array(sealed.raw), pairs)).toMatchObject({
      verdict: 'genuine',
      company: 'Harbor Inspections',
    });
    const mails = testApp.sent.emails.filter((mail) => mail.subject.startsWith('Signed:'));
    expect(mails).toHaveLength(3);
    const again = await owner.request(contract.recordPaperSignature, { ...record, file: await scan() });
    expect(again.error).toMatchObject({
      type: 'CONFLICT',
      message: 'This agreement has already been signed',
    });
    const trail = await owner.call(contract.getEvidence, target);
    expect(trail.is_whole && trail.rows.map((each) => each.what)).toContain('signed_on_paper');
  });

  test('does not mail the sealed copy to people who may not read the agreement', async () => {
    const owner = await testApp.create.owner();
    const { appointment, agreement } = await booked(owner, await couple(owner));
    const people = await owner.call(listLinks, { id: appointment.id });
    const linkId = people.find((one) => one.name === 'Ben Doe')?.id ?? '';
    const own_rights = { sign: false, pay: false, view_invoice: false };
    await owner.call(changeLink, { id: appointment.id, linkId, own_rights });
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    const record = { id: appointment.id, agreementId: agreement.id, file: await scan() };
    await owner.call(contract.recordPaperSignature, {
      ...record,
      signer_name: 'Ann Doe',
      signed_on: '2030-02-28',
    });
    await testApp.runDueJobs();
    const mails = testApp.sent.emails.filter((mail) => mail.subject.startsWith('Signed:'));
    const addresses = mails.map((mail) => mail.to[0]?.address ?? '');
    expect(addresses).toHaveLength(2);
    expect(addresses).toContain('ann@doe.example');
    expect(addresses).not.toContain('ben@doe.example');
  });

  test('rejects other file types, a future date, a missing name and another company’s agreement', async () => {
    const owner = await testApp.create.owner();
    const { appointment, agreement } = await booked(owner);
    const target = { id: appointment.id, agreementId: agreement.id };
    const record = { ...target, signer_name: 'Ann', signed_on: '2030-02-28', file: await scan() };
    const html = new File(['<script>alert(1)</script>'], 'signed.pdf', { type: 'application/pdf' });
    expect((await owner.request(contract.recordPaperSignature, { ...record, file: html })).error?.type).toBe(
      'UNSUPPORTED_FILE',
    );
    const future = await owner.request(contract.recordPaperSignature, { ...record, signed_on: '2030-03-02' });
    expect(future.error?.details).toEqual({ signed_on: 'The date can’t be in the future' });
    const unnamed = await owner.request(contract.recordPaperSignature, { ...record, signer_name: ' ' });
    expect(unnamed.error?.details).toEqual({ signer_name: 'Enter who signed' });
    const stranger = await testApp.create.owner();
    expect((await stranger.request(contract.recordPaperSignature, record)).error?.type).toBe('NOT_FOUND');
    expect((await stranger.request(contract.downloadSignedScan, target)).error?.type).toBe('NOT_FOUND');
    expect((await owner.request(contract.downloadSignedScan, target)).error?.type).toBe('NOT_FOUND');
  });
});

describe('sending an agreement', () => {
  test('mails everyone who still has to sign their own link, once in five minutes', async () => {
    const owner = await testApp.create.owner();
    await setSetting(owner, 'agreement_signers', 'all');
    const { ids, tokenOf, appointment, agreement } = await booked(owner, await couple(owner));
    await signs({
      ...ids,
      p: tokenOf(0),
      signer_name: 'Ann Doe',
      ...consent,
    });
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    const target = { id: appointment.id, agreementId: agreement.id };
    expect(await owner.call(contract.sendAgreement, target)).toEqual({ sent_to: ['ben@doe.example'] });
    await owner.call(contract.sendAgreement, target);
    await testApp.runDueJobs();
    const mails = testApp.sent.emails.filter((mail) => mail.subject === 'Please sign: Inspection agreement');
    expect(mails.map((mail) => mail.to[0]?.address)).toEqual(['ben@doe.example']);
    expect(mails[0]?.text).toContain(
      `/agreement/agreement-detail/${ids.appointmentPublicId}/${ids.agreementPublicId}?p=`,
    );
    const [row] = await owner.call(contract.listAppointmentAgreements, { id: appointment.id });
    expect(row?.signers[1]?.deliveries.at(-1)).toMatchObject({ to: 'ben@doe.example', status: 'sent' });
  });

  test('is refused while values are missing, and names them', async () => {
    const owner = await testApp.create.owner();
    const nowhere = { address: '', city: '', state: '', zip_code: '' };
    const { appointment, agreement } = await booked(owner, nowhere);
    const target = { id: appointment.id, agreementId: agreement.id };
    const refused = await owner.request(contract.sendAgreement, target);
    expect(refused.error).toMatchObject({ type: 'CONFLICT', details: { unresolved: ['PROPERTY_ADDRESS'] } });
    const record = { ...target, signer_name: 'Ann', signed_on: '2030-02-28', file: await scan() };
    expect((await owner.request(contract.recordPaperSignature, record)).error?.details).toEqual({
      unresolved: ['PROPERTY_ADDRESS'],
    });
  });

  test('happens automatically when it is added later', async () => {
    const owner = await testApp.create.owner();
    const { appointment } = await booked(owner);
    const text = await owner.call(library.createAgreement, { name: 'Pool', content: '<p>Pool</p>' });
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    await owner.call(contract.addAgreement, { id: appointment.id, template_id: text.id });
    await testApp.runDueJobs();
    expect(testApp.sent.emails.map((mail) => [mail.subject, mail.to[0]?.address])).toEqual([
      ['Please sign: Pool', 'clara@client.example'],
    ]);
    expect((await owner.call(getAppointment, { inspection_id: appointment.id })).agreement_signed).toBe(
      false,
    );
  });
});

describe('reissuing an agreement', () => {
  test('voids it and replaces it with the current text once', async () => {
    const owner = await testApp.create.owner();
    const { ids, tokenOf, appointment, agreement } = await booked(owner);
    await signs({
      ...ids,
      p: tokenOf(0),
      signer_name: 'Clara Client',
      ...consent,
    });
    const templateId = agreement.template_id ?? '';
    await owner.call(library.updateAgreement, {
      id: templateId,
      content: '<p>New text for {{CLIENT_NAME}}</p>',
    });
    const target = { id: appointment.id, agreementId: agreement.id, reason: 'New text' };
    const [one, two] = await Promise.all([
      owner.call(contract.reissueAgreement, target),
      owner.call(contract.reissueAgreement, target),
    ]);
    expect(two).toEqual(one);
    const rows = await owner.call(contract.listAppointmentAgreements, { id: appointment.id });
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      signed: true,
      void_reason: 'New text',
      sealed_sha256: rows[0]?.sealed_sha256,
    });
    expect(rows[1]).toMatchObject({
      id: one.id,
      replaces_id: agreement.id,
      template_version: 2,
      signed: false,
      real_content: '<p>New text for Clara Client</p>',
    });
    expect((await owner.call(getAppointment, { inspection_id: appointment.id })).agreement_signed).toBe(
      false,
    );
    const stranger = await testApp.create.owner();
    expect((await stranger.request(contract.reissueAgreement, target)).error?.type).toBe('NOT_FOUND');
  });

  test('is refused if its template is no longer offered', async () => {
    const owner = await testApp.create.owner();
    const { appointment, agreement } = await booked(owner);
    await owner.call(library.updateAgreement, { id: agreement.template_id ?? '', status: 0 });
    const refused = await owner.request(contract.reissueAgreement, {
      id: appointment.id,
      agreementId: agreement.id,
      reason: 'x',
    });
    expect(refused.error?.type).toBe('CONFLICT');
    const [row] = await owner.call(contract.listAppointmentAgreements, { id: appointment.id });
    expect(row).toMatchObject({ voided_at: null, offered_version: null });
  });
});
