import { describe, expect, it } from 'vitest';
import { asInstant, asZone } from '#domain/base/time.ts';
import { bookingSteps } from '#domain/scheduling/appointment-draft.ts';
import { firstBookingProblem, stepSummaries } from '#domain/scheduling/booking.ts';
import type { DraftAction } from './draft-action.ts';
import { defaults, ids, settings, stateAfter, today } from './draft-for-tests.ts';
import { draftToPayload, stepOfField } from './draft-payload.ts';
import { displayedPrice } from './draft-pricing.ts';
import { draftReducer } from './draft-reducer.ts';
import { hasManualChanges } from './draft-services.ts';
import { type DialogState, filledState, freshState, type TypedFee } from './draft-state.ts';

const zone = asZone(defaults.timezone);
const now = asInstant('2026-11-21T15:00:00Z');
const property: DraftAction = {
  type: 'location',
  patch: {
    streetAndNumber: '12 Oak St',
    state: 'NY',
    zipCode: '10001',
    square_feet: 2400,
    year_built: 1990,
    foundation: 3,
  },
};
const service: DraftAction = { type: 'service', id: ids.service };
const addOn = (addOnId: string): DraftAction => ({ type: 'addOn', serviceId: ids.service, addOnId });
const fee = (patch: Partial<TypedFee>): DraftAction => ({
  type: 'fee',
  index: 0,
  patch,
});
const manual = (act: 'start' | 'addFee' | 'revertOrBack' | 'save' | 'calculated'): DraftAction => ({
  type: 'manual',
  act,
});
const sums = (state: DialogState) => [state.draft.services.total, state.draft.services.duration];
const dana = defaults.inspectorOptions[0] ?? null;

const decided = { reason: 'Owner asked', over: [] };

describe('the draft of the dialog', () => {
  it('starts on Location with the specified defaults', () => {
    const { step, draft } = stateAfter();
    expect(step).toBe(bookingSteps[0]);
    expect(draft.information).toMatchObject({
      order_id: '1033',
      confirm_inspection: true,
      occupied: true,
      utilities_on: true,
      disable_automated_notifications: false,
      requirePayment: true,
    });
    expect(sums(stateAfter())).toEqual(['0.0', '0']);
  });

  it('is discarded when the dialog closes', () => {
    expect(stateAfter(property, service, { type: 'step', step: 'addPeople' }, { type: 'reset' })).toEqual(
      freshState,
    );
  });

  it("takes over the calendar's selection: time in the custom form, technician among the people", () => {
    const prefill = { date_time: '2030-03-08T09:00', technician_id: ids.tariq, client_id: ids.client };
    const state = filledState(defaults, settings, prefill, today);
    expect(state.custom).toEqual({ date: '2030-03-08', time: '09:00' });
    expect([state.step, state.isCustomTime]).toEqual(['setDateTime', true]);
    expect(state.draft.dateTime).toBe('2030-03-08T09:00');
    const plain = filledState(defaults, settings, { client_id: ids.client }, today);
    expect([plain.step, plain.isCustomTime]).toEqual(['addLocation', false]);
    expect(state.draft.people).toMatchObject({ technicians: [ids.tariq], clients: [ids.client] });
  });

  it('moves one step at a time and stays within the five', () => {
    const moved = (by: 1 | -1, from: DialogState) => draftReducer(from, { type: 'move', by });
    expect(moved(-1, stateAfter()).step).toBe('addLocation');
    expect(moved(1, stateAfter()).step).toBe('addServices');
    expect(moved(1, stateAfter({ type: 'step', step: 'addInformation' })).step).toBe('addInformation');
  });
});

describe('the price', () => {
  it('is 600.00 and 3.75 hours for 2,400 sq ft of 1990 on a crawlspace, 825.00 and 4.25 with two add-ons', () => {
    expect(sums(stateAfter(property, service))).toEqual(['600', '3.75']);
    expect(sums(stateAfter(property, service, addOn(ids.radon), addOn(ids.insects)))).toEqual([
      '825',
      '4.25',
    ]);
  });

  it("uses the property's age in the year of the appointment", () => {
    const moved = stateAfter(
      property,
      service,
      { type: 'custom', patch: { date: '2060-01-02', time: '09:00' } },
      { type: 'useTime', overrule: null },
    );
    expect(sums(moved)).toEqual(['550', '3.5']);
  });

  it('subtracts the discount the server returns for a code', () => {
    const line = {
      ...stateAfter(property, service).draft.services.autoData[0],
      serviceId: null,
      discountCodeId: ids.code,
    };
    const state = stateAfter(
      property,
      service,
      { type: 'discountCode', code: 'TEN' },
      {
        type: 'discount',
        discount: { line: { ...line, pretax_amount: -60, duration: 0 } as never, problem: null },
      },
    );
    expect(sums(state)).toEqual(['540', '3.75']);
    expect(sums(draftReducer(state, { type: 'discountCode', code: null }))).toEqual(['600', '3.75']);
  });
});

