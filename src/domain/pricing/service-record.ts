/**
 * Validates a service of the price list. Editor and server share these functions, so that both report the same
 * problems.
 */
import { hoursToMinutes } from '../base/durations.ts';
import {
  asCents,
  type Cents,
  type Percent,
  toCentsOrNull,
  toPercentOrNull,
  zeroCents,
} from '../base/money.ts';
import type { Modifier, Tax } from './pricing-types.ts';

/** How many of each a service may have. */
const serviceLimits = { modifiers: 100, taxes: 10, addOns: 100 } as const;
/** Base prices are at most a million, steps and add-ons at most a hundred thousand, so that a line fits its column. */
const mostBase = asCents(100_000_000);
const mostStep = asCents(10_000_000);

/** A step on the wire. */
interface ModifierPayload {
  id?: string | undefined;
  when: number;
  greater_than?: number | null | undefined;
  less_than_or_equal?: number | null | undefined;
  add_fee: number;
  add_hours: number;
}

interface TaxPayload {
  id?: string | undefined;
  name: string;
  add_percent: number;
}

export interface AddOnPayload {
  id?: string | undefined;
  name: string;
  description?: string | undefined;
  add_fee: number;
  add_hours: number;
  status?: number | undefined;
  templates?: readonly string[] | undefined;
  agreements?: readonly string[] | undefined;
}

/** A service on the wire; fields that are not sent stay unchanged. */
export interface ServicePayload {
  name?: string | undefined;
  description?: string | undefined;
  base_cost?: number | undefined;
  base_duration?: number | undefined;
  status?: number | undefined;
  is_public?: boolean | undefined;
  report_needs_signature?: boolean | undefined;
  report_needs_payment?: boolean | undefined;
  templates?: readonly string[] | undefined;
  agreements?: readonly string[] | undefined;
  contractors?: readonly string[] | undefined;
  modifiers?: readonly ModifierPayload[] | undefined;
  taxes?: readonly TaxPayload[] | undefined;
  add_ons?: readonly AddOnPayload[] | undefined;
}

export type ModifierValues = Modifier & { id: string | null };
export type TaxValues = Tax & { id: string | null };
export interface AddOnValues {
  id: string | null;
  name: string;
  description?: string;
  add_fee_cents: Cents;
  add_minutes: number;
  status?: number;
  template_ids?: string[];
  agreement_ids?: string[];
}

/** The columns of a service that were sent. */
interface ServiceColumns {
  name?: string;
  description?: string;
  base_cost_cents?: Cents;
  base_duration_minutes?: number;
  status?: number;
  is_public?: boolean;
  report_needs_signature?: boolean;
  report_needs_payment?: boolean;
  template_ids?: string[];
  agreement_ids?: string[];
  contractor_ids?: string[];
}

export interface ServiceValues {
  columns: ServiceColumns;
  modifiers: ModifierValues[] | null;
  taxes: TaxValues[] | null;
  add_ons: AddOnValues[] | null;
}

type Problems = Record<string, string>;

/** Parses a service, and returns what is wrong with it by path (`modifiers.0.add_fee`); empty if nothing is. */
export function parseService(sent: ServicePayload): { values: ServiceValues; problems: Problems } {
  const problems: Problems = {};
  const columns: ServiceColumns = {};
  type Flag = 'is_public' | 'report_needs_signature' | 'report_needs_payment';
  const copy = <K extends 'status' | Flag>(key: K) => {
    if (sent[key] !== undefined) columns[key] = sent[key];
  };
  if (sent.name !== undefined) columns.name = readName(sent.name, 'name', problems);
  if (sent.description !== undefined) columns.description = sent.description.trim();
  copy('status');
  copy('is_public');
  copy('report_needs_signature');
  copy('report_needs_payment');
  if (sent.templates) columns.template_ids = unique(sent.templates);
  if (sent.agreements) columns.agreement_ids = unique(sent.agreements);
  if (sent.contractors) columns.contractor_ids = unique(sent.contractors);
  if (sent.base_cost !== undefined) {
    columns.base_cost_cents = readMoney(sent.base_cost, 'base_cost', problems, { least: 0, most: mostBase });
  }
  if (sent.base_duration !== undefined) {
    columns.base_duration_minutes = readHours(sent.base_duration, 'base_duration', problems);
  }
  const values: ServiceValues = {
    columns,
    modifiers: sent.modifiers?.map((one, i) => readModifier(one, `modifiers.${i}`, problems)) ?? null,
    taxes: sent.taxes?.map((one, i) => readTax(one, `taxes.${i}`, problems)) ?? null,
    add_ons: sent.add_ons?.map((one, i) => parseAddOn(one, `add_ons.${i}.`, problems)) ?? null,
  };
  tooMany(values, problems);
  return { values, problems };
}

