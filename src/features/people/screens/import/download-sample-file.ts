import { fieldDefinitions, forContactFields } from '#domain/people/contact-fields.ts';
import { importFields } from '#domain/people/people-import.ts';
import type { Kind } from './import-kind.ts';

const examples: Record<string, string | undefined> = {
  ...forContactFields((field) => fieldDefinitions[field].import?.example),
  notes: 'Prefers a call in the evening',
  tags: 'vip, investor',
};

/** Downloads a template with all columns and one example person. */
export function downloadSampleFile(kind: Kind): void {
  const fields = importFields(kind).filter((field) => field !== 'full_name');
  const quoted = (text: string) => (/[",]/.test(text) ? `"${text}"` : text);
  const lines = [fields, fields.map((field) => quoted(examples[field] ?? ''))].map((line) => line.join(','));
  const blob = new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' });
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: `${kind}-sample.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
