import { createContext, createElement, type ReactNode, use, useMemo } from 'react';
import { type DateFormat, dateFormats } from '#domain/base/date-formats.ts';
import { currencyIso, currencySymbol } from '#domain/base/money.ts';
import { type Lang, useLanguage } from './i18n.ts';
import { useSession } from './session.ts';

/**
 * Creates the formatter of dates, times, amounts and sizes, in a language and the given zone, else `ownZone`, else the
 * browser's zone. Days are in the company's format if there is one.
 */
export function createFormatter(lang: Lang, dateFormat: DateFormat | null = null, ownZone?: string) {
  const locale = localeOf(lang);
  return { ...timeFormats(locale, dateFormat, ownZone), ...numberFormats(lang, locale) };
}

function timeFormats(locale: string, dateFormat: DateFormat | null, ownZone: string | undefined) {
  const write = (instant: string, zone: string | undefined, options: Intl.DateTimeFormatOptions) => {
    const time = Date.parse(instant);
    return Number.isNaN(time) ? '' : clockOf(locale, zone ?? ownZone, options).format(time);
  };
  const companyDay = (instant: string, zone: string | undefined, pattern: DateFormat) =>
    dayInPattern(instant, locale, zone ?? ownZone, pattern);

  return {
    /** '03/08/2030' in the company's format; without one 'Mar 8, 2030'. */
    date: (instant: string, zone?: string) =>
      dateFormat
        ? companyDay(instant, zone, dateFormat)
        : write(instant, zone, { year: 'numeric', month: 'short', day: 'numeric' }),
    /** 'Fri, 03/08/2030'; 'Fri, Mar 8, 2030'. */
    day: (instant: string, zone?: string) =>
      dateFormat
        ? `${write(instant, zone, { weekday: 'short' })}, ${companyDay(instant, zone, dateFormat)}`
        : write(instant, zone, { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' }),
    /** 'Mar 2030'. */
    month: (instant: string, zone?: string) => write(instant, zone, { year: 'numeric', month: 'short' }),
    /** '9:00 AM'. */
    time: (instant: string, zone?: string) => write(instant, zone, { hour: 'numeric', minute: '2-digit' }),
    /** '03/08/2030, 9:00 AM'; 'Mar 8, 2030, 9:00 AM'. */
    dateTime: (instant: string, zone?: string) =>
      dateFormat
        ? `${companyDay(instant, zone, dateFormat)}, ${write(instant, zone, { hour: 'numeric', minute: '2-digit' })}`
        : write(instant, zone, {
            year: 'numeric',
            month: 'short',
            day: 'numeric',
            hour: 'numeric',
            minute: '2-digit',
          }),
    /** 'EST'. */
    zoneName: (instant: string, zone: string) => {
      const parts = clockOf(locale, zone, { timeZoneName: 'short' }).formatToParts(Date.parse(instant));
      return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
    },
  };
}

/** Returns the day in the company's format, regardless of the language. */
function dayInPattern(
  instant: string,
  locale: string,
  zone: string | undefined,
  pattern: DateFormat,
): string {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return '';
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const parts = clockOf(locale, zone, digits).formatToParts(time);
  const names = { YYYY: 'year', MM: 'month', DD: 'day' } as const;
  return pattern.replace(/YYYY|MM|DD/g, (part) => {
    const name = names[part as keyof typeof names];
    const text = parts.find((one) => one.type === name)?.value ?? '';
    return text.padStart(part.length, '0');
  });
}

function numberFormats(lang: Lang, locale: string) {
  return {
    /** An amount from the wire and the company's currency code: 475.5 → '$475.50'. */
    money: (amount: number, currency = 1) => {
      const digits = numbersOf(locale, 2, 2).format(Math.abs(amount));
      const sign = amount < 0 ? '-' : '';
      const symbol = currencySymbol(currency);
      return lang === 'en' ? `${sign}${symbol}${digits}` : `${sign}${digits}\u00a0${symbol}`;
    },
    number: (value: number) => numbersOf(locale, 0, 3).format(value),
    /** A number exactly as entered, without separators (it may be a year): 1998.5 → '1998,5' in German. */
    figure: (value: number) => String(value).replace('.', lang === 'en' ? '.' : ','),
    /** 5242880 → '5 MB'; in French '5 Mo'. */
    bytes: (bytes: number) => {
      const [large, small] = lang === 'fr' ? ['Mo', 'Ko'] : ['MB', 'KB'];
      const [value, unit] = bytes >= 1_048_576 ? [bytes / 1_048_576, large] : [bytes / 1024, small];
      return `${numbersOf(locale, 0, 1).format(value)}${lang === 'fr' ? '\u00a0' : ' '}${unit}`;
    },
    /** 3.75 → '3.75'; the caller adds the unit. */
    hours: (hours: number) => numbersOf(locale, 0, 2).format(hours),
  };
}

const localeOf = (lang: Lang) => (lang === 'en' ? 'en-US' : lang === 'de' ? 'de-DE' : 'fr-FR');

// Created once for the whole page: on a phone each costs more than a component, and every component formats.
const clocks = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

function clockOf(locale: string, timeZone: string | undefined, options: Intl.DateTimeFormatOptions) {
  const key = JSON.stringify([locale, timeZone, options]);
  const known = clocks.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { ...options, ...(timeZone ? { timeZone } : {}) });
  clocks.set(key, made);
  return made;
}

function numbersOf(locale: string, fewest: number, most: number) {
  const key = `${locale} ${fewest} ${most}`;
  const known = numbers.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, { minimumFractionDigits: fewest, maximumFractionDigits: most });
  numbers.set(key, made);
  return made;
}

