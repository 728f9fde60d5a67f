import { describe, expect, test } from 'vitest';
import { getDefaults, updateAppointment } from '#features/appointments/booking-contract.ts';
import { getAppointment } from '#features/appointments/contract.ts';
import { newId } from '#server/ids.ts';
import { bookedAppointment, defaultProperty } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from './contract.ts';
import * as editor from './editor-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();

const step = (when: number, low: number | null, high: number | null, add_fee: number, add_hours = 0) => ({
  when,
  greater_than: low,
  less_than_or_equal: high,
  add_fee,
  add_hours,
});
const manor = { name: 'Manor inspection', base_cost: 500, base_duration: 3 };
const listed = async () => (await owner.call(contract.listServices, { perPage: 100 })).pageData;

describe('a service', () => {
  test('is created in one request with steps, taxes and add-ons, and returned as sent', async () => {
    const { templates, agreements } = await owner.call(editor.getServiceChoices);
    const made = await owner.call(editor.createService, {
      ...manor,
      description: 'Big houses',
      modifiers: [step(1, 2000, 3000, 100, 0.5), step(2, 30, null, 49.99), step(7, 1, 2, 5)],
      taxes: [{ name: 'GST', add_percent: 8.875 }],
      add_ons: [
        { name: 'Stable', add_fee: -25.5, add_hours: 0.75, agreements: [agreements[0]?.value ?? ''] },
      ],
      templates: [templates[0]?.value ?? ''],
    });
    expect(made).toMatchObject({ ...manor, status: 1, is_public: true, rev: 1, used_by: 0 });
    expect(
      made.modifiers.map((m) => [m.when, m.greater_than, m.less_than_or_equal, m.add_fee, m.add_hours]),
    ).toEqual([
      [1, 2000, 3000, 100, 0.5],
      [2, 30, null, 49.99, 0],
      [7, 1, 2, 5, 0],
    ]);
    expect(made.taxes).toMatchObject([{ name: 'GST', add_percent: 8.875 }]);
    expect(made.add_ons).toMatchObject([{ name: 'Stable', add_fee: -25.5, add_hours: 0.75, status: 1 }]);
    expect(made.templates).toEqual([templates[0]?.value]);
    expect(made.warnings.map((one) => one.kind)).toEqual(['no_effect']);
    expect((await listed()).at(-1)?.name).toBe('Manor inspection');
    expect(await owner.call(editor.getService, { id: made.id })).toEqual(made);
  });

  test('keeps the ids of existing rows, and warns of gaps and overlaps with their numbers', async () => {
    const made = await owner.call(editor.createService, {
      ...manor,
      modifiers: [step(1, 1500, 2000, 50), step(2, 30, 60, 50)],
      add_ons: [
        { name: 'Dock', add_fee: 10, add_hours: 0 },
        { name: 'Barn', add_fee: 20, add_hours: 0 },
      ],
    });
    const [size, age] = made.modifiers;
    const [dock, barn] = made.add_ons;
    const saved = await owner.call(editor.updateService, {
      id: made.id,
      rev: made.rev,
      modifiers: [
        { ...step(2, 30, 60, 50), id: age?.id },
        { ...step(1, 1500, 2000, 55), id: size?.id },
        step(1, 2001, null, 90),
      ],
      add_ons: [{ id: barn?.id, name: 'Barn', add_fee: 25, add_hours: 0.5 }],
    });
    expect(saved.modifiers.map((one) => one.id).slice(0, 2)).toEqual([age?.id, size?.id]);
    expect(saved.add_ons).toMatchObject([{ id: barn?.id, add_fee: 25, add_hours: 0.5 }]);
    expect(saved.warnings).toEqual([
      {
        kind: 'gap',
        when: 1,
        rows: [1, 2],
        from: 2000,
        to: 2001,
        message: 'Square Feet: no step between 2000 and 2001 (rows 2 and 3)',
      },
    ]);
    expect(saved).toMatchObject({ name: manor.name, base_cost: 500, rev: made.rev + 1 });
    const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
      ctx.db
        .selectFrom('add_ons')
        .where('id', '=', dock?.id ?? '')
        .select('deleted_at')
        .execute(),
    );
    expect(rows[0]?.deleted_at).not.toBeNull();
  });

  test('is rejected with a message for every wrong field, without any change', async () => {
    const answer = await owner.request(editor.createService, {
      name: ' ',
      base_cost: -1,
      base_duration: 2.1,
      modifiers: [{ ...step(9, null, null, 1.005), greater_than: 1e12 }, step(1, 1, 2, 1, 25)],
      taxes: [
        { name: '', add_percent: 101 },
        { name: 'B', add_percent: 1.0001 },
      ],
      add_ons: [{ name: 'x', add_fee: 1e9, add_hours: -1 }],
    });
    expect(answer.error).toMatchObject({
      type: 'BAD_USER_INPUT',
      details: { name: 'Name is required', 'taxes.0.name': 'Name is required' },
    });
    const deeper = await owner.request(editor.createService, {
      name: 'Deep',
      base_cost: -1,
      base_duration: 2.1,
      modifiers: [{ ...step(9, null, null, 1.005), greater_than: 1e12 }, step(1, 1, 2, 1, 25)],
      taxes: [
        { name: 'A', add_percent: 101 },
        { name: 'B', add_percent: 1.0001 },
      ],
      add_ons: [{ name: 'x', add_fee: 1e9, add_hours: -1, templates: [newId()] }],
    });
    expect(deeper.error?.details).toEqual({
      base_cost: 'Amount must be 0 or more',
      base_duration: 'Duration must be in steps of 0.25 hours',
      'modifiers.0.when': 'Choose what this step depends on',
      'modifiers.0.greater_than': 'This number is too large',
      'modifiers.0.add_fee': 'Amount must have at most two decimals',
      'modifiers.1.add_hours': 'Duration must be between 0 and 24 hours',
      'taxes.0.add_percent': 'Percent must be between 0 and 100',
      'taxes.1.add_percent': 'Percent must have at most three decimals',
      'add_ons.0.add_fee': 'Amount is too large',
      'add_ons.0.add_hours': 'Duration must be between 0 and 24 hours',
      'add_ons.0.templates.0': 'This template is not available',
    });
    const made = await owner.call(editor.createService, manor);
    await owner.request(editor.updateService, {
      id: made.id,
      name: 'Changed',
      taxes: [{ name: 'A', add_percent: -1 }],
    });
    expect(await owner.call(editor.getService, { id: made.id })).toEqual(made);
  });

  test('saved twice concurrently returns a conflict with the current version to the second user', async () => {
    const made = await owner.call(editor.createService, manor);
    await owner.call(editor.updateService, { id: made.id, rev: 1, base_cost: 510 });
    const late = await owner.request(editor.updateService, { id: made.id, rev: 1, base_cost: 520 });
    expect(late.error).toMatchObject({
      type: 'CONFLICT',
      details: { current: { id: made.id, base_cost: 510, rev: 2 } },
    });
  });

  test('can be reordered, and a foreign id is not found', async () => {
    const before = (await listed()).map((one) => one.id);
    const [first, second, ...others] = before;
    await owner.call(editor.orderServices, { ids: [others[0] ?? '', second ?? ''] });
    expect((await listed()).map((one) => one.id)).toEqual([others[0], second, first, ...others.slice(1)]);
    const unknown = await owner.request(editor.orderServices, { ids: [newId()] });
    expect(unknown.error?.type).toBe('NOT_FOUND');
    await owner.call(editor.orderServices, { ids: before });
  });

  test('is no longer offered when switched off, and stays on its appointments when deleted', async () => {
    const made = await owner.call(editor.createService, {
      ...manor,
      add_ons: [{ name: 'Dock', add_fee: 30, add_hours: 0.25 }],
    });
    const offered = async () => (await owner.call(getDefaults, {})).serviceOptions.map((one) => one.id);
    expect(await offered()).toContain(made.id);
    const { appointment } = await bookedAppointment(owner, {
      services: [{ id: made.id, add_ons: [made.add_ons[0]?.id ?? ''] }],
    });
    expect(appointment.total_fee).toBe(530);
    expect((await owner.call(editor.getService, { id: made.id })).used_by).toBe(1);
    await owner.call(editor.updateService, { id: made.id, status: 0, base_cost: 900 });
    expect(await offered()).not.toContain(made.id);
    const refused = await owner.request(contract.quotePrice, { services: [{ id: made.id }] });
    expect(refused.error?.details).toEqual({ 'services.0.id': 'This service is not available' });
    await owner.call(editor.deleteAddOn, { id: made.id, addOnId: made.add_ons[0]?.id ?? '' });
    await owner.call(editor.deleteService, { id: made.id });
    expect((await owner.request(editor.getService, { id: made.id })).error?.type).toBe('NOT_FOUND');
    const stored = await owner.call(getAppointment, { inspection_id: appointment.id });
    expect(stored).toMatchObject({
      total_fee: 530,
      services: [{ id: made.id, add_ons: [{ name: 'Dock' }] }],
    });
    // A requested recalculation uses the current price of the deleted service.
    const again = await owner.call(updateAppointment, { id: appointment.id, recalculate: true });
    expect(again.total_fee).toBe(930);
  });
});

