// Finds dates, times and numbers that are written for people outside of src/domain/base/formatter.ts, which knows the
// reader's language, the company's date format and its time zone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, isMain, root } from './lib.mjs';

const rules = [
  { what: 'Intl formatter', pattern: /\bIntl\s*\.\s*(?:DateTimeFormat|NumberFormat|RelativeTimeFormat)\b/g },
  { what: 'toLocaleString', pattern: /\.toLocale(?:Date|Time)?String\s*\(/g },
  { what: 'library format', pattern: /\bdayjs\b[^\n;]*\.format\s*\(/g },
  { what: 'fixed notation', pattern: /\bformatDate\s*\(/g },
  {
    what: 'native date or time input',
    pattern: /\btype\s*[=:]\s*\{?\s*['"](?:date|time|datetime-local|month)['"]/g,
  },
];

/** What else may be done, and why. */
const allowed = {
  'src/domain/base/formatter.ts': ['Intl formatter'],
  // Asks the runtime about a zone.
  'src/domain/base/time.ts': ['Intl formatter', 'fixed notation'],
  'src/web/ui/inputs/use-today.ts': ['Intl formatter'],
  'src/features/auth/screens/register-page.tsx': ['Intl formatter'],
  'src/features/company/screens/use-time-zones.ts': ['Intl formatter'],
  'src/domain/scheduling/slots-oracle-for-tests.ts': ['Intl formatter'],
  // Loads the runtime's tables early.
  'src/server/http/pages.ts': ['Intl formatter'],
  // Notations the specification fixes, in every language: the placeholders of agreements and the Date & Time tab.
  'src/domain/text/placeholders.ts': ['fixed notation'],
  'src/domain/scheduling/booking.ts': ['fixed notation'],
  // A visitor on a phone knows the calendar of the device, and it works before the script has arrived.
  'src/features/booking/screens/wish-step.tsx': ['native date or time input'],
};

const isCode = (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);

/** Every hit as { file, line, what }. */
export function findFormats(folder = root) {
  return filesBelow('src', isCode, folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return rules
      .filter(({ what }) => !allowed[file]?.includes(what))
      .flatMap(({ what, pattern }) =>
        [...text.matchAll(pattern)].map(({ index }) => ({
          file,
          line: text.slice(0, index).split('\n').length,
          what,
        })),
      );
  });
}

/** Entries of the list above that nothing needs anymore. */
export function unusedExceptions(folder = root) {
  return Object.entries(allowed).flatMap(([file, kinds]) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return kinds
      .filter((kind) => !rules.some(({ what, pattern }) => what === kind && text.search(pattern) >= 0))
      .map((kind) => `${file}: ${kind}`);
  });
}

if (isMain(import.meta.filename)) {
  const found = findFormats();
  for (const { file, line, what } of found) console.log(`${file}:${line}: ${what}`);
  for (const one of unusedExceptions())
    console.log(`not needed anymore in scripts/check-formats.mjs: ${one}`);
  if (found.length > 0) console.log('Write dates, times and numbers with src/domain/base/formatter.ts');
  if (found.length > 0 || unusedExceptions().length > 0) process.exitCode = 1;
}
