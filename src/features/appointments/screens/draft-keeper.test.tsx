import { beforeEach, describe, expect, it } from 'vitest';
import { asInstant } from '#domain/time.ts';
import { after, defaults, ids, settings, today } from './draft-for-tests.ts';
import { continued, draftKey, dropDraft, findDraft, keepDraft } from './draft-keeper.ts';
import { filledState } from './draft-state.ts';

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
