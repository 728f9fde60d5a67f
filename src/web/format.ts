import { createContext, createElement, type ReactNode, use, useMemo } from 'react';
import { type DateFormat, dateFormats, usualDateFormats } from '#domain/base/date-formats.ts';
import { createFormatter, type Formatter, readerDateFormat } from '#domain/base/formatter.ts';
import { currencyIso } from '#domain/base/money.ts';
import { useLanguage } from './i18n.ts';
import { useSession } from './session.ts';

const CompanyFormat = createContext<string | null>(null);

/** Sets the date format of the company for pages without a session. */
export function CompanyDateFormat({ format, children }: { format: string | undefined; children: ReactNode }) {
  return createElement(CompanyFormat, { value: format ?? null }, children);
}

/**
 * Returns the formatter of the current language. Members see days in the company's format; readers of a company's
 * public pages as `readerDateFormat` says.
 */
export function useFormat(): Formatter {
  const { lang } = useLanguage();
  const { user } = useSession();
  const format = useDatePattern();
  // Members see all times in the company's zone, regardless of the browser's.
  const zone = user && user.user_type !== 5 ? user.timezone : undefined;
  return useMemo(() => createFormatter(lang, format, zone), [lang, format, zone]);
}

function useDatePattern(): DateFormat | null {
  const { lang } = useLanguage();
  const { user } = useSession();
  const given = use(CompanyFormat);
  const ofPage = dateFormats.find((one) => one === given);
  if (ofPage) return readerDateFormat(lang, ofPage);
  const own = user && user.user_type !== 5 ? user.date_format : null;
  return dateFormats.find((one) => one === own) ?? null;
}

/** Returns how a day is typed: in the company's format, else in the usual one of the language. */
export function useDayFormat(): { pattern: DateFormat; example: string; write: (day: string) => string } {
  const { lang } = useLanguage();
  const pattern = useDatePattern() ?? usualDateFormats[lang][0];
  const write = (day: string) => createFormatter(lang, pattern).date(day);
  return { pattern, example: write('2030-12-31'), write };
}

/** Returns the ISO name of a currency code, for screen readers and inputs. */
export const currencyName = currencyIso;
