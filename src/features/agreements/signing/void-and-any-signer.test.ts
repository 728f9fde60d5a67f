import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { cancelAppointment, getAppointment, restoreAppointment } from '#features/appointments/contract.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import { closeDocuments } from '#server/documents/render.ts';
import { newId } from '#server/ids.ts';
import { gate } from '#testing/gate.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { createAgreementHelpers } from '../agreements-for-tests.ts';
import * as contract from '../contract.ts';
import { createAgreement } from '../library-contract.ts';
import { loadAgreement } from '../load-agreement.ts';
import { notifyAgreementVoided } from '../office/notify-agreement-voided.ts';
import { sealAgain } from '../seal-contract.ts';
import * as store from '../store.ts';
import { completeAfterSigning, markComplete } from './complete-agreement.ts';
import { completeRemaining } from './complete-remaining.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { booked, couple, setSetting, typesOf, signs } = createAgreementHelpers(testApp);
afterAll(closeDocuments);

const setSigners = (owner: TestUser, agreement_signers: 'any' | 'all') =>
  owner.call(updateSettings, { subscriberId: owner.subscriberId, agreement_signers });
const annSigns = (made: Awaited<ReturnType<typeof booked>>, nth = 0, signer_name = 'Ann Doe') =>
  signs({
    ...made.ids,
    p: made.tokenOf(nth),
    signer_name,
    consent: true,
    has_read: true,
  });
const subjects = (start: string) =>
  testApp.sent.emails
    .filter((mail) => mail.subject.startsWith(start))
    .map((mail) => mail.to[0]?.address)
    .toSorted();
const kindsOf = async (owner: TestUser, target: { id: string; agreementId: string }) =>
  (await owner.call(contract.getEvidence, target)).rows.map((row) => row.what);

describe('declaring an agreement void', () => {
  test('notifies everyone who was sent it, once and in separate mails', async () => {
    const owner = await testApp.create.owner({ company_name: 'Harbor Inspections' });
    const made = await booked(owner, await couple(owner));
    const target = { id: made.appointment.id, agreementId: made.agreement.id };
    await owner.call(contract.sendAgreement, target);
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    await owner.call(contract.voidAgreement, { ...target, reason: 'Wrong house' });
    await owner.call(contract.voidAgreement, { ...target, reason: 'Wrong house' });
    await testApp.runDueJobs();
    expect(subjects('No longer valid:')).toEqual(['ann@doe.example', 'ben@doe.example']);
    const [mail] = testApp.sent.emails;
    expect(mail?.text).toContain('Harbor Inspections');
    expect(mail?.text).not.toContain('Wrong house');
    // Listeners may run twice.
    await testApp.writeAs(owner.subscriberId, (w) =>
      notifyAgreementVoided(w, { appointment_id: target.id, agreement_id: target.agreementId }),
    );
    await testApp.runDueJobs();
    expect(subjects('No longer valid:')).toHaveLength(2);
    expect((await kindsOf(owner, target)).filter((what) => what === 'void_told')).toHaveLength(2);
  });

  test('notifies people who opened or signed it without being sent it', async () => {
    const owner = await testApp.create.owner();
    const made = await booked(owner, await couple(owner));
    await annSigns(made);
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    await owner.call(contract.voidAgreement, {
      id: made.appointment.id,
      agreementId: made.agreement.id,
      reason: 'Another text',
    });
    await testApp.runDueJobs();
    expect(subjects('No longer valid:')).toEqual(['ann@doe.example']);
  });

  test('notifies no one if it was never sent', async () => {
    const owner = await testApp.create.owner();
    const { appointment, agreement } = await booked(owner, await couple(owner));
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    await owner.call(contract.voidAgreement, {
      id: appointment.id,
      agreementId: agreement.id,
      reason: 'A mistake',
    });
    await testApp.runDueJobs();
    expect(testApp.sent.emails).toEqual([]);
  });
});

