import { beforeEach, describe, expect, it } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import type { Appointment } from '../../contract.ts';
import { changesOf } from './draft-changes.ts';
import { continued } from './draft-continued.ts';
import { continuedEdit, editedState } from './draft-edit.ts';
import { after, booked, defaults, ids, settings, today } from './draft-for-tests.ts';
import { draftKey, dropDraft, findDraft, keepDraft } from './draft-keeper.ts';
import { draftReducer } from './draft-reducer.ts';
import { filledState, isWorthKeeping } from './draft-state.ts';

const key = draftKey('company', 'person');
const at = asInstant('2026-11-21T15:00:00Z');
const full = () =>
  after(
    { type: 'location', patch: { streetAndNumber: '12 Oak St', square_feet: 2400 } },
    { type: 'service', id: ids.service },
    { type: 'service', id: ids.condo },
    { type: 'custom', patch: { date: '2026-12-01', time: '09:00' } },
    { type: 'technician', technician: defaults.inspectorOptions[1] ?? null },
    { type: 'attachments', files: [{ key: 'k', file: new File(['x'], 'x.pdf'), visible_to_client: false }] },
    { type: 'step', step: 'addPeople' },
  );

describe('a draft on the device', () => {
  beforeEach(() => localStorage.clear());

  it('is each person’s own, in each company', () => {
    keepDraft(key, full(), at);
    expect(findDraft(draftKey('company', 'other'), at)).toBeNull();
    expect(findDraft(draftKey('other', 'person'), at)).toBeNull();
    expect(findDraft(key, at)?.at).toBe(at);
    dropDraft(key);
    expect(findDraft(key, at)).toBeNull();
  });

  it('is taken up again with everything but files and what has changed meanwhile', () => {
    keepDraft(key, full(), at);
    const [residential] = defaults.serviceOptions;
    const newer = {
      ...defaults,
      orderId: '1040',
      serviceOptions: residential ? [{ ...residential, base_cost: 400 }] : [],
      inspectorOptions: defaults.inspectorOptions.slice(0, 1),
    };
    const fresh = filledState(newer, settings, {}, today);
    const found = findDraft(key, at);
    if (!found) throw new Error('nothing was kept');
    const state = continued(fresh, found);
    expect(state.step).toBe('addPeople');
    expect(state.draft.location.streetAndNumber).toBe('12 Oak St');
    expect(state.draft.dateTime).toBe('2026-12-01T09:00');
    expect(state.draft.information.order_id).toBe('1040');
    expect(state.draft.services.newServices.services.map((one) => one.id)).toEqual([ids.service]);
    expect(state.draft.services.total).toBe('500');
    expect(state.draft.people.technicians).toEqual([]);
    expect(state.attachments).toEqual([]);
  });

  it('is not offered after a week, nor when it cannot be read', () => {
    keepDraft(key, full(), at);
    expect(findDraft(key, asInstant('2026-11-29T15:00:00Z'))).toBeNull();
    for (const text of ['{', '7', '{"version":0}', '{"version":1,"at":"x","state":{}}', '[]']) {
      localStorage.setItem(key, text);
      expect(findDraft(key, at)).toBeNull();
      expect(localStorage.getItem(key)).toBeNull();
    }
  });
});

describe('changes of an appointment on the device', () => {
  beforeEach(() => localStorage.clear());
  const edited = (changes: Partial<Appointment> = {}) =>
    editedState({ ...booked, ...changes } as Appointment, defaults, today);
  const ours = draftKey('company', 'person', booked.id);
  const typed = (state = edited()) => draftReducer(state, { type: 'notes', text: 'Dog' });

  it('are worth keeping once something was entered', () => {
    expect(isWorthKeeping(edited())).toBe(false);
    expect(isWorthKeeping(edited({ is_manual_edit: true }))).toBe(false);
    expect(isWorthKeeping(typed())).toBe(true);
    expect(isWorthKeeping(draftReducer(edited(), { type: 'recalculate' }))).toBe(true);
  });

  it('are offered for the same appointment alone, and hold no notes of the office', () => {
    const note = { text: 'Difficult client' } as Appointment['internal_notes'][number];
    keepDraft(ours, typed(edited({ internal_notes: [note] })), at);
    expect(localStorage.getItem(ours)).not.toContain('Difficult client');
    expect(findDraft(key, at)).toBeNull();
    expect(findDraft(draftKey('company', 'person', ids.radon), at, ids.radon)).toBeNull();
    expect(findDraft(ours, at, booked.id)?.edited?.rev).toBe(booked.rev);
    expect(findDraft(ours, at, ids.radon)).toBeNull();
  });

  it('are taken up upon the state they began from, so that a change of others is a conflict', () => {
    keepDraft(ours, typed(), at);
    const found = findDraft(ours, at, booked.id);
    if (!found) throw new Error('nothing was kept');
    const same = continuedEdit(edited({ paid: true }), found, defaults);
    expect(same.editing?.appointment).toMatchObject({ rev: booked.rev, paid: true });
    expect(changesOf(same)).toEqual({ inspection_notes: 'Dog' });
    const later = continuedEdit(edited({ rev: booked.rev + 1, square_feet: 3000 }), found, defaults);
    expect(later.editing?.appointment.rev).toBe(booked.rev);
    expect(changesOf(later)).toEqual({ inspection_notes: 'Dog' });
  });

  it('keep a service that is offered no longer', () => {
    const none = { ...defaults, serviceOptions: [], inspectorOptions: [] };
    keepDraft(ours, typed(), at);
    const found = findDraft(ours, at, booked.id);
    if (!found) throw new Error('nothing was kept');
    const state = continuedEdit(editedState(booked, none, today), found, none);
    expect(state.draft.services.newServices.services.map((one) => one.id)).toEqual([ids.service]);
    expect(state.draft.people.technicians).toEqual([ids.dana, ids.tariq]);
    expect(changesOf(state)).toEqual({ inspection_notes: 'Dog' });
  });
});