describe('an add-on', () => {
  test('has separate routes to create, update, reorder and delete it, under the revision of its service', async () => {
    const { id } = await owner.call(editor.createService, manor);
    const dock = await owner.call(editor.createAddOn, {
      id,
      rev: 1,
      name: 'Dock',
      add_fee: 30,
      add_hours: 0.25,
    });
    const barn = await owner.call(editor.createAddOn, { id, rev: dock.rev, name: 'Barn', add_fee: 75 });
    expect([dock.rev, barn.rev]).toEqual([2, 3]);
    const late = await owner.request(editor.updateAddOn, { id, addOnId: dock.id, rev: 2, name: 'Pier' });
    expect(late.error?.type).toBe('CONFLICT');
    const pier = await owner.call(editor.updateAddOn, { id, addOnId: dock.id, rev: 3, name: 'Pier' });
    expect(pier).toMatchObject({ name: 'Pier', add_fee: 30, add_hours: 0.25, rev: 4 });
    await owner.call(editor.orderAddOns, { id, ids: [barn.id] });
    const names = async () => (await owner.call(editor.listAddOns, { id })).pageData.map((one) => one.name);
    expect(await names()).toEqual(['Barn', 'Pier']);
    await owner.call(editor.deleteAddOn, { id, addOnId: barn.id });
    expect(await names()).toEqual(['Pier']);
    const wrong = await owner.request(editor.createAddOn, { id, name: 'X', add_fee: 1.001 });
    expect(wrong.error?.details).toEqual({ add_fee: 'Amount must have at most two decimals' });
    const templates = (await owner.call(editor.getServiceChoices)).templates.slice(0, 1).map((t) => t.value);
    const invented = { templates: [...templates, newId()], agreements: [newId()] };
    const unknown = await owner.request(editor.createAddOn, { id, name: 'X', add_fee: 1, ...invented });
    expect(unknown.error?.details).toEqual({
      'templates.1': 'This template is not available',
      'agreements.0': 'This agreement is not available',
    });
    const service = await owner.request(editor.updateService, { id, contractors: [newId()] });
    expect(service.error?.details).toEqual({ 'contractors.0': 'This contractor is not available' });
  });
});