describe('templates and agreements', () => {
  it('are added with a service or add-on and removed with the last one that needs them', () => {
    const { newServices } = stateAfter(service, { type: 'service', id: ids.condo }, addOn(ids.radon)).draft
      .services;
    expect(newServices.templates.map((one) => one.value)).toEqual([ids.template]);
    expect(newServices.agreements.map((one) => one.value)).toEqual([ids.agreement, ids.radonAgreement]);
    const less = stateAfter(service, { type: 'service', id: ids.condo }, service).draft.services.newServices;
    expect(less.templates.map((one) => one.value)).toEqual([ids.template]);
    expect(less.agreements).toEqual([]);
  });

  it('stay removed if the user has removed them', () => {
    const state = stateAfter(service, { type: 'agreements', options: [] }, addOn(ids.insects));
    expect(state.draft.services.newServices.agreements).toEqual([]);
  });
});

describe('manual fee editing', () => {
  const started = stateAfter(property, service, manual('start'));

  it('offers Back without changes and Revert with changes, and nothing to save until something changed', () => {
    expect(hasManualChanges(started)).toBe(false);
    expect(draftReducer(started, manual('revertOrBack')).manual).toBeNull();
    expect(draftReducer(started, manual('save')).manual).not.toBeNull();
    const edited = draftReducer(started, fee({ pretax_amount: 555 }));
    expect(hasManualChanges(edited)).toBe(true);
    const reverted = draftReducer(edited, manual('revertOrBack'));
    expect(reverted.manual?.[0]?.pretax_amount).toBe(600);
    expect(hasManualChanges(reverted)).toBe(false);
  });

  it('ends with the edited values when they are saved', () => {
    const saved = stateAfter(property, service, manual('start'), fee({ pretax_amount: 555 }), manual('save'));
    expect(saved.manual).toBeNull();
    expect(saved.draft.services.isManualEdit).toBe(true);
    expect(sums(saved)).toEqual(['555', '3.75']);
    expect(draftToPayload(saved)).toMatchObject({ is_manual_edit: true, total_fee: 555 });
  });

  it('retains edited lines when more services are selected, and computes the tax of the new ones', () => {
    const saved = stateAfter(property, service, manual('start'), fee({ pretax_amount: 555 }), manual('save'));
    const more = draftReducer(saved, { type: 'service', id: ids.condo });
    expect(sums(more)).toEqual(['870', '5.75']);
    expect(sums(draftReducer(more, service))).toEqual(['315', '2']);
    expect(sums(draftReducer(more, manual('calculated')))).toEqual(['915', '5.75']);
  });

  it('does not save lines the server would reject: shows messages by path and leaves the input as typed', () => {
    const edits: [Partial<TypedFee>, Record<string, string>][] = [
      [{ pretax_amount: 550.555 }, { 'fees.0.pretax_amount': 'Amount must have at most two decimals' }],
      [{ pretax_amount: 2_000_000 }, { 'fees.0.pretax_amount': 'Amount is too large' }],
      [{ tax_amount: Number.NaN }, { 'fees.0.tax_amount': 'Amount must be a number' }],
      [{ duration: -1 }, { 'fees.0.duration': 'Duration must be between 0 and 24 hours' }],
      [{ duration: 30 }, { 'fees.0.duration': 'Duration must be between 0 and 24 hours' }],
      [{ duration: 1.1 }, { 'fees.0.duration': 'Duration must be in steps of 0.25 hours' }],
      [{ line_item: ' ' }, { 'fees.0.line_item': 'Item is required' }],
      [{ line_item: 'x'.repeat(121) }, { 'fees.0.line_item': 'At most 120 characters' }],
    ];
    for (const [patch, errors] of edits) {
      const typed = { pretax_amount: 'as typed' };
      const refused = stateAfter(
        property,
        service,
        manual('start'),
        fee({ ...patch, typed }),
        manual('save'),
      );
      expect(refused.errors).toEqual(errors);
      expect(refused.manual?.[0]).toMatchObject({ ...patch, typed });
      expect(refused.draft.services.isManualEdit).toBe(false);
      expect(refused.focus?.field).toBe(Object.keys(errors)[0]);
    }
  });

  it('also starts with Add Fee, which adds an empty line', () => {
    const state = stateAfter(property, service, manual('addFee'));
    expect(state.manual).toHaveLength(2);
    expect(displayedPrice(state).lines).toHaveLength(2);
  });
});

