import { afterAll, describe, expect, test } from 'vitest';
import { getAppointment } from '#features/appointments/contract.ts';
import { changeLink, listLinks } from '#features/portal/office-contract.ts';
import { closeDocuments } from '#server/documents/render.ts';
import { sampleLogo } from '#server/documents/sample-pictures.ts';
import { openHouse } from '#testing/house.ts';
import { agreementsOf } from '../agreements-for-tests.ts';
import * as contract from '../contract.ts';
import * as library from '../library-contract.ts';
import { checkSealedPdf, derOfPem } from '../screens/check/check-sealed-pdf.ts';
import { getSealCertificates } from '../seal-contract.ts';

const house = await openHouse({ at: '2030-03-01T14:00:00Z' });
const { booked, couple, setSetting, signs } = agreementsOf(house);
afterAll(closeDocuments);

const consent = { consent: true, has_read: true } as const;
const scan = async () => new File([new Uint8Array(await sampleLogo())], 'IMG_1.jpeg', { type: 'image/jpeg' });

describe('on paper', () => {
  test('counts for all clients, keeps the scan, seals and mails as any other', async () => {
    const owner = await house.has.owner({ company_name: 'Harbor Inspections' });
    const { ids, appointment, agreement } = await booked(owner, await couple(owner));
    const target = { id: appointment.id, agreementId: agreement.id };
    const record = { ...target, signer_name: 'Ann and Ben Doe', signed_on: '2030-02-28' };
    await house.settles();
    house.sent.emails.length = 0;
    await owner.does(contract.recordPaper, { ...record, file: await scan() });
    await house.settles();
    const [row] = await owner.does(contract.listAppointmentAgreements, { id: appointment.id });
    expect(row).toMatchObject({ signed: true, paper: { name: 'IMG_1.png', signed_on: '2030-02-28' } });
    expect(row?.paper?.recorded_by).not.toBe('');
    expect((await owner.does(getAppointment, { inspection_id: appointment.id })).agreement_signed).toBe(true);
    const kept = await owner.tries(contract.downloadPaper, target);
    expect(kept.headers['content-type']).toBe('image/png');
    expect(kept.headers['content-disposition']).toMatch(/^attachment/);
    const sealed = await owner.tries(contract.downloadPublicAgreement, ids);
    const { certificates } = await house.visitor.does(getSealCertificates);
    const pairs = certificates.map((one) => ({
      seal: derOfPem(one.seal),
      authority: derOfPem(one.authority),
    }));
    expect(await checkSealedPdf(new Uint8Array(sealed.raw), pairs)).toMatchObject({
      verdict: 'genuine',
      company: 'Harbor Inspections',
    });
    const mails = house.sent.emails.filter((mail) => mail.subject.startsWith('Signed:'));
    expect(mails).toHaveLength(3);
    const again = await owner.tries(contract.recordPaper, { ...record, file: await scan() });
    expect(again.error).toMatchObject({
      type: 'CONFLICT',
      message: 'This agreement has already been signed',
    });
    const trail = await owner.does(contract.getEvidence, target);
    expect(trail.is_whole && trail.rows.map((each) => each.what)).toContain('signed_on_paper');
  });

  test('sends the sealed copy to nobody who may not read the agreement', async () => {
    const owner = await house.has.owner();
    const { appointment, agreement } = await booked(owner, await couple(owner));
    const people = await owner.does(listLinks, { id: appointment.id });
    const linkId = people.find((one) => one.name === 'Ben Doe')?.id ?? '';
    const own_rights = { sign: false, pay: false, view_invoice: false };
    await owner.does(changeLink, { id: appointment.id, linkId, own_rights });
    await house.settles();
    house.sent.emails.length = 0;
    const record = { id: appointment.id, agreementId: agreement.id, file: await scan() };
    await owner.does(contract.recordPaper, { ...record, signer_name: 'Ann Doe', signed_on: '2030-02-28' });
    await house.settles();
    const mails = house.sent.emails.filter((mail) => mail.subject.startsWith('Signed:'));
    const addresses = mails.map((mail) => mail.to[0]?.address ?? '');
    expect(addresses).toHaveLength(2);
    expect(addresses).toContain('ann@doe.example');
    expect(addresses).not.toContain('ben@doe.example');
  });

  test('refuses another kind of file, a day to come, a missing name and what is none of theirs', async () => {
    const owner = await house.has.owner();
    const { appointment, agreement } = await booked(owner);
    const target = { id: appointment.id, agreementId: agreement.id };
    const record = { ...target, signer_name: 'Ann', signed_on: '2030-02-28', file: await scan() };
    const html = new File(['<script>alert(1)</script>'], 'signed.pdf', { type: 'application/pdf' });
    expect((await owner.tries(contract.recordPaper, { ...record, file: html })).error?.type).toBe(
      'UNSUPPORTED_FILE',
    );
    const late = await owner.tries(contract.recordPaper, { ...record, signed_on: '2030-03-02' });
    expect(late.error?.details).toEqual({ signed_on: 'The date can’t be in the future' });
    const nobody = await owner.tries(contract.recordPaper, { ...record, signer_name: ' ' });
    expect(nobody.error?.details).toEqual({ signer_name: 'Enter who signed' });
    const stranger = await house.has.owner();
    expect((await stranger.tries(contract.recordPaper, record)).error?.type).toBe('NOT_FOUND');
    expect((await stranger.tries(contract.downloadPaper, target)).error?.type).toBe('NOT_FOUND');
    expect((await owner.tries(contract.downloadPaper, target)).error?.type).toBe('NOT_FOUND');
  });
});

