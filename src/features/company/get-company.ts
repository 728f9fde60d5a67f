import type { Zone } from '#domain/base/time.ts';
import {
  type ColumnSettings,
  type JsonSettings,
  parseStoredSettings,
  settingColumns,
} from '#domain/settings/all-settings.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { runPrepared } from '#server/db/prepared-statements.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';

/** A company as other features see it. */
export interface Company extends Omit<ColumnSettings, 'timezone'> {
  subscriber_id: string;
  lat: number | null;
  lng: number | null;
  logo_file_id: string | null;
  header_logo_file_id: string | null;
  signature_file_id: string | null;
  timezone: Zone;
  request_id: string;
  /** Incremented with every change of the settings. */
  rev: number;
  settings: JsonSettings;
}

/** Returns the current tenant's company with complete settings; throws NOT_FOUND for a call without a company. */
export async function getCompany(ctx: Pick<ReadCtx | WriteCtx, 'db' | 'subscriberId'>): Promise<Company> {
  const question = mine(ctx, 'companies').select([
    ...settingColumns,
    'subscriber_id',
    'lat',
    'lng',
    'logo_file_id',
    'header_logo_file_id',
    'signature_file_id',
    'rev',
    'request_id',
    'settings',
  ]);
  const [row] = await runPrepared(ctx, question);
  if (!row) throw notFound();
  return { ...row, settings: parseStoredSettings(row.settings) } as Company;
}
