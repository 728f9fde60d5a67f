import { afterAll, describe, expect, test } from 'vitest';
import { getAppointment } from '#features/appointments/contract.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import { closeDocuments } from '#server/documents/render.ts';
import { openHouse } from '#testing/house.ts';
import type { Person } from '#testing/person.ts';
import { agreementsOf } from './agreements-for-tests.ts';
import * as contract from './contract.ts';
import { tellOfVoiding } from './tell-of-voiding.ts';

const house = await openHouse({ at: '2030-03-01T14:00:00Z' });
const { booked, couple, typesOf } = agreementsOf(house);
afterAll(closeDocuments);

const setSigners = (owner: Person, agreement_signers: 'any' | 'all') =>
  owner.does(updateSettings, { subscriberId: owner.subscriberId, agreement_signers });
const annSigns = (made: Awaited<ReturnType<typeof booked>>, nth = 0, signer_name = 'Ann Doe') =>
  house.visitor.does(contract.signAgreement, {
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
const kindsOf = async (owner: Person, target: { id: string; agreementId: string }) =>
  (await owner.does(contract.getEvidence, target)).rows.map((row) => row.what);

describe('an agreement that is declared void', () => {
  test('is told of once to everybody who knew of it, each in their own mail', async () => {
    const owner = await house.has.owner({ company_name: 'Harbor Inspections' });
    const made = await booked(owner, await couple(owner));
    const target = { id: made.appointment.id, agreementId: made.agreement.id };
    await owner.does(contract.sendAgreement, target);
    await house.settles();
    house.sent.emails.length = 0;
    await owner.does(contract.voidAgreement, { ...target, reason: 'Wrong house' });
    await owner.does(contract.voidAgreement, { ...target, reason: 'Wrong house' });
    await house.settles();
    expect(subjects('No longer valid:')).toEqual(['ann@doe.example', 'ben@doe.example']);
    const [mail] = house.sent.emails;
    expect(mail?.text).toContain('Harbor Inspections');
    expect(mail?.text).not.toContain('Wrong house');
    // What follows an event may run twice.
    await house.writes(owner.subscriberId, (w) =>
      tellOfVoiding(w, { appointment_id: target.id, agreement_id: target.agreementId }),
    );
    await house.settles();
    expect(subjects('No longer valid:')).toHaveLength(2);
    expect((await kindsOf(owner, target)).filter((what) => what === 'void_told')).toHaveLength(2);
  });

  test('is told of to whoever opened or signed it without being sent it', async () => {
    const owner = await house.has.owner();
    const made = await booked(owner, await couple(owner));
    await annSigns(made);
    await house.settles();
    house.sent.emails.length = 0;
    await owner.does(contract.voidAgreement, {
      id: made.appointment.id,
      agreementId: made.agreement.id,
      reason: 'Another text',
    });
    await house.settles();
    expect(subjects('No longer valid:')).toEqual(['ann@doe.example']);
  });

  test('that nobody was sent is void without a word', async () => {
    const owner = await house.has.owner();
    const { appointment, agreement } = await booked(owner, await couple(owner));
    await house.settles();
    house.sent.emails.length = 0;
    await owner.does(contract.voidAgreement, {
      id: appointment.id,
      agreementId: agreement.id,
      reason: 'A mistake',
    });
    await house.settles();
    expect(house.sent.emails).toEqual([]);
  });
});

describe('when one signature begins to suffice', () => {
  test('what waited with one is complete: sealed, mailed and told of, once', async () => {
    const owner = await house.has.owner();
    await setSigners(owner, 'all');
    const waiting = await booked(owner, await couple(owner));
    const untouched = await booked(owner, {
      ...(await couple(owner)),
      order_id: 'R-2',
      date_time: '2030-03-12T09:00',
    });
    await annSigns(waiting);
    await house.settles();
    const target = { id: waiting.appointment.id, agreementId: waiting.agreement.id };
    const isSigned = async (id: string) =>
      (await owner.does(getAppointment, { inspection_id: id })).agreement_signed;
    expect(await isSigned(waiting.appointment.id)).toBe(false);
    house.sent.emails.length = 0;
    await setSigners(owner, 'any');
    await house.settles();
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
    expect((await house.visitor.tries(contract.downloadPublicAgreement, waiting.ids)).status).toBe(200);
    const all = await typesOf(owner, waiting.appointment.id);
    expect(all.filter((type) => type === 'agreements.completed')).toHaveLength(1);
    // Back and forth: what is complete stays so, and nothing happens twice.
    await setSigners(owner, 'all');
    await house.settles();
    expect(await isSigned(waiting.appointment.id)).toBe(true);
    await setSigners(owner, 'any');
    await house.settles();
    expect(await typesOf(owner, waiting.appointment.id)).toEqual(all);
    expect(await kindsOf(owner, target)).toEqual(kinds);
    expect(subjects('Signed:')).toHaveLength(3);
  });

  test('what is void or still waits for its first signature is left alone', async () => {
    const owner = await house.has.owner();
    await setSigners(owner, 'all');
    const made = await booked(owner, await couple(owner));
    await annSigns(made);
    const target = { id: made.appointment.id, agreementId: made.agreement.id };
    await owner.does(contract.voidAgreement, { ...target, reason: 'Another text' });
    await house.settles();
    await setSigners(owner, 'any');
    await house.settles();
    expect(await kindsOf(owner, target)).not.toContain('completed');
  });
});