describe('sending', () => {
  test('mails everybody who still has to sign their own link, once in five minutes', async () => {
    const owner = await house.has.owner();
    await setSetting(owner, 'agreement_signers', 'all');
    const { ids, tokenOf, appointment, agreement } = await booked(owner, await couple(owner));
    await signs({
      ...ids,
      p: tokenOf(0),
      signer_name: 'Ann Doe',
      ...consent,
    });
    await house.settles();
    house.sent.emails.length = 0;
    const target = { id: appointment.id, agreementId: agreement.id };
    expect(await owner.does(contract.sendAgreement, target)).toEqual({ sent_to: ['ben@doe.example'] });
    await owner.does(contract.sendAgreement, target);
    await house.settles();
    const mails = house.sent.emails.filter((mail) => mail.subject === 'Please sign: Inspection agreement');
    expect(mails.map((mail) => mail.to[0]?.address)).toEqual(['ben@doe.example']);
    expect(mails[0]?.text).toContain(
      `/agreement/agreement-detail/${ids.appointmentPublicId}/${ids.agreementPublicId}?p=`,
    );
    const [row] = await owner.does(contract.listAppointmentAgreements, { id: appointment.id });
    expect(row?.signers[1]?.deliveries.at(-1)).toMatchObject({ to: 'ben@doe.example', status: 'sent' });
  });

  test('waits for what is missing and says what that is', async () => {
    const owner = await house.has.owner();
    const nowhere = { address: '', city: '', state: '', zip_code: '' };
    const { appointment, agreement } = await booked(owner, nowhere);
    const target = { id: appointment.id, agreementId: agreement.id };
    const refused = await owner.tries(contract.sendAgreement, target);
    expect(refused.error).toMatchObject({ type: 'CONFLICT', details: { unresolved: ['PROPERTY_ADDRESS'] } });
    const record = { ...target, signer_name: 'Ann', signed_on: '2030-02-28', file: await scan() };
    expect((await owner.tries(contract.recordPaper, record)).error?.details).toEqual({
      unresolved: ['PROPERTY_ADDRESS'],
    });
  });

  test('an agreement added later is mailed by itself', async () => {
    const owner = await house.has.owner();
    const { appointment } = await booked(owner);
    const text = await owner.does(library.createAgreement, { name: 'Pool', content: '<p>Pool</p>' });
    await house.settles();
    house.sent.emails.length = 0;
    await owner.does(contract.addAgreement, { id: appointment.id, template_id: text.id });
    await house.settles();
    expect(house.sent.emails.map((mail) => [mail.subject, mail.to[0]?.address])).toEqual([
      ['Please sign: Pool', 'clara@client.example'],
    ]);
    expect((await owner.does(getAppointment, { inspection_id: appointment.id })).agreement_signed).toBe(
      false,
    );
  });
});

describe('issuing again', () => {
  test('voids the old one and puts the present text in its place, once', async () => {
    const owner = await house.has.owner();
    const { ids, tokenOf, appointment, agreement } = await booked(owner);
    await signs({
      ...ids,
      p: tokenOf(0),
      signer_name: 'Clara Client',
      ...consent,
    });
    const templateId = agreement.template_id ?? '';
    await owner.does(library.updateAgreement, {
      id: templateId,
      content: '<p>New words for {{CLIENT_NAME}}</p>',
    });
    const target = { id: appointment.id, agreementId: agreement.id, reason: 'New words' };
    const [one, two] = await Promise.all([
      owner.does(contract.reissueAgreement, target),
      owner.does(contract.reissueAgreement, target),
    ]);
    expect(two).toEqual(one);
    const rows = await owner.does(contract.listAppointmentAgreements, { id: appointment.id });
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      signed: true,
      void_reason: 'New words',
      sealed_sha256: rows[0]?.sealed_sha256,
    });
    expect(rows[1]).toMatchObject({
      id: one.id,
      replaces_id: agreement.id,
      template_version: 2,
      signed: false,
      real_content: '<p>New words for Clara Client</p>',
    });
    expect((await owner.does(getAppointment, { inspection_id: appointment.id })).agreement_signed).toBe(
      false,
    );
    const stranger = await house.has.owner();
    expect((await stranger.tries(contract.reissueAgreement, target)).error?.type).toBe('NOT_FOUND');
  });

  test('of a text that is not offered any more is refused', async () => {
    const owner = await house.has.owner();
    const { appointment, agreement } = await booked(owner);
    await owner.does(library.updateAgreement, { id: agreement.template_id ?? '', status: 0 });
    const refused = await owner.tries(contract.reissueAgreement, {
      id: appointment.id,
      agreementId: agreement.id,
      reason: 'x',
    });
    expect(refused.error?.type).toBe('CONFLICT');
    const [row] = await owner.does(contract.listAppointmentAgreements, { id: appointment.id });
    expect(row).toMatchObject({ voided_at: null, offered_version: null });
  });
});
