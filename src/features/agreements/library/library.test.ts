import { describe, expect, test } from 'vitest';
import { getDefaults } from '#features/appointments/booking-contract.ts';
import { getSettings } from '#features/company/settings-contract.ts';
import { createService } from '#features/services/editor-contract.ts';
import { openHouse } from '#testing/house.ts';
import { agreementsOf } from '../agreements-for-tests.ts';
import * as contract from '../contract.ts';
import * as library from '../library-contract.ts';

const house = await openHouse({ at: '2030-03-01T14:00:00Z' });
const { booked, setSetting } = agreementsOf(house);
const pool = { name: 'Pool agreement', content: '<h2>Pool</h2><p>For {{CLIENT_NAME}}.</p>' };

describe('a text', () => {
  test('is created, cleaned, listed, changed and deleted', async () => {
    const owner = await house.has.owner();
    const made = await owner.does(library.createAgreement, {
      ...pool,
      content: `<h2 onclick="x()">Pool</h2><script>alert(1)</script><p><a href="javascript:x">For</a> <b>{{CLIENT_NAME}}</b></p>`,
    });
    expect(made).toMatchObject({
      name: 'Pool agreement',
      version: 1,
      status: 1,
      is_default: false,
      copies: 0,
    });
    expect(made.content).toBe('<h2>Pool</h2><p>For <span class="placeholder">{{CLIENT_NAME}}</span></p>');
    // What is read and saved again is the same text.
    const same = await owner.does(library.updateAgreement, { id: made.id, content: made.content });
    expect(same).toMatchObject({ content: made.content, version: 1, versions: [] });
    const { pageData } = await owner.does(library.listAgreements, { text: 'pool' });
    expect(pageData.map((row) => row.id)).toEqual([made.id]);
    await owner.does(library.deleteAgreement, { id: made.id, rev: same.rev });
    expect((await owner.tries(library.getAgreement, { id: made.id })).error?.type).toBe('NOT_FOUND');
    expect((await owner.tries(library.deleteAgreement, { id: made.id })).error?.type).toBe('NOT_FOUND');
  });

  test('says by field what is wrong with it', async () => {
    const owner = await house.has.owner();
    const empty = await owner.tries(library.createAgreement, { name: ' ', content: '<p> </p>' });
    expect(empty.error?.details).toEqual({ name: 'Name is required' });
    const blank = await owner.tries(library.createAgreement, { name: 'Blank', content: '<p> <br></p>' });
    expect(blank.error?.details).toEqual({ content: 'The text is required' });
    const idle = await owner.tries(library.createAgreement, { ...pool, status: 0, is_default: true });
    expect(idle.error?.details).toEqual({
      is_default: 'An inactive agreement can’t be the default',
    });
    const unknown = await owner.does(library.createAgreement, { ...pool, content: '<p>{{CLIENT}} owes</p>' });
    expect(unknown.unknown_placeholders).toEqual(['CLIENT']);
  });

  test('of two who change it at once, the second is told and shown what the first wrote', async () => {
    const owner = await house.has.owner();
    const { id, rev } = await owner.does(library.createAgreement, pool);
    await owner.does(library.updateAgreement, { id, rev, name: 'First' });
    const late = await owner.tries(library.updateAgreement, { id, rev, name: 'Second' });
    expect(late.error).toMatchObject({
      type: 'CONFLICT',
      details: { current: { name: 'First', rev: rev + 1 } },
    });
  });

  test('is the office’s: others read the list and change nothing, strangers find nothing', async () => {
    const owner = await house.has.owner();
    const { id } = await owner.does(library.createAgreement, pool);
    const technician = await house.has.member(owner, { type: 'technician' });
    expect((await technician.tries(library.getAgreement, { id })).error?.type).toBe('FORBIDDEN');
    expect((await technician.tries(library.updateAgreement, { id, name: 'x' })).error?.type).toBe(
      'FORBIDDEN',
    );
    expect((await technician.does(library.listAgreements)).pageData.length).toBeGreaterThan(0);
    const stranger = await house.has.owner();
    expect((await stranger.tries(library.getAgreement, { id })).error?.type).toBe('NOT_FOUND');
    expect((await stranger.tries(library.updateAgreement, { id, name: 'x' })).error?.type).toBe('NOT_FOUND');
    expect((await stranger.tries(library.deleteAgreement, { id })).error?.type).toBe('NOT_FOUND');
    expect((await owner.does(library.getAgreement, { id })).name).toBe('Pool agreement');
  });
});

