import { typedNumber } from '#domain/base/typed-number.ts';
import type { RouteInput } from '#wire/route.ts';
import type { createDiscount, DiscountCode } from '../discount-contract.ts';

/** A discount code while it is edited: numbers as entered, `chosen` as ids of services and `service/add-on`. */
export interface DiscountDraft {
  code: string;
  type: 1 | 2;
  value: string;
  description: string;
  notes: string;
  isForAll: boolean;
  service_ids: string[];
  add_on_ids: string[];
  min_total: string;
  max_uses: string;
  max_uses_per_client: string;
  starts_on: string;
  expires_on: string;
  online: boolean;
  status: 0 | 1;
}

/** The initial values of a new code. */
export const emptyDiscountDraft: DiscountDraft = {
  code: '',
  type: 1,
  value: '',
  description: '',
  notes: '',
  isForAll: true,
  service_ids: [],
  add_on_ids: [],
  min_total: '',
  max_uses: '',
  max_uses_per_client: '',
  starts_on: '',
  expires_on: '',
  online: false,
  status: 1,
};

/** Converts a stored code to a draft. */
export function toDiscountDraft(code: DiscountCode): DiscountDraft {
  return {
    code: code.code,
    type: code.type === 2 ? 2 : 1,
    value: String(code.value),
    description: code.description,
    notes: code.notes,
    isForAll: code.service_ids.length + code.add_on_ids.length === 0,
    service_ids: code.service_ids,
    add_on_ids: code.add_on_ids,
    min_total: code.min_total === 0 ? '' : String(code.min_total),
    max_uses: code.max_uses === null ? '' : String(code.max_uses),
    max_uses_per_client: code.max_uses_per_client === null ? '' : String(code.max_uses_per_client),
    starts_on: code.starts_on ?? '',
    expires_on: code.expires_on ?? '',
    online: code.online,
    status: code.status === 0 ? 0 : 1,
  };
}

/** Converts the draft to the route's input, and returns which fields are not numbers. */
export function parseDiscountDraft(draft: DiscountDraft): {
  input: RouteInput<typeof createDiscount>;
  wrong: Set<string>;
} {
  const wrong = new Set<string>();
  const number = (field: 'value' | 'min_total' | 'max_uses' | 'max_uses_per_client'): number | null => {
    const text = draft[field];
    if (text.trim() === '') return null;
    const value = typedNumber(text);
    if (value === null) wrong.add(field);
    return value;
  };
  const input = {
    code: draft.code,
    type: draft.type,
    // An empty value becomes 0, which the server rejects for every caller.
    value: number('value') ?? 0,
    description: draft.description,
    notes: draft.notes,
    service_ids: draft.isForAll ? [] : draft.service_ids,
    add_on_ids: draft.isForAll ? [] : draft.add_on_ids,
    min_total: number('min_total') ?? 0,
    max_uses: number('max_uses'),
    max_uses_per_client: number('max_uses_per_client'),
    starts_on: draft.starts_on || null,
    expires_on: draft.expires_on || null,
    online: draft.online,
    status: draft.status,
  };
  return { input, wrong };
}
