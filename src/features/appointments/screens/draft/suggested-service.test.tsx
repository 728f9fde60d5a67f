import { describe, expect, it } from 'vitest';
import { asZone } from '#domain/base/time.ts';
import { stepSummaries } from '#domain/scheduling/booking.ts';
import type { DraftAction } from './draft-action.ts';
import { openForEdit } from './draft-edit.ts';
import { booked, defaults, ids, settings, today } from './draft-for-tests.ts';
import { draftReducer } from './draft-reducer.ts';
import { type DialogState, filledState, hasUnsavedInput } from './draft-state.ts';

const usual = { ...defaults, suggested_service: { id: ids.condo, reason: 'usual' as const } };
const after = (...actions: DraftAction[]) =>
  actions.reduce(draftReducer, filledState(usual, settings, {}, today));
const chosen = (state: DialogState) => state.draft.services.newServices.services.map((one) => one.id);
const summary = (state: DialogState) =>
  stepSummaries(state.draft, asZone(usual.timezone)).find((one) => one.step === 'addServices');
const services: DraftAction = { type: 'step', step: 'addServices' };
const location: DraftAction = { type: 'step', step: 'addLocation' };
const toggle = (id: string): DraftAction => ({ type: 'service', id });

describe('the service most appointments have', () => {
  it('is added with its price and templates when Services is first opened, by tab or by Next', () => {
    for (const open of [services, { type: 'move', by: 1 } as const]) {
      const state = after(open);
      expect(chosen(state)).toEqual([ids.condo]);
      expect(state.suggestedService).toBe(ids.condo);
      expect(state.draft.services).toMatchObject({ total: '315', duration: '2' });
      expect(state.draft.services.newServices.templates.map((one) => one.value)).toEqual([ids.template]);
    }
  });

  it("is not in a fresh dialog, which says 'Add Services'", () => {
    expect(chosen(after())).toEqual([]);
    expect(summary(after())?.isFilled).toBe(false);
    expect(summary(after(services))?.isFilled).toBe(true);
  });

  it('is gone with one click and does not come back', () => {
    const removed = [services, toggle(ids.condo), location, services];
    expect(chosen(after(...removed))).toEqual([]);
    expect(after(...removed).draft.services.newServices.templates).toEqual([]);
    const again = after(...removed, toggle(ids.condo));
    expect(chosen(again)).toEqual([ids.condo]);
    expect(again.suggestedService).toBeNull();
  });

  it('stays next to a service chosen in addition', () => {
    const state = after(services, toggle(ids.service));
    expect(chosen(state)).toEqual([ids.condo, ids.service]);
    expect(state.suggestedService).toBe(ids.condo);
  });

  it('is not input of the user, until something about it is', () => {
    expect(hasUnsavedInput(after(services))).toBe(false);
    expect(hasUnsavedInput(after(services, toggle(ids.condo), toggle(ids.condo)))).toBe(true);
    expect(hasUnsavedInput(after(services, toggle(ids.service)))).toBe(true);
    expect(hasUnsavedInput(after(services, { type: 'manual', act: 'addFee' }))).toBe(true);
    const own = { ...usual, suggested_service: { id: ids.service, reason: 'only' as const } };
    const withAddOn = [services, { type: 'addOn', serviceId: ids.service, addOnId: ids.radon } as const];
    expect(hasUnsavedInput(withAddOn.reduce(draftReducer, filledState(own, settings, {}, today)))).toBe(true);
  });

  it('is not added to an existing appointment, nor if there is none or it is no longer offered', () => {
    const edited = openForEdit(booked, usual, today);
    const without = draftReducer(draftReducer(edited, toggle(ids.service)), services);
    expect(chosen(without)).toEqual([]);
    const gone = { ...usual, suggested_service: { id: ids.client, reason: 'usual' as const } };
    for (const each of [defaults, gone]) {
      const state = draftReducer(filledState(each, settings, {}, today), services);
      expect(chosen(state)).toEqual([]);
      expect(state.suggestedService).toBeNull();
    }
  });
});