describe('date and people', () => {
  it('uses the technician of the custom form in the People step and opens that step', () => {
    const state = stateAfter(
      { type: 'custom', patch: { date: '2026-11-24', time: '09:15' } },
      { type: 'technician', technician: dana },
      { type: 'useTime', overrule: null },
    );
    expect(state.step).toBe('addPeople');
    expect(state.draft.dateTime).toBe('2026-11-24T09:15');
    expect(state.draft.people.technicians).toEqual([ids.dana]);
  });

  it('uses the time and technician of a slot, in the custom form as well, and opens the People step', () => {
    if (!dana) throw new Error('no technician');
    const state = stateAfter(
      { type: 'overrule', overrule: decided },
      { type: 'slot', dateTime: '2026-11-24T10:30', technician: dana },
    );
    expect(state.step).toBe('addPeople');
    expect(state.draft.dateTime).toBe('2026-11-24T10:30');
    expect(state.custom).toEqual({ date: '2026-11-24', time: '10:30' });
    expect(state.picked.technicians).toEqual([dana]);
    expect(state.overrule).toBeNull();
  });

  it('books what the custom form shows, even if its button was not pressed', () => {
    const when = (date: string, time: string): DraftAction => ({ type: 'custom', patch: { date, time } });
    expect(stateAfter(when('2026-11-24', '')).draft.dateTime).toBeNull();
    expect(stateAfter(when('2026-11-24', '09:15')).draft.dateTime).toBe('2026-11-24T09:15');
    const changed = stateAfter(
      when('2026-11-24', '09:15'),
      { type: 'technician', technician: dana },
      { type: 'useTime', overrule: decided },
      { type: 'custom', patch: { time: '14:00' } },
      { type: 'move', by: 1 },
    );
    expect(changed.draft.dateTime).toBe('2026-11-24T14:00');
    expect(changed.overrule).toBeNull();
  });

  it('forgets "Schedule anyway" when another technician is selected', () => {
    const state = stateAfter(
      { type: 'overrule', overrule: decided },
      { type: 'technician', technician: dana },
    );
    expect(state.overrule).toBeNull();
    expect(draftToPayload(stateAfter({ type: 'overrule', overrule: decided }))).toMatchObject({
      overrule: decided,
    });
  });
});

describe('sub-events', () => {
  it('are changed in place, and the form stays with its event when another one is removed', () => {
    const event = (name: string) => ({
      name,
      description: '',
      inspector: null,
      start_date: '2026-11-24T09:00',
      end_date: '2026-11-24T10:00',
    });
    const three = ['a', 'b', 'c'].map((name): DraftAction => ({ type: 'addSubEvent', event: event(name) }));
    const edited = stateAfter(
      ...three,
      { type: 'writeSubEvent', event: { ...event('b'), index: 1 } },
      { type: 'removeSubEvent', index: 0 },
      { type: 'addSubEvent', event: event('B') },
    );
    expect(edited.draft.information.events.map(({ name }) => name)).toEqual(['B', 'c']);
    const gone = stateAfter(
      ...three,
      { type: 'writeSubEvent', event: { ...event('b'), index: 1 } },
      { type: 'removeSubEvent', index: 1 },
    );
    expect(gone.subEvent).toBeNull();
  });

  it('survive switching tabs while being written, until they are added or canceled', () => {
    const event = {
      id: undefined,
      name: 'Pick up',
      description: '',
      inspector: null,
      start_date: '2026-11-24T09:00',
      end_date: '2026-11-24T10:00',
    } as never;
    const written = stateAfter({ type: 'writeSubEvent', event }, { type: 'move', by: 1 });
    expect(written.subEvent).toEqual(event);
    const added = draftReducer(written, { type: 'addSubEvent', event });
    expect([added.subEvent, added.draft.information.events]).toEqual([null, [event]]);
    expect(draftReducer(written, { type: 'writeSubEvent', event: null }).subEvent).toBeNull();
  });
});

