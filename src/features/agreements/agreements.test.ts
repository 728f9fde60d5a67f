import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { getAppointment } from '#features/appointments/contract.ts';
import { closeDocuments } from '#server/documents/render.ts';
import { sha256Hex } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import { createAgreementHelpers } from './agreements-for-tests.ts';
import * as contract from './contract.ts';
import { getEvidenceTrail, isTrailIntact } from './evidence.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { booked, signs } = createAgreementHelpers(testApp);
const folder = mkdtempSync(join(tmpdir(), 'gable-agreements-'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await closeDocuments();
});

describe('after signing', () => {
  test('the sealed PDF is stored, mailed to both sides once, and served by the link', async () => {
    const owner = await testApp.create.owner({ company_name: 'Harbor Inspections' });
    const { ids, tokenOf, appointment, agreement } = await booked(owner);
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    await signs({
      ...ids,
      p: tokenOf(0),
      signer_name: 'Clara Client',
      consent: true,
      has_read: true,
    });
    await testApp.runDueJobs();
    const mails = testApp.sent.emails.filter((mail) => mail.subject.includes('Inspection agreement'));
    expect(mails.map((mail) => mail.to[0]?.address).toSorted()).toEqual([
      'clara@client.example',
      expect.stringContaining('owner-'),
    ]);
    const file = await testApp.visitor.request(contract.downloadPublicAgreement, { ...ids, p: tokenOf(0) });
    expect(file.headers['content-disposition']).toContain(
      'Inspection agreement - 12 Main St, Boulder, CO 80301.pdf',
    );
    for (const mail of mails)
      expect(Buffer.from(mail.attachments?.[0]?.content ?? []).equals(file.raw)).toBe(true);
    const [row] = await owner.call(contract.listAppointmentAgreements, { id: appointment.id });
    expect(row?.sealed_sha256).toBe(sha256Hex(file.raw));
    const same = await owner.request(contract.downloadAgreement, {
      id: appointment.id,
      agreementId: agreement.id,
    });
    expect(same.raw.equals(file.raw)).toBe(true);

    const path = join(folder, 'signed.pdf');
    writeFileSync(path, file.raw);
    if (spawnSync('which', ['pdftotext']).status === 0) {
      const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
      for (const part of [
        'Clara Client',
        'Certificate of completion',
        '12 Main St',
        row?.content_hash ?? '?',
      ]) {
        expect(text.replace(/\s+/g, ' ')).toContain(part);
      }
    }
    if (spawnSync('which', ['pdfsig']).status === 0) {
      const said = spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8' }).stdout;
      expect(said).toContain('Signature is Valid');
      expect(said).toContain('Total document signed');
    }
    const trail = await owner.call(contract.getEvidence, { id: appointment.id, agreementId: agreement.id });
    expect(trail.rows.map((each) => each.what)).toEqual([
      'created',
      'consented',
      'signed',
      'completed',
      'sealed',
      'copy_sent',
      'copy_sent',
      'downloaded',
    ]);
    expect(trail.is_whole).toBe(true);
  });

  test('the download before signing is the text with signature lines', async () => {
    const owner = await testApp.create.owner();
    const { ids } = await booked(owner);
    const file = await testApp.visitor.request(contract.downloadPublicAgreement, ids);
    expect(file.raw.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('a signed agreement cannot be removed, only declared void and added again', async () => {
    const owner = await testApp.create.owner();
    const { ids, tokenOf, appointment, agreement } = await booked(owner);
    await signs({
      ...ids,
      p: tokenOf(0),
      signer_name: 'Clara Client',
      consent: true,
      has_read: true,
    });
    const target = { id: appointment.id, agreementId: agreement.id };
    expect((await owner.request(contract.removeAgreement, target)).error?.type).toBe('CONFLICT');
    expect(
      (await owner.request(contract.voidAgreement, { ...target, reason: ' ' })).error?.details,
    ).toHaveProperty('reason');
    await owner.call(contract.voidAgreement, { ...target, reason: 'Wrong fee' });
    await owner.call(contract.voidAgreement, { ...target, reason: 'Again' });
    const added = await owner.call(contract.addAgreement, {
      id: appointment.id,
      template_id: agreement.template_id ?? '',
    });
    const now = await owner.call(getAppointment, { inspection_id: appointment.id });
    expect(now.agreement_signed).toBe(false);
    expect((await testApp.visitor.call(contract.getPublicAgreement, { ...ids, p: tokenOf(0) })).refusal).toBe(
      'withdrawn',
    );
    await owner.call(contract.removeAgreement, { id: appointment.id, agreementId: added.id });
    const list = await owner.call(contract.listAppointmentAgreements, { id: appointment.id });
    expect(list.map((each) => each.void_reason)).toEqual(['Wrong fee']);
    const gone = { appointmentPublicId: appointment.public_id, agreementPublicId: added.public_id };
    expect((await testApp.visitor.request(contract.getPublicAgreement, gone)).status).toBe(404);
  });

  test('evidence rows cannot be changed, not even by the application', async () => {
    const owner = await testApp.create.owner();
    const { agreement } = await booked(owner);
    const change = testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('agreement_evidence')
        .set({ what: 'x' })
        .where('subscriber_id', '=', owner.subscriberId)
        .where('agreement_id', '=', agreement.id)
        .execute(),
    );
    await expect(change).rejects.toThrow(/permission denied/);
    const rows = await testApp.readAs(owner.subscriberId, (ctx) => getEvidenceTrail(ctx, agreement.id));
    expect(isTrailIntact(rows.map((row) => ({ ...row, ip: '198.51.100.1' })))).toBe(false);
  });

  test('only members who may edit the appointment can change its agreements', async () => {
    const owner = await testApp.create.owner();
    const { appointment, agreement } = await booked(owner);
    const technician = await testApp.create.member(owner, {
      type: 'technician',
      flags: { can_schedule_new: true },
    });
    const answer = await technician.request(contract.removeAgreement, {
      id: appointment.id,
      agreementId: agreement.id,
    });
    expect(answer.error?.type).toBe('FORBIDDEN');
  });
});
