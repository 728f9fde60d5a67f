import { fromCents } from '#domain/base/money.ts';
import { typedNumber } from '#domain/base/typed-number.ts';
import { lintModifiers, type PriceWarning } from '#domain/pricing/price-lint.ts';
import type { WireService } from '#domain/pricing/wire-pricing.ts';
import type { RouteInput } from '#wire/route.ts';
import type { createService, EditedService } from '../editor-contract.ts';

/** A step as entered; `key` identifies rows that have no id yet. */
export interface DraftStep {
  key: string;
  id?: string;
  when: number;
  low: string;
  high: string;
  fee: string;
  hours: string;
}

export interface DraftTax {
  key: string;
  id?: string;
  name: string;
  percent: string;
}

export interface DraftAddOn {
  key: string;
  id?: string;
  name: string;
  description: string;
  fee: string;
  hours: string;
  status: 0 | 1;
  templates: string[];
  agreements: string[];
}

/** A service while it is edited: all values as entered, so that incomplete numbers are not lost. */
export interface ServiceDraft {
  name: string;
  description: string;
  cost: string;
  duration: string;
  status: 0 | 1;
  is_public: boolean;
  report_needs_signature: boolean;
  report_needs_payment: boolean;
  templates: string[];
  agreements: string[];
  modifiers: DraftStep[];
  taxes: DraftTax[];
  add_ons: DraftAddOn[];
}

export type ServiceInput = RouteInput<typeof createService>;

/** The initial values of a new service. */
export const emptyServiceDraft: ServiceDraft = {
  name: '',
  description: '',
  cost: '',
  duration: '',
  status: 1,
  is_public: true,
  report_needs_signature: true,
  report_needs_payment: true,
  templates: [],
  agreements: [],
  modifiers: [],
  taxes: [],
  add_ons: [],
};

let keys = 0;
/** Returns a key for a row that has no id yet. */
export function newKey(): string {
  keys += 1;
  return `new-${keys}`;
}

/** Converts a stored service to a draft. */
export function toServiceDraft(service: EditedService): ServiceDraft {
  return {
    name: service.name,
    description: service.description,
    cost: moneyText(service.base_cost),
    duration: String(service.base_duration),
    status: service.status === 0 ? 0 : 1,
    is_public: service.is_public,
    report_needs_signature: service.report_needs_signature,
    report_needs_payment: service.report_needs_payment,
    templates: service.templates,
    agreements: service.agreements,
    modifiers: service.modifiers.map((one) => ({
      key: one.id,
      id: one.id,
      when: one.when,
      low: one.greater_than === null ? '' : String(one.greater_than),
      high: one.less_than_or_equal === null ? '' : String(one.less_than_or_equal),
      fee: moneyText(one.add_fee),
      hours: String(one.add_hours),
    })),
    taxes: service.taxes.map((one) => ({
      key: one.id,
      id: one.id,
      name: one.name,
      percent: String(one.add_percent),
    })),
    add_ons: service.add_ons.map((one) => ({
      key: one.id,
      id: one.id,
      name: one.name,
      description: one.description,
      fee: moneyText(one.add_fee),
      hours: String(one.add_hours),
      status: one.status === 0 ? 0 : 1,
      templates: one.templates,
      agreements: one.agreements,
    })),
  };
}

/** Copies a service to a draft that is saved as a new one. */
export function copyServiceDraft(service: EditedService, name: string): ServiceDraft {
  const draft = toServiceDraft(service);
  const fresh = <T extends { key: string; id?: string }>(rows: T[]): T[] =>
    rows.map(({ id: _, ...row }) => ({ ...row, key: newKey() }) as T);
  return {
    ...draft,
    name,
    modifiers: fresh(draft.modifiers),
    taxes: fresh(draft.taxes),
    add_ons: fresh(draft.add_ons),
  };
}

/**
 * Converts the draft to the route's input, and returns the paths that are not numbers (`modifiers.2.low`); an empty
 * amount is 0.
 */
export function parseServiceDraft(draft: ServiceDraft): { input: ServiceInput; wrong: Set<string> } {
  const wrong = new Set<string>();
  const number = (text: string, path: string, whenEmpty: number): number => {
    if (text.trim() === '') return whenEmpty;
    const value = typedNumber(text);
    if (value === null) wrong.add(path);
    return value ?? whenEmpty;
  };
  const bound = (text: string, path: string): number | null =>
    text.trim() === '' ? null : number(text, path, 0);
  const input = {
    name: draft.name,
    description: draft.description,
    base_cost: number(draft.cost, 'base_cost', 0),
    base_duration: number(draft.duration, 'base_duration', 0),
    status: draft.status,
    is_public: draft.is_public,
    report_needs_signature: draft.report_needs_signature,
    report_needs_payment: draft.report_needs_payment,
    templates: draft.templates,
    agreements: draft.agreements,
    modifiers: draft.modifiers.map((one, i) => ({
      ...(one.id ? { id: one.id } : {}),
      when: one.when,
      greater_than: bound(one.low, `modifiers.${i}.greater_than`),
      less_than_or_equal: bound(one.high, `modifiers.${i}.less_than_or_equal`),
      add_fee: number(one.fee, `modifiers.${i}.add_fee`, 0),
      add_hours: number(one.hours, `modifiers.${i}.add_hours`, 0),
    })),
    taxes: draft.taxes.map((one, i) => ({
      ...(one.id ? { id: one.id } : {}),
      name: one.name,
      add_percent: number(one.percent, `taxes.${i}.add_percent`, 0),
    })),
    add_ons: draft.add_ons.map((one, i) => ({
      ...(one.id ? { id: one.id } : {}),
      name: one.name,
      description: one.description,
      add_fee: number(one.fee, `add_ons.${i}.add_fee`, 0),
      add_hours: number(one.hours, `add_ons.${i}.add_hours`, 0),
      status: one.status,
      templates: one.templates,
      agreements: one.agreements,
    })),
  };
  return { input, wrong };
}

/** Converts the draft to what the price tester takes; add-ons without an id are identified by their key. */
export function toTestableService(draft: ServiceDraft, id: string, unnamed: string): WireService {
  const { input } = parseServiceDraft(draft);
  return {
    id,
    name: draft.name || unnamed,
    base_cost: input.base_cost,
    base_duration: input.base_duration,
    modifiers: parseSteps(draft),
    taxes: (input.taxes ?? []).map(({ name, add_percent }) => ({ name, add_percent })),
    add_ons: draft.add_ons.map((one, i) => ({
      id: one.id ?? one.key,
      name: one.name || unnamed,
      add_fee: input.add_ons?.[i]?.add_fee ?? 0,
      add_hours: input.add_ons?.[i]?.add_hours ?? 0,
    })),
  };
}

/** Returns the steps as numbers; a value that is not a number yet counts as no bound. */
export function parseSteps(draft: Pick<ServiceDraft, 'modifiers'>): WireService['modifiers'] {
  const value = (text: string) => typedNumber(text);
  return draft.modifiers.map((one) => ({
    when: one.when,
    greater_than: value(one.low),
    less_than_or_equal: value(one.high),
    add_fee: value(one.fee) ?? 0,
    add_hours: value(one.hours) ?? 0,
  }));
}

/** Returns likely mistakes in the steps as currently entered. */
export function getStepWarnings(steps: WireService['modifiers']): PriceWarning[] {
  return lintModifiers(
    steps.map((one) => ({ ...one, add_fee_cents: Math.round(one.add_fee * 100) as never })),
  );
}

function moneyText(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : fromCents(Math.round(amount * 100) as never).toFixed(2);
}
