import { currencySymbol } from '#domain/base/money.ts';
import {
  credentialKey,
  gatewayCredentials,
  paymentTypes,
  webhookSecretKey,
} from '#domain/payments/gateways.ts';
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

/** Presents the company as `getSettings` returns it. */
export function presentSettings(company: Company, facts: SettingsFacts): CompanySettingsAnswer {
  const { settings, ...row } = company;
  const { owner_is_technician: _, defect_categories: __, ...rest } = settings;
  return {
    ...rest,
    subscriber_id: row.subscriber_id,
    rev: row.rev,
    company_name: row.company_name,
    company_phone: row.company_phone,
    company_email: row.company_email,
    website: row.website,
    address: row.address,
    city: row.city,
    state: row.state,
    zip_code: row.zip_code,
    address_lat_long: companyLatLng(row),
    logo: fileUrl(row.logo_file_id),
    header_logo: fileUrl(row.header_logo_file_id),
    signature: fileUrl(row.signature_file_id),
    timezone: row.timezone,
    currency: row.currency,
    currencySymbol: currencySymbol(row.currency),
    date_format: row.date_format,
    country_code: row.country_code,
    order_prefix: row.order_prefix,
    next_order_number: row.next_order_number,
    request_id: row.request_id,
    public_slug: row.public_slug,
    social_links: { ...settings.social_links },
    request_form: {
      ...settings.request_form,
      notify_emails: [...settings.request_form.notify_emails],
      notify_phones: [...settings.request_form.notify_phones],
    },
    location_tags: [...settings.location_tags],
    template_recommendations: [...settings.template_recommendations],
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