describe('the Confirmed checkbox', () => {
  it('turns notifications off only when it goes from unchecked to checked', () => {
    const flags = (...actions: DraftAction[]) => {
      const { confirm_inspection, disable_automated_notifications } = stateAfter(...actions).draft
        .information;
      return [confirm_inspection, disable_automated_notifications];
    };
    const check = (checked: boolean): DraftAction => ({ type: 'confirmed', checked });
    expect(flags(check(true))).toEqual([true, false]);
    expect(flags(check(false))).toEqual([false, false]);
    expect(flags(check(false), check(true))).toEqual([true, true]);
    expect(flags(check(false), check(true), check(false))).toEqual([false, true]);
  });
});

describe('checks and summaries', () => {
  it('fail in their literal order, one at a time', () => {
    const messages: (string | undefined)[] = [];
    const noOrderId: DraftAction = { type: 'information', patch: { order_id: ' ' } };
    const fixes: DraftAction[][] = [
      [property],
      [
        { type: 'custom', patch: { date: '2026-11-24', time: '09:00' } },
        { type: 'useTime', overrule: null },
      ],
      [{ type: 'people', kind: 'clients', people: defaults.clientOptions }],
      [{ type: 'information', patch: { order_id: '7' } }],
      [service],
    ];
    let state = stateAfter(noOrderId);
    for (const fix of [[], ...fixes]) {
      state = fix.reduce(draftReducer, state);
      messages.push(firstBookingProblem(state.draft, now, zone)?.message);
    }
    expect(messages).toEqual([
      'Location: Please enter a location (address) and square feets',
      'Date & Time: Please select a future date',
      'People: Please select at least one client',
      'Information: order Id is required',
      'Services: no service(s) has been chosen',
      undefined,
    ]);
  });

  it('summarize the input under each tab', () => {
    const lines = (state: DialogState) => stepSummaries(state.draft, zone).map((one) => one.text);
    expect(lines(stateAfter())).toEqual([
      'Add location',
      'Add Services',
      'Add Date & Time',
      'Add People',
      'Information added',
    ]);
    const technicianOnly = stateAfter({ type: 'technician', technician: dana });
    expect(lines(technicianOnly)[3]).toBe('Add People');
    expect(lines(stateAfter(property))[0]).toBe('12 Oak St');
  });

  it('lead to the tab of a field the server rejected, and clear the message when it is edited', () => {
    expect(stepOfField('fees.0.line_item')).toBe('addServices');
    expect(stepOfField('zip_code')).toBe('addLocation');
    expect(stepOfField('order_id')).toBe('addInformation');
    const refused = stateAfter({
      type: 'errors',
      errors: { zip_code: 'x', address: 'y' },
      step: 'addLocation',
    });
    const edited = draftReducer(refused, { type: 'location', patch: { zipCode: '10002' } });
    expect(edited.errors).toEqual({ address: 'y' });
  });
});

describe('the payload', () => {
  it("maps every field as in decisions section 25, with the time in the company's time zone", () => {
    const state = stateAfter(
      property,
      service,
      addOn(ids.radon),
      { type: 'custom', patch: { date: '2026-11-24', time: '09:00' } },
      { type: 'technician', technician: dana },
      { type: 'useTime', overrule: null },
      { type: 'people', kind: 'clients', people: defaults.clientOptions },
      { type: 'information', patch: { paymentNotes: 'cash', requirePayment: false } },
    );
    expect(draftToPayload(state)).toMatchObject({
      orderId: '1033',
      order_id: '1033',
      address: '12 Oak St',
      zip_code: '10001',
      date_time: '2026-11-24T09:00:00-05:00',
      duration: 4,
      inspectors: [ids.dana],
      clients: [ids.client],
      listing_agents: [],
      templates: [ids.template],
      agreements: [ids.agreement, ids.radonAgreement],
      services: [{ id: ids.service, add_ons: [{ id: ids.radon, name: 'Radon test (48 h)' }] }],
      require_payment: false,
      payment_notes: 'cash',
      total_fee: 750,
      outstanding: 750,
      is_manual_edit: false,
    });
  });
});
