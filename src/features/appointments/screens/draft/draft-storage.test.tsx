import { beforeEach, describe, expect, it } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import type { Appointment } from '../../contract.ts';
import { changedPayload } from './draft-changes.ts';
import { openForEdit, restoreEditDraft } from './draft-edit.ts';
import { booked, defaults, ids, settings, stateAfter, today } from './draft-for-tests.ts';
import { draftReducer } from './draft-reducer.ts';
import { filledState, hasUnsavedInput } from './draft-state.ts';
import { deleteStoredDraft, draftStorageKey, loadStoredDraft, storeDraft } from './draft-storage.ts';
import { restoreDraft } from './restore-draft.ts';

const key = draftStorageKey('company', 'person');
const at = asInstant('2026-11-21T15:00:00Z');
const full = () =>
  stateAfter(
    { type: 'location', patch: { streetAndNumber: '12 Oak St', square_feet: 2400 } },
    { type: 'service', id: ids.service },
    { type: 'service', id: ids.condo },
    { type: 'custom', patch: { date: '2026-12-01', time: '09:00' } },
    { type: 'technician', technician: defaults.inspectorOptions[1] ?? null },
    { type: 'attachments', files: [{ key: 'k', file: new File(['x'], 'x.pdf'), visible_to_client: false }] },
    { type: 'step', step: 'addPeople' },
  );

describe('a draft stored on the device', () => {
  beforeEach(() => localStorage.clear());

  it('belongs to one user in one company', () => {
    storeDraft(key, full(), at);
    expect(loadStoredDraft(draftStorageKey('company', 'other'), at)).toBeNull();
    expect(loadStoredDraft(draftStorageKey('other', 'person'), at)).toBeNull();
    expect(loadStoredDraft(key, at)?.at).toBe(at);
    deleteStoredDraft(key);
    expect(loadStoredDraft(key, at)).toBeNull();
  });

  it('is restored except for files and outdated data', () => {
    storeDraft(key, full(), at);
    const [residential] = defaults.serviceOptions;
    const newer = {
      ...defaults,
      orderId: '1040',
      serviceOptions: residential ? [{ ...residential, base_cost: 400 }] : [],
      inspectorOptions: defaults.inspectorOptions.slice(0, 1),
    };
    const fresh = filledState(newer, settings, {}, today);
    const found = loadStoredDraft(key, at);
    if (!found) throw new Error('nothing was stored');
    const state = restoreDraft(fresh, found);
    expect(state.step).toBe('addPeople');
    expect(state.draft.location.streetAndNumber).toBe('12 Oak St');
    expect(state.draft.dateTime).toBe('2026-12-01T09:00');
    expect(state.draft.information.order_id).toBe('1040');
    expect(state.draft.services.newServices.services.map((one) => one.id)).toEqual([ids.service]);
    expect(state.draft.services.total).toBe('500');
    expect(state.draft.people.technicians).toEqual([]);
    expect(state.attachments).toEqual([]);
  });

  it('is not offered after a week or if it is unreadable', () => {
    storeDraft(key, full(), at);
    expect(loadStoredDraft(key, asInstant('2026-11-29T15:00:00Z'))).toBeNull();
    for (const text of ['{', '7', '{"version":0}', '{"version":1,"at":"x","state":{}}', '[]']) {
      localStorage.setItem(key, text);
      expect(loadStoredDraft(key, at)).toBeNull();
      expect(localStorage.getItem(key)).toBeNull();
    }
  });
});

describe('stored changes of an appointment', () => {
  beforeEach(() => localStorage.clear());
  const edited = (changes: Partial<Appointment> = {}) =>
    openForEdit({ ...booked, ...changes } as Appointment, defaults, today);
  const ours = draftStorageKey('company', 'person', booked.id);
  const typed = (state = edited()) => draftReducer(state, { type: 'notes', text: 'Dog' });

  it('are stored once something was entered', () => {
    expect(hasUnsavedInput(edited())).toBe(false);
    expect(hasUnsavedInput(edited({ is_manual_edit: true }))).toBe(false);
    expect(hasUnsavedInput(typed())).toBe(true);
    expect(hasUnsavedInput(draftReducer(edited(), { type: 'recalculate' }))).toBe(true);
  });

  it('are only offered for the same appointment and contain no internal notes', () => {
    const note = { text: 'Difficult client' } as Appointment['internal_notes'][number];
    storeDraft(ours, typed(edited({ internal_notes: [note] })), at);
    expect(localStorage.getItem(ours)).not.toContain('Difficult client');
    expect(loadStoredDraft(key, at)).toBeNull();
    expect(loadStoredDraft(draftStorageKey('company', 'person', ids.radon), at, ids.radon)).toBeNull();
    expect(loadStoredDraft(ours, at, booked.id)?.edited?.rev).toBe(booked.rev);
    expect(loadStoredDraft(ours, at, ids.radon)).toBeNull();
  });

  it("are restored on the revision they started from, so that another user's change is a conflict", () => {
    storeDraft(ours, typed(), at);
    const found = loadStoredDraft(ours, at, booked.id);
    if (!found) throw new Error('nothing was stored');
    const same = restoreEditDraft(edited({ paid: true }), found, defaults);
    expect(same.editing?.appointment).toMatchObject({ rev: booked.rev, paid: true });
    expect(changedPayload(same)).toEqual({ inspection_notes: 'Dog' });
    const later = restoreEditDraft(edited({ rev: booked.rev + 1, square_feet: 3000 }), found, defaults);
    expect(later.editing?.appointment.rev).toBe(booked.rev);
    expect(changedPayload(later)).toEqual({ inspection_notes: 'Dog' });
  });

  it('include a service that is no longer offered', () => {
    const none = { ...defaults, serviceOptions: [], inspectorOptions: [] };
    storeDraft(ours, typed(), at);
    const found = loadStoredDraft(ours, at, booked.id);
    if (!found) throw new Error('nothing was stored');
    const state = restoreEditDraft(openForEdit(booked, none, today), found, none);
    expect(state.draft.services.newServices.services.map((one) => one.id)).toEqual([ids.service]);
    expect(state.draft.people.technicians).toEqual([ids.dana, ids.tariq]);
    expect(changedPayload(state)).toEqual({ inspection_notes: 'Dog' });
  });
});
