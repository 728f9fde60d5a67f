import { addressLines } from '#domain/base/addresses.ts';
import type { Company } from '#features/company/get-company.ts';
import type { CompanyBranding } from './contract.ts';

/** The company as its public pages show it. The logo is served under the appointment's link. */
export function getCompanyBranding(company: Company, appointmentPublicId: string): CompanyBranding {
  const { company_name, company_phone, company_email, website, timezone, currency, date_format } = company;
  return {
    company_name,
    company_phone,
    company_email,
    website,
    address_lines: addressLines(company),
    logo: company.logo_file_id ? `/api/v2/public/appointments/${appointmentPublicId}/logo` : null,
    timezone,
    currency,
    date_format,
  };
}
