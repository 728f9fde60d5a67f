import { describe, expect, it } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import type { Appointment } from '../../contract.ts';
import { priceDifferenceOf } from '../dialog/fees/price-difference.ts';
import { submitProblem } from '../dialog/use-submit.ts';
import type { DraftAction } from './draft-action.ts';
import { changedPayload, confirmationChange, fieldsChangedByOthers, rebaseDialog } from './draft-changes.ts';
import { openForEdit } from './draft-edit.ts';
import { booked, defaults, ids, bookedLine as line, today } from './draft-for-tests.ts';
import { displayedPrice } from './draft-pricing.ts';
import { draftReducer } from './draft-reducer.ts';
import type { DialogState } from './draft-state.ts';

const opened = (changes: Partial<Appointment> = {}) =>
  openForEdit({ ...booked, ...changes } as Appointment, defaults, today);
const after = (state: DialogState, ...actions: DraftAction[]) => actions.reduce(draftReducer, state);
const bigger: DraftAction = { type: 'location', patch: { square_feet: 1500 } };

describe('editing an appointment in the dialog', () => {
  it('opens with the current values and nothing to save', () => {
    const state = opened();
    expect(state.draft.dateTime).toBe('2030-03-08T09:00');
    expect(state.draft.people).toMatchObject({ technicians: [ids.dana, ids.tariq], clients: [ids.client] });
    expect(state.draft.location.fullAddress).toBe('12 Oak St, Yonkers, NY 10701');
    expect(changedPayload(state)).toEqual({});
    expect(confirmationChange(state)).toBeNull();
  });

  it('sends only what changed', () => {
    const state = after(opened(), bigger, { type: 'information', patch: { occupied: false } });
    expect(changedPayload(state)).toEqual({ square_feet: 1500, occupied: false });
  });

  it('does not show hidden technicians to clients', () => {
    const state = after(opened(), { type: 'people', kind: 'technicians', people: [] });
    expect(changedPayload(state)).toEqual({ inspectors: [], invisible_inspectors: [] });
    const one = opened().picked.technicians.slice(1);
    expect(changedPayload(after(opened(), { type: 'people', kind: 'technicians', people: one }))).toEqual({
      inspectors: [],
      invisible_inspectors: [ids.tariq],
    });
  });

  it('sends an override only with the change it is for', () => {
    const decided = { reason: 'Two units', over: [] };
    const overrule: DraftAction = { type: 'overrule', overrule: decided };
    expect(changedPayload(after(opened(), overrule))).toEqual({});
    const moved = after(opened(), { type: 'custom', patch: { time: '10:00' } }, overrule);
    expect(changedPayload(moved)).toEqual({
      date_time: '2030-03-08T10:00:00-05:00',
      overrule: decided,
    });
    // Another service extends it, and so do manually entered hours.
    const longer = after(opened(), { type: 'service', id: ids.condo }, overrule);
    expect(changedPayload(longer)).toMatchObject({ overrule: decided });
    expect(changedPayload(after(opened(), { type: 'recalculate' }, overrule))).toEqual({
      recalculate: true,
      overrule: decided,
    });
  });

  it('confirms by a separate command and leaves notifications as the checkbox says', () => {
    const state = after(opened({ confirm_inspection: false }), { type: 'confirmed', checked: true });
    expect(confirmationChange(state)).toBe('confirm');
    expect(changedPayload(state)).toEqual({ disable_automated_notifications: true });
  });

  it('can be changed after its start time, but not moved into the past', () => {
    const late = asInstant('2031-01-01T00:00:00Z');
    expect(submitProblem(after(opened(), bigger), late)).toBeNull();
    const moved = after(opened(), { type: 'custom', patch: { date: '2030-05-05' } });
    expect(submitProblem(moved, late)?.step).toBe('setDateTime');
  });
});