describe('versions', () => {
  test('a text that an appointment has becomes a new version, one that nobody has does not', async () => {
    const owner = await house.has.owner();
    const { id } = await owner.does(library.createAgreement, pool);
    const draft = await owner.does(library.updateAgreement, { id, content: '<p>Better</p>' });
    expect(draft).toMatchObject({ version: 1, versions: [] });
    const { appointment } = await booked(owner);
    await owner.does(contract.addAgreement, { id: appointment.id, template_id: id });
    const renamed = await owner.does(library.updateAgreement, { id, name: 'Swimming pool' });
    expect(renamed).toMatchObject({ version: 1, copies: 1, versions: [] });
    const next = await owner.does(library.updateAgreement, { id, content: '<p>Best</p>' });
    expect(next).toMatchObject({ version: 2, copies: 0, versions: [{ version: 1, copies: 1 }] });
    expect(next.versions[0]?.replaced_by).not.toBe('');
    const text = (version: number) => owner.does(library.getAgreementVersion, { id, version });
    expect([(await text(1)).content, (await text(2)).content]).toEqual(['<p>Better</p>', '<p>Best</p>']);
    expect((await owner.tries(library.getAgreementVersion, { id, version: 3 })).error?.type).toBe(
      'NOT_FOUND',
    );
    const rows = await owner.does(contract.listAppointmentAgreements, { id: appointment.id });
    const copy = rows.find((row) => row.template_id === id);
    expect(copy).toMatchObject({ name: 'Pool agreement', template_version: 1, offered_version: 2 });
    expect(copy?.real_content).toBe('<p>Better</p>');
  });
});

describe('what is offered', () => {
  test('the next appointment offers exactly the active ones, the default among them', async () => {
    const owner = await house.has.owner();
    const on = await owner.does(library.createAgreement, { ...pool, is_default: true });
    const off = await owner.does(library.createAgreement, { name: 'Old', content: '<p>Old</p>', status: 0 });
    const offers = async () => (await owner.does(getDefaults)).agreementOptions;
    expect(await offers()).toContainEqual({ value: on.id, label: 'Pool agreement', is_default: true });
    expect((await offers()).some((one) => one.value === off.id)).toBe(false);
    const { appointment } = await booked(owner, { agreements: undefined });
    const names = (await owner.does(contract.listAppointmentAgreements, { id: appointment.id })).map(
      (a) => a.name,
    );
    expect(names).toContain('Pool agreement');
    const refused = await owner.tries(contract.addAgreement, { id: appointment.id, template_id: off.id });
    expect(refused.error?.details).toEqual({ template_id: 'This agreement no longer exists' });
    const { pageData } = await owner.does(library.listAgreements, { status: 'inactive' });
    expect(pageData.map((row) => row.name)).toEqual(['Old']);
  });

  test('switched off or deleted it leaves the settings that named it', async () => {
    const owner = await house.has.owner();
    const { id } = await owner.does(library.createAgreement, { ...pool, is_default: true });
    await setSetting(owner, 'request_form', { agreement_id: id });
    const settings = () => owner.does(getSettings, { subscriberId: owner.subscriberId });
    expect((await settings()).default_agreement_id).toBe(id);
    const off = await owner.does(library.updateAgreement, { id, status: 0 });
    expect(off.is_default).toBe(false);
    expect(await settings()).toMatchObject({
      default_agreement_id: null,
      request_form: { agreement_id: null },
    });
  });

  test('services that bring it along hold it back from being deleted, and are named', async () => {
    const owner = await house.has.owner();
    const { id } = await owner.does(library.createAgreement, pool);
    await owner.does(createService, {
      name: 'Pool inspection',
      base_cost: 100,
      base_duration: 1,
      agreements: [id],
    });
    const refused = await owner.tries(library.deleteAgreement, { id });
    expect(refused.error).toMatchObject({ type: 'CONFLICT', details: { used_by: ['Pool inspection'] } });
    expect((await owner.does(library.getAgreement, { id })).used_by).toEqual(['Pool inspection']);
  });
});

test('the preview is filled with a made-up appointment', async () => {
  const owner = await house.has.owner();
  const shown = await owner.does(library.previewAgreement, {
    content: '<p>{{CLIENT_NAME}}, {{SERVICES}}, {{FEES}}, {{PRICE}}, {{APPOINTMENT_DATE}}, {{NOBODY}}</p>',
  });
  expect(shown.unknown_placeholders).toEqual(['NOBODY']);
  expect(shown.real_content).toContain(
    'Jane Miller and John Miller, Home inspection and Radon test, Home inspection $475.00 and Radon test $150.00, $625.00, 03/08/2030,',
  );
});
