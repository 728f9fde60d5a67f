import { currencySymbol } from '#domain/base/money.ts';
import {
  credentialKey,
  gatewayCredentials,
  paymentTypes,
  webhookSecretKey,
} from '#domain/payments/gateways.ts';
import {
  type AnsweredSettings,
  type SettingKey,
  settingKeys,
  storageOf,
} from '#domain/settings/all-settings.ts';
import type { Company } from './get-company.ts';
import type { CompanySettingsAnswer } from './settings-contract.ts';

/** URL path (below /api) of a stored file, or null. */
function fileUrl(fileId: string | null): string | null {
  return fileId === null ? null : `/api/v2/files/${fileId}`;
}

/** A company's position, or null if unknown. */
export function companyLatLng(row: {
  lat: number | null;
  lng: number | null;
}): { lat: number; lng: number } | null {
  return row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng };
}

/** The facts in the settings response that are not in the company's row. */
export interface SettingsFacts {
  secrets: ReadonlySet<string>;
  currencyIsFixed: boolean;
}

/** The stored value of a setting; of pictures, the id of the file. */
export function storedValue(company: Company, key: SettingKey): unknown {
  const storage = storageOf(key);
  if (storage === 'position') return companyLatLng(company);
  if (storage === 'json') return company.settings[key as keyof Company['settings']];
  return company[(storage === 'file' ? `${key}_file_id` : key) as keyof Company];
}

/** Presents the company as `getSettings` returns it. */
export function presentSettings(company: Company, facts: SettingsFacts): CompanySettingsAnswer {
  const values = settingKeys.map((key) => {
    const value = storedValue(company, key);
    return [key, storageOf(key) === 'file' ? fileUrl(value as string | null) : value];
  });
  return {
    ...(Object.fromEntries(values) as AnsweredSettings),
    subscriber_id: company.subscriber_id,
    rev: company.rev,
    request_id: company.request_id,
    currencySymbol: currencySymbol(company.currency),
    credentials: credentialsSet(facts.secrets),
    webhook_secret: { is_set: facts.secrets.has(webhookSecretKey) },
    currency_is_fixed: facts.currencyIsFixed,
  };
}

/** Which credentials of which gateway are set. */
function credentialsSet(names: ReadonlySet<string>): Record<string, Record<string, boolean>> {
  const withFields = paymentTypes.filter((type) => gatewayCredentials[type].length > 0);
  return Object.fromEntries(
    withFields.map((type) => [
      String(type),
      Object.fromEntries(
        gatewayCredentials[type].map((name) => [name, names.has(credentialKey(type, name))]),
      ),
    ]),
  );
}
