import type { DateFormat } from '#domain/base/date-formats.ts';
import type { Zone } from '#domain/base/time.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { runPrepared } from '#server/db/prepared-statements.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import { type CompanySettings, parseStoredSettings } from './settings.ts';

/** A company as other features see it. */
export interface Company {
  subscriber_id: string;
  company_name: string;
  company_phone: string;
  company_email: string;
  website: string;
  address: string;
  city: string;
  state: string;
  zip_code: string;
  lat: number | null;
  lng: number | null;
  logo_file_id: string | null;
  header_logo_file_id: string | null;
  signature_file_id: string | null;
  timezone: Zone;
  currency: number;
  date_format: DateFormat;
  country_code: string;
  order_prefix: string;
  next_order_number: number;
  request_id: string;
  public_slug: string;
  /** Incremented with every change of the settings. */
  rev: number;
  settings: CompanySettings;
}

/** Returns the current tenant's company with complete settings; throws NOT_FOUND for a call without a company. */
export async function getCompany(ctx: Pick<ReadCtx | WriteCtx, 'db' | 'subscriberId'>): Promise<Company> {
  const question = mine(ctx, 'companies').select([
    'subscriber_id',
    'company_name',
    'company_phone',
    'company_email',
    'website',
    'address',
    'city',
    'state',
    'zip_code',
    'lat',
    'lng',
    'logo_file_id',
    'header_logo_file_id',
    'signature_file_id',
    'rev',
    'timezone',
    'currency',
    'date_format',
    'country_code',
    'order_prefix',
    'next_order_number',
    'request_id',
    'public_slug',
    'settings',
  ]);
  const [row] = await runPrepared(ctx, question);
  if (!row) throw notFound();
  return {
    ...row,
    timezone: row.timezone as Zone,
    date_format: row.date_format as DateFormat,
    settings: parseStoredSettings(row.settings),
  };
}
