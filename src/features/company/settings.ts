import { sql } from 'kysely';
import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';
import { type CompanySettings as AllSettings, companyDefaults } from './company-defaults.ts';

/** Settings that are columns of the companies table or are stored elsewhere. */
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
  'header_logo',
  'signature',
  'timezone',
  'currency',
  'date_format',
  'country_code',
  'order_prefix',
  'next_order_number',
  'public_slug',
] as const;

/** The settings stored as JSON, in wire units (hours, dollars, hhmm); complete, with defaults for missing values. */
export type CompanySettings = Omit<AllSettings, (typeof elsewhere)[number]>;

/** The part of a company's settings that is stored in the JSON column. */
export function pickJsonSettings(all: AllSettings): CompanySettings {
  const rest: Partial<AllSettings> = { ...all };
  for (const key of elsewhere) delete rest[key];
  return rest as CompanySettings;
}

const defaults = pickJsonSettings(
  companyDefaults(null, { first_name: '', last_name: '', email: '', phone: '', company_name: '' }),
);

/** Parses stored settings and fills in defaults; a value whose type differs from its default's counts as missing. */
export function parseStoredSettings(stored: unknown): CompanySettings {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const settings: Record<string, unknown> = { ...defaults };
  for (const [key, fallback] of Object.entries(defaults)) {
    const value = given[key];
    if (value !== undefined && (fallback === null || typeof value === typeof fallback)) settings[key] = value;
  }
  settings.request_form = { ...defaults.request_form, ...(settings.request_form as object) };
  return settings as CompanySettings;
}

/** True if the setting has its own column. */
export function isColumnSetting(key: string): boolean {
  return (elsewhere as readonly string[]).includes(key);
}

/** Stores changed settings in columns and JSON. Unknown values in the JSON are preserved. */
export async function saveSettings(
  ctx: WriteCtx,
  company: { rev: number },
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const columns: Record<string, unknown> = {};
  const json: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(changes)) {
    if (key === 'address_lat_long') {
      const { lat, lng } = (value ?? { lat: null, lng: null }) as { lat: number | null; lng: number | null };
      Object.assign(columns, { lat, lng });
    } else if (key === 'logo' || key === 'header_logo' || key === 'signature')
      columns[`${key}_file_id`] = value;
    else if (isColumnSetting(key)) columns[key] = value;
    else json[key] = value;
  }
  await updateMine(ctx, 'companies')
    .set({
      ...columns,
      // The first version stored this secret here; the first change removes it.
      settings: sql`(settings || ${JSON.stringify(json)}::jsonb) - 'webhook_secret'`,
      rev: company.rev + 1,
      updated_at: ctx.now,
    })
    .execute();
}
