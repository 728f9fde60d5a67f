import { expect, test } from 'vitest';
import type { Company } from '#features/company/get-company.ts';
import { companyLetterhead } from './agreement-document.ts';

test.each([
  ['US', '2125550100', '(212) 555-0100'],
  ['AU', '0412345678', '0412345678'],
  ['US', '', ''],
])(
  'the document header of a company in %s shows the phone number %s as %s',
  (country_code, company_phone, phone) => {
    const company = {
      company_phone,
      country_code,
      address: '',
      city: '',
      state: '',
      zip_code: '',
    } as Company;
    expect(companyLetterhead(company).phone).toBe(phone);
  },
);
