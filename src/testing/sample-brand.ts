import type { CompanyBranding } from '#features/agreements/contract.ts';

/** The head of a company that has told nothing but its name, as public pages are given it. */
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
