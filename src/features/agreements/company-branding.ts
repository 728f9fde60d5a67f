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

/** Street and city as separate lines, without empty ones. */
export function addressLines(row: {
  address: string;
  city: string;
  state: string;
  zip_code: string;
}): string[] {
  const place = [row.city, [row.state, row.zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [row.address, place].filter((line) => line.trim() !== '');
}