describe('the price an appointment was booked with', () => {
  it('stays when the price list or the property differs, and the difference is shown', () => {
    const state = opened();
    expect(displayedPrice(state).lines.map((one) => one.pretax_amount)).toEqual([350]);
    expect(state.draft.services.total).toBe('350');
    expect(displayedPrice(state).totals.duration_minutes).toBe(180);
    expect(priceDifferenceOf(state)).toMatchObject({ total_cents: -25_000, minutes: -75 });
  });

  it('is recalculated on demand or for other services, and restored without them', () => {
    const asked = after(opened(), { type: 'recalculate' });
    expect([asked.draft.services.total, asked.draft.services.duration]).toEqual(['600', '3.75']);
    expect(changedPayload(asked)).toEqual({ recalculate: true });
    expect(priceDifferenceOf(asked)).toBeNull();
    const radon: DraftAction = { type: 'addOn', serviceId: ids.service, addOnId: ids.radon };
    const more = after(opened(), radon);
    expect(more.draft.services.total).toBe('750');
    expect(Object.keys(changedPayload(more))).toEqual(['agreements', 'services']);
    expect(after(more, radon).draft.services.total).toBe('350');
  });

  it('can be edited manually, and edited lines are sent completely', () => {
    const state = after(
      opened(),
      { type: 'manual', act: 'start' },
      { type: 'fee', index: 0, patch: { pretax_amount: 333 } },
      { type: 'manual', act: 'save' },
    );
    expect(changedPayload(state)).toMatchObject({ is_manual_edit: true, fees: [{ pretax_amount: 333 }] });
    const back = after(state, { type: 'manual', act: 'calculated' });
    expect(back.draft.services.total).toBe('600');
    expect(changedPayload(back)).toEqual({ recalculate: true });
  });

  it('opens with its edited lines even if a service is discontinued', () => {
    const gone = { id: ids.template, name: 'Former service', add_ons: [] };
    const fees = [{ ...line, serviceId: gone.id, line_item: gone.name, pretax_amount: 410 }];
    const state = opened({ services: [gone], fees, is_manual_edit: true } as unknown as Appointment);
    expect(state.draft.services.isManualEdit).toBe(true);
    expect(displayedPrice(state).lines.map((one) => one.pretax_amount)).toEqual([410]);
    expect(changedPayload(state)).toEqual({});
    const more = after(state, { type: 'service', id: ids.condo });
    expect(displayedPrice(more).lines.map((one) => one.line_item)).toEqual(['Former service', 'Condo']);
  });
});

describe("another user's concurrent change", () => {
  const theirs = { ...booked, rev: 5, payment_notes: 'gate 12', square_feet: 3000 } as Appointment;

  it('is listed by field', () => {
    expect(fieldsChangedByOthers(opened(), openForEdit(theirs, defaults, today)).sort()).toEqual([
      'payment_notes',
      'square_feet',
    ]);
  });

  it('stays along with mine; if both changed the same field, mine wins', () => {
    const mine = after(opened(), bigger, { type: 'notes', text: 'Dog' });
    const state = rebaseDialog(theirs, mine);
    expect(state.editing?.appointment.rev).toBe(5);
    expect(changedPayload(state)).toEqual({ square_feet: 1500, inspection_notes: 'Dog' });
    expect(state.draft.information.paymentNotes).toBe('gate 12');
  });

  const agreement = (id: string): DraftAction => ({
    type: 'agreements',
    options: defaults.agreementOptions.filter((one) => one.value === ids.agreement || one.value === id),
  });
  const radon = [{ id: ids.service, name: 'Residential', add_ons: [{ id: ids.radon, name: 'Radon' }] }];
  const agreementsOf = (state: DialogState) =>
    state.draft.services.newServices.agreements.map((one) => one.value);

  it('retains their services if I only changed documents, and merges the documents of both', () => {
    const fees = [line, { ...line, addOnId: ids.radon, line_item: 'Radon', pretax_amount: 150 }];
    const withRadon = { ...booked, rev: 5, services: radon, fees, total_fee: 500 } as unknown as Appointment;
    const mine = after(opened(), agreement(ids.radonAgreement));
    const state = rebaseDialog(withRadon, mine);
    expect(changedPayload(state)).toEqual({ agreements: [ids.agreement, ids.radonAgreement] });
    expect(displayedPrice(state).lines.map((one) => one.pretax_amount)).toEqual([350, 150]);
    const removed = rebaseDialog(
      { ...withRadon, agreements: [ids.agreement, ids.radonAgreement] },
      {
        ...after(opened(), { type: 'agreements', options: [] }),
      },
    );
    expect(agreementsOf(removed)).toEqual([ids.radonAgreement]);
  });

  it('yields to my choice of services and drops the documents that only theirs required', () => {
    const agreements = [ids.agreement, ids.radonAgreement];
    const withRadon = { ...booked, rev: 5, services: radon, agreements } as unknown as Appointment;
    const state = rebaseDialog(withRadon, after(opened(), { type: 'service', id: ids.condo }));
    expect(state.draft.services.newServices.services.map((one) => [one.id, one.add_ons.length])).toEqual([
      [ids.service, 0],
      [ids.condo, 0],
    ]);
    expect(agreementsOf(state)).toEqual([ids.agreement]);
  });

  it('never mixes two addresses, but merges each property detail separately', () => {
    const moved = {
      ...booked,
      rev: 5,
      city: 'Paris',
      state: '',
      zip_code: '75001',
      country: 'FR',
      address_lat_long: { lat: 48.9, lng: 2.3 },
      location_precision: 'city',
      square_feet: 3000,
    } as unknown as Appointment;
    const street: DraftAction = { type: 'location', patch: { streetAndNumber: '14 Oak St' } };
    const state = rebaseDialog(moved, after(opened(), street));
    expect(changedPayload(state)).toEqual({
      address: '14 Oak St',
      city: 'Yonkers',
      state: 'NY',
      zip_code: '10701',
      country: 'US',
      // The coordinates of the new address are not known yet; those of the old one no longer apply.
      address_lat_long: null,
      location_precision: null,
    });
    expect(changedPayload(rebaseDialog(moved, after(opened(), { type: 'notes', text: 'Dog' })))).toEqual({
      inspection_notes: 'Dog',
    });
  });
});