const CompanyFormat = createContext<string | null>(null);

/** Sets the date format of the company for pages without a session. */
export function CompanyDateFormat({ format, children }: { format: string | undefined; children: ReactNode }) {
  return createElement(CompanyFormat, { value: format ?? null }, children);
}

/**
 * Returns the formatter of the current language, with the date format of the page's company, else of the signed-in
 * user.
 */
export function useFormat(): ReturnType<typeof createFormatter> {
  const { lang } = useLanguage();
  const { user } = useSession();
  const given = use(CompanyFormat) ?? (user && user.user_type !== 5 ? user.date_format : null);
  const format = dateFormats.find((one) => one === given) ?? null;
  // Members see all times in the company's zone, regardless of the browser's.
  const zone = user && user.user_type !== 5 ? user.timezone : undefined;
  return useMemo(() => createFormatter(lang, format, zone), [lang, format, zone]);
}

/** Returns how a day is typed: in the company's format, else in the usual one of the language. */
export function useDayFormat(): { pattern: DateFormat; example: string; write: (day: string) => string } {
  const { lang } = useLanguage();
  const { user } = useSession();
  const given = use(CompanyFormat) ?? user?.date_format;
  const pattern = dateFormats.find((one) => one === given) ?? usual[lang];
  const write = (day: string) => dayInPattern(`${day}T12:00:00Z`, localeOf(lang), 'UTC', pattern);
  return { pattern, example: write('2030-12-31'), write };
}

const usual: Record<Lang, DateFormat> = { en: 'MM/DD/YYYY', de: 'DD.MM.YYYY', fr: 'DD/MM/YYYY' };

/**
 * Returns a function that writes a day in the language's own order: 'March 8, 2030', '8. März 2030'. For screen
 * readers.
 */
export function dayFormatter(lang: Lang): (day: string) => string {
  const formatter = clockOf(localeOf(lang), 'UTC', { dateStyle: 'long' });
  return (day) => formatter.format(Date.parse(`${day}T12:00:00Z`));
}

/** Returns the ISO name of a currency code, for screen readers and inputs. */
export const currencyName = currencyIso;
