import { importFields } from '#domain/people/people-import.ts';
import type { Kind } from './import-kind.ts';

const values: Record<string, string> = {
  first_name: 'Ann',
  last_name: 'Lee',
  email: 'ann.lee@example.com',
  email_cc: '',
  phone: '(555) 010-1234',
  address: '12 Orchard Lane',
  city: 'Summit',
  state: 'NJ',
  zip_code: '07901',
  agency_name: 'Best Homes',
  notes: 'Prefers a call in the evening',
  tags: 'vip, investor',
  language: 'en',
};

/** Downloads a template with all columns and one example person. */
export function downloadSampleFile(kind: Kind): void {
  const fields = importFields(kind).filter((field) => field !== 'full_name');
  const quoted = (text: string) => (/[",]/.test(text) ? `"${text}"` : text);
  const lines = [fields, fields.map((field) => quoted(values[field] ?? ''))].map((line) => line.join(','));
  const blob = new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' });
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: `${kind}-sample.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