describe('switching to a single required signature', () => {
  test('completes agreements with one signature: seals, mails and emits once', async () => {
    const owner = await testApp.create.owner();
    await setSigners(owner, 'all');
    const waiting = await booked(owner, await couple(owner));
    const untouched = await booked(owner, {
      ...(await couple(owner)),
      order_id: 'R-2',
      date_time: '2030-03-12T09:00',
    });
    await annSigns(waiting);
    await testApp.runDueJobs();
    const target = { id: waiting.appointment.id, agreementId: waiting.agreement.id };
    const isSigned = async (id: string) =>
      (await owner.call(getAppointment, { inspection_id: id })).agreement_signed;
    expect(await isSigned(waiting.appointment.id)).toBe(false);
    testApp.sent.emails.length = 0;
    await setSigners(owner, 'any');
    await testApp.runDueJobs();
    expect(await isSigned(waiting.appointment.id)).toBe(true);
    expect(await isSigned(untouched.appointment.id)).toBe(false);
    // Ann, who signed; Ben, who may read it; and the office.
    expect(subjects('Signed:')).toHaveLength(3);
    const kinds = await kindsOf(owner, target);
    for (const once of ['completed', 'sealed'])
      expect(
        kinds.filter((what) => what === once),
        once,
      ).toHaveLength(1);
    expect((await owner.request(contract.downloadPublicAgreement, waiting.ids)).status).toBe(200);
    const all = await typesOf(owner, waiting.appointment.id);
    expect(all.filter((type) => type === 'agreements.completed')).toHaveLength(1);
    // Back and forth: completed agreements stay completed, and nothing happens twice.
    await setSigners(owner, 'all');
    await testApp.runDueJobs();
    expect(await isSigned(waiting.appointment.id)).toBe(true);
    await setSigners(owner, 'any');
    await testApp.runDueJobs();
    expect(await typesOf(owner, waiting.appointment.id)).toEqual(all);
    expect(await kindsOf(owner, target)).toEqual(kinds);
    expect(subjects('Signed:')).toHaveLength(3);
  });

  test('does not complete void agreements', async () => {
    const owner = await testApp.create.owner();
    await setSigners(owner, 'all');
    const made = await booked(owner, await couple(owner));
    await annSigns(made);
    const target = { id: made.appointment.id, agreementId: made.agreement.id };
    await owner.call(contract.voidAgreement, { ...target, reason: 'Another text' });
    await testApp.runDueJobs();
    await setSigners(owner, 'any');
    await testApp.runDueJobs();
    expect(await kindsOf(owner, target)).not.toContain('completed');
  });

  test('skips deleted and canceled appointments, and completes a canceled one when it is restored', async () => {
    const owner = await testApp.create.owner();
    await setSigners(owner, 'all');
    const clients = await couple(owner);
    const one = (order_id: string, day: string) =>
      booked(owner, { ...clients, order_id, date_time: `${day}T09:00` });
    // In the order in which they are processed.
    const deleted = await one('R-1', '2030-03-11');
    const canceled = await one('R-2', '2030-03-12');
    const living = await one('R-3', '2030-03-13');
    for (const made of [deleted, canceled, living]) await annSigns(made);
    await owner.call(cancelAppointment, { id: canceled.appointment.id, notify: false });
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('appointments')
        .set({ deleted_at: w.now })
        .where('subscriber_id', '=', w.subscriberId)
        .where('id', '=', deleted.appointment.id)
        .execute(),
    );
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    await setSigners(owner, 'any');
    await testApp.runDueJobs();
    const isSigned = async (made: typeof living) =>
      (await testApp.readAs(owner.subscriberId, (r) => store.byId(r, made.agreement.id)))?.signed;
    expect(await isSigned(living)).toBe(true);
    expect(await isSigned(canceled)).toBe(false);
    expect(await isSigned(deleted)).toBe(false);
    expect(subjects('Signed:')).toHaveLength(3);
    await owner.call(restoreAppointment, { id: canceled.appointment.id });
    await testApp.runDueJobs();
    expect(await isSigned(canceled)).toBe(true);
    // Completing a deleted one after a client left changes nothing.
    await testApp.writeAs(owner.subscriberId, (w) => completeRemaining(w, deleted.appointment.id));
    expect(await isSigned(deleted)).toBe(false);
  });

  test('does not complete an agreement voided at the same time, and does not deadlock', async () => {
    const owner = await testApp.create.owner();
    await setSigners(owner, 'all');
    const made = await booked(owner, await couple(owner));
    await annSigns(made);
    await testApp.runDueJobs();
    const { id } = made.appointment;
    await setSetting(owner, 'agreement_signers', 'any');
    let completing: Promise<void> | undefined;
    await testApp.writeAs(owner.subscriberId, async (w) => {
      await store.lockInAppointment(w, id, { id: made.agreement.id });
      completing = testApp.writeAs(owner.subscriberId, (other) => completeRemaining(other, id));
      completing.catch(() => {});
      await expect.poll(waitingForLocks).toBeGreaterThan(0);
      // Same lock order as signing: the agreement, then its appointment.
      await store.lockAppointment(w, id);
      await store.markVoid(w, made.agreement.id, 'Another text');
    });
    await completing;
    const row = await testApp.readAs(owner.subscriberId, (r) => store.byId(r, made.agreement.id));
    expect([row?.signed, row?.voided_at === null]).toEqual([false, false]);
    const marked = await testApp.writeAs(owner.subscriberId, (w) => store.markSigned(w, made.agreement.id));
    expect(marked).toBe(false);
  });

  test('applies to a signature in progress', async () => {
    const owner = await testApp.create.owner();
    await setSigners(owner, 'all');
    const made = await booked(owner, await couple(owner));
    await annSigns(made);
    const isNow = await testApp.writeAs(owner.subscriberId, async (w) => {
      const row = await store.lockInAppointment(w, made.appointment.id, { id: made.agreement.id });
      if (!row) throw new Error('no agreement');
      const open = await loadAgreement(w, row);
      await setSetting(owner, 'agreement_signers', 'any');
      await store.lockAppointment(w, made.appointment.id);
      return markComplete(w, open);
    });
    expect(isNow).toBe(true);
  });

  /**
   * Signs as Ann, evaluates the signature, and delays the commit until `proceed` opens. Runs `concurrently` in between
   * and returns whether the agreement is signed once both have finished.
   */
  async function signWhile(
    owner: TestUser,
    made: Awaited<ReturnType<typeof booked>>,
    concurrently: () => Promise<unknown>,
  ) {
    const evaluated = gate();
    const proceed = gate();
    const { id } = made.appointment;
    const [ann] = made.agreement.signers;
    const signing = testApp.writeAs(owner.subscriberId, async (w) => {
      const row = await store.lockInAppointment(w, id, { id: made.agreement.id });
      if (!row) throw new Error('no agreement');
      const open = await loadAgreement(w, row);
      const { content_hash } = open.text;
      await store.freezeText(w, row.id, open.text);
      const person_id = ann?.person_id ?? '';
      const [person] = open.people.filter((one) => one.person_id === person_id);
      const signature = { subscriber_id: w.subscriberId, id: newId(), agreement_id: row.id, person_id };
      await w.db
        .insertInto('agreement_signatures')
        .values({
          ...signature,
          appointment_person_id: person?.id ?? '',
          role: 'client',
          signer_name: 'Ann Doe',
          method: 'typed',
          consent_text: 'I agree',
          consent_sha256: 'x',
          content_hash,
          ip: '127.0.0.1',
          user_agent: 'test',
          language: 'en',
          signed_at: w.now,
        })
        .execute();
      await completeAfterSigning(w, open, { id: signature.id, person_id });
      evaluated.open();
      await proceed.opened;
    });
    await evaluated.opened;
    const other = concurrently().then(() => testApp.runDueJobs());
    // Long enough to finish if nothing blocks it.
    await Promise.race([other, new Promise((done) => setTimeout(done, 1500))]);
    proceed.open();
    await Promise.all([signing, other]);
    await testApp.runDueJobs();
    const row = await testApp.readAs(owner.subscriberId, (r) => store.byId(r, made.agreement.id));
    return row?.signed;
  }

  test('waits for an uncommitted signature and sees it', async () => {
    const owner = await testApp.create.owner();
    await setSigners(owner, 'all');
    const made = await booked(owner, await couple(owner));
    expect(await signWhile(owner, made, () => setSigners(owner, 'any'))).toBe(true);
  });

  test('makes a signature wait for its commit and is then applied to it', async () => {
    const owner = await testApp.create.owner();
    await setSigners(owner, 'all');
    const made = await booked(owner, await couple(owner));
    const changed = gate();
    const proceed = gate();
    const changing = testApp.writeAs(owner.subscriberId, async (w) => {
      await w.db
        .updateTable('companies')
        .set({ settings: sql`settings || '{"agreement_signers":"any"}'` })
        .where('subscriber_id', '=', owner.subscriberId)
        .execute();
      changed.open();
      await proceed.opened;
    });
    await changed.opened;
    const signing = annSigns(made);
    await new Promise((done) => setTimeout(done, 700));
    proceed.open();
    await Promise.all([changing, signing]);
    // No recheck follows: the signature alone must have completed it.
    const row = await testApp.readAs(owner.subscriberId, (r) => store.byId(r, made.agreement.id));
    expect(row?.signed).toBe(true);
  });

  test('of two agreements changed concurrently, the later transaction sees both changes', async () => {
    const owner = await testApp.create.owner();
    const made = await booked(owner);
    const text = await owner.call(createAgreement, { name: 'Pool', content: '<p>Pool</p>' });
    const { id: agreementId } = await owner.call(contract.addAgreement, {
      id: made.appointment.id,
      template_id: text.id,
    });
    const voided = gate();
    const proceed = gate();
    const voiding = testApp.writeAs(owner.subscriberId, async (w) => {
      await w.db
        .updateTable('appointment_agreements')
        .set({ voided_at: w.now })
        .where('subscriber_id', '=', owner.subscriberId)
        .where('id', '=', agreementId)
        .execute();
      await w.emit({
        type: 'agreement.voided',
        appointment_id: made.appointment.id,
        agreement_id: agreementId,
        reason: 'Twice',
      });
      voided.open();
      await proceed.opened;
    });
    await voided.opened;
    const signing = annSigns(made, 0, 'Clara Client');
    await Promise.race([signing, new Promise((done) => setTimeout(done, 1000))]);
    proceed.open();
    await Promise.all([voiding, signing]);
    const { agreement_signed } = await owner.call(getAppointment, { inspection_id: made.appointment.id });
    expect(agreement_signed).toBe(true);
  });

  // Last, because it advances the clock.
  test('marks and seals agreements of past appointments without notifying anyone', async () => {
    const before = await testApp.create.owner();
    await setSigners(before, 'all');
    const made = await booked(before, await couple(before));
    await annSigns(made);
    await testApp.advanceTime('40 days');
    const owner = await testApp.create.signInAgain(before);
    testApp.sent.emails.length = 0;
    await setSigners(owner, 'any');
    await testApp.runDueJobs();
    const kinds = await kindsOf(owner, { id: made.appointment.id, agreementId: made.agreement.id });
    expect(kinds.slice(-2)).toEqual(['completed', 'sealed']);
    expect(testApp.sent.emails).toEqual([]);
    const { agreement_signed } = await owner.call(getAppointment, { inspection_id: made.appointment.id });
    expect(agreement_signed).toBe(true);
    const types = await typesOf(owner, made.appointment.id);
    expect(types).not.toContain('appointment.signed_and_paid');
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('appointment_agreements')
        .set({ sealed_file_id: null, sealed_sha256: null })
        .where('id', '=', made.agreement.id)
        .execute(),
    );
    await owner.call(sealAgain, { id: made.appointment.id, agreementId: made.agreement.id });
    await testApp.runDueJobs();
    const again = await kindsOf(owner, { id: made.appointment.id, agreementId: made.agreement.id });
    expect(again.slice(-2)).toEqual(['sealed', 'sealed']);
    expect(testApp.sent.emails).toEqual([]);
  });
});

/** The number of transactions waiting for a row lock. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(testApp.runtime.db);
  return rows[0]?.many ?? 0;
}
