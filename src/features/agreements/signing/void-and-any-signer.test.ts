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
import * as store from '../store.ts';
import { completeAfterSigning, markComplete } from './complete-agreement.ts';
import { completeRemaining } from './complete-remaining.ts';

const house = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { booked, couple, setSetting, typesOf, signs } = createAgreementHelpers(house);
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
  house.sent.emails
    .filter((mail) => mail.subject.startsWith(start))
    .map((mail) => mail.to[0]?.address)
    .toSorted();
const kindsOf = async (owner: TestUser, target: { id: string; agreementId: string }) =>
  (await owner.call(contract.getEvidence, target)).rows.map((row) => row.what);

describe('an agreement that is declared void', () => {
  test('is told of once to everybody who knew of it, each in their own mail', async () => {
    const owner = await house.create.owner({ company_name: 'Harbor Inspections' });
    const made = await booked(owner, await couple(owner));
    const target = { id: made.appointment.id, agreementId: made.agreement.id };
    await owner.call(contract.sendAgreement, target);
    await house.runDueJobs();
    house.sent.emails.length = 0;
    await owner.call(contract.voidAgreement, { ...target, reason: 'Wrong house' });
    await owner.call(contract.voidAgreement, { ...target, reason: 'Wrong house' });
    await house.runDueJobs();
    expect(subjects('No longer valid:')).toEqual(['ann@doe.example', 'ben@doe.example']);
    const [mail] = house.sent.emails;
    expect(mail?.text).toContain('Harbor Inspections');
    expect(mail?.text).not.toContain('Wrong house');
    // What follows an event may run twice.
    await house.writeAs(owner.subscriberId, (w) =>
      notifyAgreementVoided(w, { appointment_id: target.id, agreement_id: target.agreementId }),
    );
    await house.runDueJobs();
    expect(subjects('No longer valid:')).toHaveLength(2);
    expect((await kindsOf(owner, target)).filter((what) => what === 'void_told')).toHaveLength(2);
  });

  test('is told of to whoever opened or signed it without being sent it', async () => {
    const owner = await house.create.owner();
    const made = await booked(owner, await couple(owner));
    await annSigns(made);
    await house.runDueJobs();
    house.sent.emails.length = 0;
    await owner.call(contract.voidAgreement, {
      id: made.appointment.id,
      agreementId: made.agreement.id,
      reason: 'Another text',
    });
    await house.runDueJobs();
    expect(subjects('No longer valid:')).toEqual(['ann@doe.example']);
  });

  test('that nobody was sent is void without a word', async () => {
    const owner = await house.create.owner();
    const { appointment, agreement } = await booked(owner, await couple(owner));
    await house.runDueJobs();
    house.sent.emails.length = 0;
    await owner.call(contract.voidAgreement, {
      id: appointment.id,
      agreementId: agreement.id,
      reason: 'A mistake',
    });
    await house.runDueJobs();
    expect(house.sent.emails).toEqual([]);
  });
});

