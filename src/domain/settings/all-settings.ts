/** All settings of a company, each declared once in the file of its feature; everything else is derived here. */

import { agreementSettings } from './agreements.ts';
import { appointmentSettings } from './appointments.ts';
import { automationSettings } from './automations.ts';
import { bookingSettings } from './booking.ts';
import { calendarSettings } from './calendar.ts';
import { companySettings } from './company.ts';
import { messageSettings } from './messages.ts';
import { paymentSettings } from './payments.ts';
import { portalSettings } from './portal.ts';
import { reportSettings } from './reports.ts';
import { requestFormSettings } from './request-form.ts';
import { checkFields, type TypedRule } from './rules.ts';
import type { CompanyOwner, Setting, SettingStorage } from './setting.ts';
import { switchSettings } from './switches.ts';

/**
 * By wire name, in wire units: money in dollars, durations in hours, times of day as hhmm numbers, distances in miles.
 * Credentials and secrets are not included: see `domain/payments/gateways.ts`.
 */
const settings = {
  ...companySettings,
  ...appointmentSettings,
  ...paymentSettings,
  ...bookingSettings,
  ...requestFormSettings,
  ...reportSettings,
  ...calendarSettings,
  ...switchSettings,
  ...automationSettings,
  ...messageSettings,
  ...agreementSettings,
  ...portalSettings,
};

type Settings = typeof settings;
type Key = keyof Settings;
type Value<S> = S extends Setting<infer T, infer _, SettingStorage> ? T : never;
type Sent<S> = S extends { rule: TypedRule<infer _, infer V> } ? V : never;
type StoredAs<K extends Key, S extends SettingStorage> = Settings[K]['storage'] extends S ? K : never;

/** The name of a setting on the wire. */
export type SettingKey = { [K in Key]: Settings[K]['rule'] extends null ? never : K }[Key];
/** The values of all settings, also of those that are not on the wire. */
export type SettingValues = { [K in Key]: Value<Settings[K]> };
/** The settings on the wire as they are answered, and as they are accepted in a change. */
export type AnsweredSettings = Pick<SettingValues, SettingKey>;
export type SentSettings = { [K in SettingKey]: Sent<Settings[K]> };
/** The settings stored as JSON; complete, with defaults for missing values. */
export type JsonSettings = { [K in Key as StoredAs<K, 'json'>]: SettingValues[K] };

/** The settings that have a column of their own name. */
export type ColumnSettings = { [K in Key as StoredAs<K, 'column'>]: SettingValues[K] };

const entries = Object.entries(settings) as [Key, Setting<unknown, unknown>][];
/** The rule of every setting on the wire. */
export const settingRules = Object.fromEntries(
  entries.flatMap(([key, { rule }]) => (rule ? [[key, rule]] : [])),
) as Record<SettingKey, TypedRule<unknown, unknown>>;
/** Every setting on the wire. */
export const settingKeys = Object.keys(settingRules) as SettingKey[];

/** The names of the settings that have a column of their own name. */
export const settingColumns = entries.flatMap(([key, { storage }]) =>
  storage === 'column' ? [key as keyof ColumnSettings] : [],
);

/** The initial settings of a company. @param timezone the browser's at sign-up; null if unknown or not sent. */
export function companyDefaults(timezone: string | null, owner: CompanyOwner): SettingValues {
  return Object.fromEntries(
    entries.map(([key, { initial }]) => [key, initial({ timezone, owner })]),
  ) as SettingValues;
}

/** Where a setting is stored; settings of unknown names are not stored anywhere. */
export function storageOf(key: string): SettingStorage | null {
  return Object.hasOwn(settings, key) ? settings[key as Key].storage : null;
}

/** The part of the settings that is stored as JSON. */
function pickJsonSettings(all: SettingValues): JsonSettings {
  return Object.fromEntries(Object.entries(all).filter(([key]) => storageOf(key) === 'json')) as JsonSettings;
}

const defaults = pickJsonSettings(
  companyDefaults(null, { first_name: '', last_name: '', email: '', phone: '', company_name: '' }),
);

/** Parses stored settings and fills in defaults; a value whose type differs from its default's counts as missing. */
export function parseStoredSettings(stored: unknown): JsonSettings {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const parsed = Object.entries(defaults).map(([key, fallback]) => {
    const value = given[key];
    const isFine = value !== undefined && (fallback === null || typeof value === typeof fallback);
    if (!isFine) return [key, fallback];
    return [key, isGroup(key) ? { ...(fallback as object), ...(value as object) } : value];
  });
  return Object.fromEntries(parsed) as JsonSettings;
}

/** True if the setting consists of fields that change one by one. */
export function isGroup(key: string): boolean {
  const wire = Object.hasOwn(settingRules, key) ? settingRules[key as SettingKey].wire : 'text';
  return typeof wire === 'object' && 'fields' in wire && wire.merged === true;
}

/**
 * Returns the changed settings, cleaned, and what is wrong with them by field (`request_form.note` for nested ones). If
 * the country changes, the other fields are checked against the new one. Of groups only the sent fields are returned.
 */
export function checkSettings(
  changes: Readonly<Record<string, unknown>>,
  facts: { country_code: string },
): { values: Partial<Record<SettingKey, unknown>>; problems: Record<string, string> } {
  const sentCountry = changes.country_code;
  const country = typeof sentCountry === 'string' ? sentCountry : facts.country_code;
  return checkFields(settingRules, changes, { country });
}
