import { describe, expect, test } from 'vitest';
import { getDefaults } from '#features/appointments/booking-contract.ts';
import { getSettings } from '#features/company/settings-contract.ts';
import { createService } from '#features/services/editor-contract.ts';
import { updateMine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import { createAgreementHelpers } from '../agreements-for-tests.ts';
import * as contract from '../contract.ts';
import * as library from '../library-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { booked, setSetting } = createAgreementHelpers(testApp);
const pool = { name: 'Pool agreement', content: '<h2>Pool</h2><p>For {{CLIENT_NAME}}.</p>' };

describe('a template', () => {
  test('is created, sanitized, listed, changed and deleted', async () => {
    const owner = await testApp.create.owner();
    const made = await owner.call(library.createAgreement, {
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
    // Saving the text as it was read does not change it.
    const same = await owner.call(library.updateAgreement, { id: made.id, content: made.content });
    expect(same).toMatchObject({ content: made.content, version: 1, versions: [] });
    const { pageData } = await owner.call(library.listAgreements, { text: 'pool' });
    expect(pageData.map((row) => row.id)).toEqual([made.id]);
    await owner.call(library.deleteAgreement, { id: made.id, rev: same.rev });
    expect((await owner.request(library.getAgreement, { id: made.id })).error?.type).toBe('NOT_FOUND');
    expect((await owner.request(library.deleteAgreement, { id: made.id })).error?.type).toBe('NOT_FOUND');
  });

  test('reports validation errors by field', async () => {
    const owner = await testApp.create.owner();
    const empty = await owner.request(library.createAgreement, { name: ' ', content: '<p> </p>' });
    expect(empty.error?.details).toEqual({ name: 'Name is required' });
    const blank = await owner.request(library.createAgreement, { name: 'Blank', content: '<p> <br></p>' });
    expect(blank.error?.details).toEqual({ content: 'The text is required' });
    const idle = await owner.request(library.createAgreement, { ...pool, status: 0, is_default: true });
    expect(idle.error?.details).toEqual({
      is_default: 'An inactive agreement can’t be the default',
    });
    const unknown = await owner.call(library.createAgreement, { ...pool, content: '<p>{{CLIENT}} owes</p>' });
    expect(unknown.unknown_placeholders).toEqual(['CLIENT']);
    const content = '<p>{{CLIENT}} owes {price} to [company], see {{client_name}}</p>';
    const { id, rev } = unknown;
    const saved = await owner.call(library.updateAgreement, { id, rev, content });
    const mistyped = [
      { typed: '{{CLIENT}}', nearest: 'CLIENT_NAME', blocks: true },
      { typed: '{price}', nearest: 'PRICE', blocks: false },
      { typed: '{{client_name}}', nearest: 'CLIENT_NAME', blocks: false },
    ];
    expect(saved.mistyped_placeholders).toEqual(mistyped);
    const preview = await owner.call(library.previewAgreement, { content });
    expect(preview.mistyped_placeholders).toEqual(mistyped);
  });

  test('rejects a save over a newer version and returns that version', async () => {
    const owner = await testApp.create.owner();
    const { id, rev } = await owner.call(library.createAgreement, pool);
    await owner.call(library.updateAgreement, { id, rev, name: 'First' });
    const late = await owner.request(library.updateAgreement, { id, rev, name: 'Second' });
    expect(late.error).toMatchObject({
      type: 'CONFLICT',
      details: { current: { name: 'First', rev: rev + 1 } },
    });
  });

  test('can be changed by the office only; others read the list and other companies get NOT_FOUND', async () => {
    const owner = await testApp.create.owner();
    const { id } = await owner.call(library.createAgreement, pool);
    const technician = await testApp.create.member(owner, { type: 'technician' });
    expect((await technician.request(library.getAgreement, { id })).error?.type).toBe('FORBIDDEN');
    expect((await technician.request(library.updateAgreement, { id, name: 'x' })).error?.type).toBe(
      'FORBIDDEN',
    );
    expect((await technician.call(library.listAgreements)).pageData.length).toBeGreaterThan(0);
    const stranger = await testApp.create.owner();
    expect((await stranger.request(library.getAgreement, { id })).error?.type).toBe('NOT_FOUND');
    expect((await stranger.request(library.updateAgreement, { id, name: 'x' })).error?.type).toBe(
      'NOT_FOUND',
    );
    expect((await stranger.request(library.deleteAgreement, { id })).error?.type).toBe('NOT_FOUND');
    expect((await owner.call(library.getAgreement, { id })).name).toBe('Pool agreement');
  });
});

test('an appointment has at most 100 agreements, with those that were removed', async () => {
  const owner = await testApp.create.owner();
  const { id: template_id } = await owner.call(library.createAgreement, pool);
  const { appointment, agreement } = await booked(owner);
  const add = () => owner.request(contract.addAgreement, { id: appointment.id, template_id });
  await testApp.writeAs(owner.subscriberId, (w) =>
    updateMine(w, 'appointment_agreements').set({ position: 98 }).where('id', '=', agreement.id).execute(),
  );
  const { data, status } = await add();
  expect(status).toBe(200);
  expect((await add()).error?.details).toEqual({ template_id: 'This appointment has too many agreements' });
  const { agreementId } = data as { agreementId: string };
  await owner.call(contract.removeAgreement, { id: appointment.id, agreementId });
  expect((await add()).status).toBe(400);
});

describe('versions', () => {
  test('are created only when the changed text is used by an appointment', async () => {
    const owner = await testApp.create.owner();
    const { id } = await owner.call(library.createAgreement, pool);
    const draft = await owner.call(library.updateAgreement, { id, content: '<p>Better</p>' });
    expect(draft).toMatchObject({ version: 1, versions: [] });
    const { appointment } = await booked(owner);
    await owner.call(contract.addAgreement, { id: appointment.id, template_id: id });
    const renamed = await owner.call(library.updateAgreement, { id, name: 'Swimming pool' });
    expect(renamed).toMatchObject({ version: 1, copies: 1, versions: [] });
    const next = await owner.call(library.updateAgreement, { id, content: '<p>Best</p>' });
    expect(next).toMatchObject({ version: 2, copies: 0, versions: [{ version: 1, copies: 1 }] });
    expect(next.versions[0]?.replaced_by).not.toBe('');
    const text = (version: number) => owner.call(library.getAgreementVersion, { id, version });
    expect([(await text(1)).content, (await text(2)).content]).toEqual(['<p>Better</p>', '<p>Best</p>']);
    expect((await owner.request(library.getAgreementVersion, { id, version: 3 })).error?.type).toBe(
      'NOT_FOUND',
    );
    const rows = await owner.call(contract.listAppointmentAgreements, { id: appointment.id });
    const copy = rows.find((row) => row.template_id === id);
    expect(copy).toMatchObject({ name: 'Pool agreement', template_version: 1, offered_version: 2 });
    expect(copy?.real_content).toBe('<p>Better</p>');
  });
});

describe('active templates', () => {
  test('are exactly those offered for the next appointment, including the default', async () => {
    const owner = await testApp.create.owner();
    const on = await owner.call(library.createAgreement, { ...pool, is_default: true });
    const off = await owner.call(library.createAgreement, { name: 'Old', content: '<p>Old</p>', status: 0 });
    const offers = async () => (await owner.call(getDefaults)).agreementOptions;
    expect(await offers()).toContainEqual({ value: on.id, label: 'Pool agreement', is_default: true });
    expect((await offers()).some((one) => one.value === off.id)).toBe(false);
    const { appointment } = await booked(owner, { agreements: undefined });
    const names = (await owner.call(contract.listAppointmentAgreements, { id: appointment.id })).map(
      (a) => a.name,
    );
    expect(names).toContain('Pool agreement');
    const refused = await owner.request(contract.addAgreement, { id: appointment.id, template_id: off.id });
    expect(refused.error?.details).toEqual({ template_id: 'This agreement no longer exists' });
    const { pageData } = await owner.call(library.listAgreements, { status: 'inactive' });
    expect(pageData.map((row) => row.name)).toEqual(['Old']);
  });

  test('are removed from the settings that use them when deactivated or deleted', async () => {
    const owner = await testApp.create.owner();
    const { id } = await owner.call(library.createAgreement, { ...pool, is_default: true });
    await setSetting(owner, 'request_form', { agreement_id: id });
    const settings = () => owner.call(getSettings, { subscriberId: owner.subscriberId });
    expect((await settings()).default_agreement_id).toBe(id);
    const off = await owner.call(library.updateAgreement, { id, status: 0 });
    expect(off.is_default).toBe(false);
    expect(await settings()).toMatchObject({
      default_agreement_id: null,
      request_form: { agreement_id: null },
    });
  });

  test('cannot be deleted while services include them, and those services are named', async () => {
    const owner = await testApp.create.owner();
    const { id } = await owner.call(library.createAgreement, pool);
    await owner.call(createService, {
      name: 'Pool inspection',
      base_cost: 100,
      base_duration: 1,
      agreements: [id],
    });
    const refused = await owner.request(library.deleteAgreement, { id });
    expect(refused.error).toMatchObject({ type: 'CONFLICT', details: { used_by: ['Pool inspection'] } });
    expect((await owner.call(library.getAgreement, { id })).used_by).toEqual(['Pool inspection']);
  });
});

test('the preview is filled with sample data', async () => {
  const owner = await testApp.create.owner();
  const shown = await owner.call(library.previewAgreement, {
    content: '<p>{{CLIENT_NAME}}, {{SERVICES}}, {{FEES}}, {{PRICE}}, {{APPOINTMENT_DATE}}, {{NOBODY}}</p>',
  });
  expect(shown.unknown_placeholders).toEqual(['NOBODY']);
  expect(shown.real_content).toContain(
    'Jane Miller and John Miller, Home inspection and Radon test, Home inspection $475.00 and Radon test $150.00, $625.00, 03/08/2030,',
  );
});
