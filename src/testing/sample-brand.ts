import type { CompanyBranding } from '#features/agreements/contract.ts';

/** Branding of a company that has set nothing but its name, as public pages receive it. */
export const sampleBrand: CompanyBranding = {
  company_name: 'Harbor Inspections',
  company_phone: '',
  company_email: '',
  website: '',
  address_lines: [],
  logo: null,
  timezone: 'America/New_York',
  currency: 1,
  date_format: 'MM/DD/YYYY',
};