test('price list changes are audited and require the permission', async () => {
  const made = await owner.call(editor.createService, manor);
  await owner.call(editor.updateService, { id: made.id, base_cost: 501 });
  await owner.call(editor.deleteService, { id: made.id });
  const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
    ctx.db.selectFrom('audit_log').where('entity_id', '=', made.id).select('action').orderBy('at').execute(),
  );
  expect(rows.map((row) => row.action).sort()).toEqual(['create', 'delete', 'update']);
  const tess = await testApp.create.member(owner, { type: 'technician', flags: { can_schedule_new: true } });
  expect((await tess.request(editor.createService, manor)).error?.type).toBe('FORBIDDEN');
  expect((await tess.request(editor.orderServices, { ids: [] })).error?.type).toBe('FORBIDDEN');
  // The list hides prices from users who may not see them.
  const [shown] = (await tess.call(contract.listServices, {})).pageData;
  expect([shown?.base_cost, shown?.base_duration, shown?.add_ons[0]?.add_fee]).toEqual([0, 2.5, 0]);
});

test('a tax and a step of a new service appear in the next price, each with an explanation', async () => {
  const made = await owner.call(editor.createService, {
    ...manor,
    base_cost: 200,
    modifiers: [step(1, 2000, 3000, 50, 0.5)],
    taxes: [{ name: 'VAT', add_percent: 7.5 }],
  });
  const { address: _a, city: _c, state: _s, ...location } = defaultProperty;
  const quote = await owner.call(contract.quotePrice, { services: [{ id: made.id }], location });
  expect(quote).toMatchObject({ subtotal: 250, tax: 18.75, total: 268.75, duration: 3.5 });
  expect(quote.fees[0]?.tax_description).toBe('VAT 7.5%: $18.75');
  expect(quote.fees[0]?.parts.map((part) => part.explanation)).toEqual([
    'Base $200.00, 3 hrs',
    'Square Feet 2000–3000 +$50.00 (value 2400), 0.5 hrs',
  ]);
});