/** Parses an add-on; `path` is the prefix of its field names. */
export function parseAddOn(sent: AddOnPayload, path: string, problems: Problems): AddOnValues {
  return {
    id: sent.id ?? null,
    name: readName(sent.name, `${path}name`, problems),
    add_fee_cents: readMoney(sent.add_fee, `${path}add_fee`, problems, { most: mostStep }),
    add_minutes: readHours(sent.add_hours, `${path}add_hours`, problems),
    ...(sent.description === undefined ? {} : { description: sent.description.trim() }),
    ...(sent.status === undefined ? {} : { status: sent.status }),
    ...(sent.templates ? { template_ids: unique(sent.templates) } : {}),
    ...(sent.agreements ? { agreement_ids: unique(sent.agreements) } : {}),
  };
}

function readModifier(sent: ModifierPayload, path: string, problems: Problems): ModifierValues {
  if (!Number.isInteger(sent.when) || sent.when < 1 || sent.when > 7) {
    problems[`${path}.when`] = 'Choose what this step depends on';
  }
  return {
    id: sent.id ?? null,
    when: sent.when,
    greater_than: readBound(sent.greater_than, `${path}.greater_than`, problems),
    less_than_or_equal: readBound(sent.less_than_or_equal, `${path}.less_than_or_equal`, problems),
    add_fee_cents: readMoney(sent.add_fee, `${path}.add_fee`, problems, { most: mostStep }),
    add_minutes: readHours(sent.add_hours, `${path}.add_hours`, problems),
  };
}

function readBound(sent: number | null | undefined, path: string, problems: Problems): number | null {
  if (sent === null || sent === undefined) return null;
  if (!Number.isFinite(sent)) problems[path] = 'Enter a number';
  else if (Math.abs(sent) > 999_999_999) problems[path] = 'This number is too large';
  return sent;
}

function readTax(sent: TaxPayload, path: string, problems: Problems): TaxValues {
  const percent = toPercentOrNull(sent.add_percent);
  if (!Number.isFinite(sent.add_percent)) problems[`${path}.add_percent`] = 'Percent must be a number';
  else if (sent.add_percent < 0 || sent.add_percent > 100) {
    problems[`${path}.add_percent`] = 'Percent must be between 0 and 100';
  } else if (percent === null) problems[`${path}.add_percent`] = 'Percent must have at most three decimals';
  return {
    id: sent.id ?? null,
    name: readName(sent.name, `${path}.name`, problems),
    add_percent: percent ?? (0 as Percent),
  };
}

function readName(sent: string, path: string, problems: Problems): string {
  const name = sent.trim();
  if (name === '') problems[path] = 'Name is required';
  else if (name.length > 120) problems[path] = 'At most 120 characters';
  return name;
}

function readMoney(
  sent: number,
  path: string,
  problems: Problems,
  bounds: { least?: number; most: Cents },
): Cents {
  const cents = toCentsOrNull(sent);
  if (!Number.isFinite(sent)) problems[path] = 'Amount must be a number';
  else if (bounds.least !== undefined && sent < bounds.least) problems[path] = 'Amount must be 0 or more';
  else if (Math.abs(sent) * 100 > bounds.most) problems[path] = 'Amount is too large';
  else if (cents === null) problems[path] = 'Amount must have at most two decimals';
  return cents ?? zeroCents;
}

function readHours(sent: number, path: string, problems: Problems): number {
  const minutes = hoursToMinutes(sent);
  if (!Number.isFinite(sent)) problems[path] = 'Duration must be a number';
  else if (sent < 0 || sent > 24) problems[path] = 'Duration must be between 0 and 24 hours';
  else if (minutes === null) problems[path] = 'Duration must be in steps of 0.25 hours';
  return minutes ?? 0;
}

function tooMany({ modifiers, taxes, add_ons }: ServiceValues, problems: Problems): void {
  if ((modifiers?.length ?? 0) > serviceLimits.modifiers) problems.modifiers = 'At most 100 steps';
  if ((taxes?.length ?? 0) > serviceLimits.taxes) problems.taxes = 'At most 10 taxes';
  if ((add_ons?.length ?? 0) > serviceLimits.addOns) problems.add_ons = 'At most 100 add-ons';
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