describe('when one signature begins to suffice', () => {
  test('what waited with one is complete: sealed, mailed and told of, once', async () => {
    const owner = await house.create.owner();
    await setSigners(owner, 'all');
    const waiting = await booked(owner, await couple(owner));
    const untouched = await booked(owner, {
      ...(await couple(owner)),
      order_id: 'R-2',
      date_time: '2030-03-12T09:00',
    });
    await annSigns(waiting);
    await house.runDueJobs();
    const target = { id: waiting.appointment.id, agreementId: waiting.agreement.id };
    const isSigned = async (id: string) =>
      (await owner.call(getAppointment, { inspection_id: id })).agreement_signed;
    expect(await isSigned(waiting.appointment.id)).toBe(false);
    house.sent.emails.length = 0;
    await setSigners(owner, 'any');
    await house.runDueJobs();
    expect(await isSigned(waiting.appointment.id)).toBe(true);
    expect(await isSigned(untouched.appointment.id)).toBe(false);
    // Ann who signed, Ben who may read it, and the office.
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
    // Back and forth: what is complete stays so, and nothing happens twice.
    await setSigners(owner, 'all');
    await house.runDueJobs();
    expect(await isSigned(waiting.appointment.id)).toBe(true);
    await setSigners(owner, 'any');
    await house.runDueJobs();
    expect(await typesOf(owner, waiting.appointment.id)).toEqual(all);
    expect(await kindsOf(owner, target)).toEqual(kinds);
    expect(subjects('Signed:')).toHaveLength(3);
  });

  test('what is void or still waits for its first signature is left alone', async () => {
    const owner = await house.create.owner();
    await setSigners(owner, 'all');
    const made = await booked(owner, await couple(owner));
    await annSigns(made);
    const target = { id: made.appointment.id, agreementId: made.agreement.id };
    await owner.call(contract.voidAgreement, { ...target, reason: 'Another text' });
    await house.runDueJobs();
    await setSigners(owner, 'any');
    await house.runDueJobs();
    expect(await kindsOf(owner, target)).not.toContain('completed');
  });

  test('a deleted or canceled appointment is passed over; restored, it is looked at again', async () => {
    const owner = await house.create.owner();
    await setSigners(owner, 'all');
    const clients = await couple(owner);
    const one = (order_id: string, day: string) =>
      booked(owner, { ...clients, order_id, date_time: `${day}T09:00` });
    // In the order in which they are looked at.
    const deleted = await one('R-1', '2030-03-11');
    const canceled = await one('R-2', '2030-03-12');
    const living = await one('R-3', '2030-03-13');
    for (const made of [deleted, canceled, living]) await annSigns(made);
    await owner.call(cancelAppointment, { id: canceled.appointment.id, notify: false });
    await house.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('appointments')
        .set({ deleted_at: w.now })
        .where('subscriber_id', '=', w.subscriberId)
        .where('id', '=', deleted.appointment.id)
        .execute(),
    );
    await house.runDueJobs();
    house.sent.emails.length = 0;
    await setSigners(owner, 'any');
    await house.runDueJobs();
    const isSigned = async (made: typeof living) =>
      (await house.readAs(owner.subscriberId, (r) => store.byId(r, made.agreement.id)))?.signed;
    expect(await isSigned(living)).toBe(true);
    expect(await isSigned(canceled)).toBe(false);
    expect(await isSigned(deleted)).toBe(false);
    expect(subjects('Signed:')).toHaveLength(3);
    await owner.call(restoreAppointment, { id: canceled.appointment.id });
    await house.runDueJobs();
    expect(await isSigned(canceled)).toBe(true);
    // A client who leaves one that is gone changes nothing.
    await house.writeAs(owner.subscriberId, (w) => completeRemaining(w, deleted.appointment.id));
    expect(await isSigned(deleted)).toBe(false);
  });

  test('who voids it at that moment comes first, and nobody waits in a ring', async () => {
    const owner = await house.create.owner();
    await setSigners(owner, 'all');
    const made = await booked(owner, await couple(owner));
    await annSigns(made);
    await house.runDueJobs();
    const { id } = made.appointment;
    await setSetting(owner, 'agreement_signers', 'any');
    let completing: Promise<void> | undefined;
    await house.writeAs(owner.subscriberId, async (w) => {
      await store.lockInAppointment(w, id, { id: made.agreement.id });
      completing = house.writeAs(owner.subscriberId, (other) => completeRemaining(other, id));
      completing.catch(() => {});
      await expect.poll(waitingForLocks).toBeGreaterThan(0);
      // As who signs takes it: the agreement, then its appointment.
      await store.lockAppointment(w, id);
      await store.markVoid(w, made.agreement.id, 'Another text');
    });
    await completing;
    const row = await house.readAs(owner.subscriberId, (r) => store.byId(r, made.agreement.id));
    expect([row?.signed, row?.voided_at === null]).toEqual([false, false]);
    const marked = await house.writeAs(owner.subscriberId, (w) => store.markSigned(w, made.agreement.id));
    expect(marked).toBe(false);
  });

  test('while somebody signs, the signature is judged by what the company asks for by then', async () => {
    const owner = await house.create.owner();
    await setSigners(owner, 'all');
    const made = await booked(owner, await couple(owner));
    await annSigns(made);
    const isNow = await house.writeAs(owner.subscriberId, async (w) => {
      const row = await store.lockInAppointment(w, made.appointment.id, { id: made.agreement.id });
      if (!row) throw new Error('no agreement');
      const open = await loadAgreement(w, row);
      await setSetting(owner, 'agreement_signers', 'any');
      await store.lockAppointment(w, made.appointment.id);
      return markComplete(w, open);
    });
    expect(isNow).toBe(true);
  });

  /** Ann's signature is judged but not committed until `goes`; gives what `meanwhile` brings about, once both are over. */
  async function signsWhile(
    owner: TestUser,
    made: Awaited<ReturnType<typeof booked>>,
    meanwhile: () => Promise<unknown>,
  ) {
    const judged = gate();
    const goes = gate();
    const { id } = made.appointment;
    const [ann] = made.agreement.signers;
    const signing = house.writeAs(owner.subscriberId, async (w) => {
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
      judged.open();
      await goes.opened;
    });
    await judged.opened;
    const other = meanwhile().then(() => house.runDueJobs());
    // As long as it takes to be over, where nothing holds it up.
    await Promise.race([other, new Promise((done) => setTimeout(done, 1500))]);
    goes.open();
    await Promise.all([signing, other]);
    await house.runDueJobs();
    const row = await house.readAs(owner.subscriberId, (r) => store.byId(r, made.agreement.id));
    return row?.signed;
  }

  test('between a signature and its commit, another wish of the company waits and finds it', async () => {
    const owner = await house.create.owner();
    await setSigners(owner, 'all');
    const made = await booked(owner, await couple(owner));
    expect(await signsWhile(owner, made, () => setSigners(owner, 'any'))).toBe(true);
  });

  test('between the wish and its commit, a signature waits and is judged by it', async () => {
    const owner = await house.create.owner();
    await setSigners(owner, 'all');
    const made = await booked(owner, await couple(owner));
    const wished = gate();
    const goes = gate();
    const wishing = house.writeAs(owner.subscriberId, async (w) => {
      await w.db
        .updateTable('companies')
        .set({ settings: sql`settings || '{"agreement_signers":"any"}'` })
        .where('subscriber_id', '=', owner.subscriberId)
        .execute();
      wished.open();
      await goes.opened;
    });
    await wished.opened;
    const signing = annSigns(made);
    await new Promise((done) => setTimeout(done, 700));
    goes.open();
    await Promise.all([wishing, signing]);
    // Nobody looks at it again: the signature alone must have done it.
    const row = await house.readAs(owner.subscriberId, (r) => store.byId(r, made.agreement.id));
    expect(row?.signed).toBe(true);
  });

  test('of two agreements changed at once, whichever is later judges by both', async () => {
    const owner = await house.create.owner();
    const made = await booked(owner);
    const text = await owner.call(createAgreement, { name: 'Pool', content: '<p>Pool</p>' });
    const { id: agreementId } = await owner.call(contract.addAgreement, {
      id: made.appointment.id,
      template_id: text.id,
    });
    const voided = gate();
    const goes = gate();
    const voiding = house.writeAs(owner.subscriberId, async (w) => {
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
      await goes.opened;
    });
    await voided.opened;
    const signing = annSigns(made, 0, 'Clara Client');
    await Promise.race([signing, new Promise((done) => setTimeout(done, 1000))]);
    goes.open();
    await Promise.all([voiding, signing]);
    const { agreement_signed } = await owner.call(getAppointment, { inspection_id: made.appointment.id });
    expect(agreement_signed).toBe(true);
  });

  // Last: time goes by here.
  test('of an appointment that is over it is marked and sealed, and nobody is told', async () => {
    const before = await house.create.owner();
    await setSigners(before, 'all');
    const made = await booked(before, await couple(before));
    await annSigns(made);
    await house.advanceTime('40 days');
    const owner = await house.create.signInAgain(before);
    house.sent.emails.length = 0;
    await setSigners(owner, 'any');
    await house.runDueJobs();
    const kinds = await kindsOf(owner, { id: made.appointment.id, agreementId: made.agreement.id });
    expect(kinds.slice(-2)).toEqual(['completed', 'sealed']);
    expect(house.sent.emails).toEqual([]);
    const { agreement_signed } = await owner.call(getAppointment, { inspection_id: made.appointment.id });
    expect(agreement_signed).toBe(true);
    const types = await typesOf(owner, made.appointment.id);
    expect(types).not.toContain('appointment.signed_and_paid');
  });
});

/** How many wait for a row that somebody else holds. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(house.runtime.db);
  return rows[0]?.many ?? 0;
}
