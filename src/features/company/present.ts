import { currencySymbol } from '#domain/money.ts';
import type { Company } from './company-of.ts';
import type { CompanySettingsAnswer } from './contract.ts';

/** Address below /api of a stored file, or null. */
export function fileUrl(fileId: string | null): string | null {
  return fileId === null ? null : `/api/v2/files/${fileId}`;
}

/** A company's position, or null while it is unknown. */
export function pointOf(row: {
  lat: number | null;
  lng: number | null;
}): { lat: number; lng: number } | null {
  return row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng };
}

/** The company as `getSettings` gives it. */
export function presentSettings(company: Company): CompanySettingsAnswer {
  const { settings } = company;
  return {
    subscriber_id: company.subscriber_id,
    company_name: company.company_name,
    company_phone: company.company_phone,
    company_email: company.company_email,
    website: company.website,
    address: company.address,
    city: company.city,
    state: company.state,
    zip_code: company.zip_code,
    address_lat_long: pointOf(company),
    logo: fileUrl(company.logo_file_id),
    timezone: company.timezone,
    currency: company.currency,
    currencySymbol: currencySymbol(company.currency),
    date_format: company.date_format,
    country_code: company.country_code,
    order_prefix: company.order_prefix,
    request_id: company.request_id,
    public_slug: company.public_slug,
    service_radius: settings.service_radius,
    default_start_time: settings.default_start_time,
    default_duration: settings.default_duration,
    default_price: settings.default_price,
    default_agreement_id: settings.default_agreement_id,
    default_confirm: settings.default_confirm,
    require_payment_default: settings.require_payment_default,
    payment_type: settings.payment_type,
    payment_instructions: settings.payment_instructions,
    agreement_signers: settings.agreement_signers,
    enable_online_scheduling: settings.enable_online_scheduling,
  };
}
