import { type CompanySettings as AllSettings, companyDefaults } from './defaults.ts';

/** Settings that are columns of the table companies, or live elsewhere. */
const elsewhere = [
  'company_name',
  'company_phone',
  'company_email',
  'website',
  'address',
  'city',
  'state',
  'zip_code',
  'address_lat_long',
  'logo',
  'timezone',
  'currency',
  'date_format',
  'country_code',
  'order_prefix',
  'next_order_number',
  'public_slug',
] as const;

/** The settings kept as JSON, in wire units (hours, dollars, hhmm), complete: what is not stored has its default. */
export type CompanySettings = Omit<AllSettings, (typeof elsewhere)[number]>;

/** The part of a company's settings that goes into the JSON column. */
export function jsonSettings(all: AllSettings): CompanySettings {
  const rest: Partial<AllSettings> = { ...all };
  for (const key of elsewhere) delete rest[key];
  return rest as CompanySettings;
}

const defaults = jsonSettings(
  companyDefaults(null, { first_name: '', last_name: '', email: '', phone: '', company_name: '' }),
);

/** Settings as stored, completed by the defaults; a stored value of another kind than its default counts as not stored. */
export function settingsOf(stored: unknown): CompanySettings {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const settings: Record<string, unknown> = { ...defaults };
  for (const [key, fallback] of Object.entries(defaults)) {
    const value = given[key];
    if (value !== undefined && (fallback === null || typeof value === typeof fallback)) settings[key] = value;
  }
  return settings as CompanySettings;
}
