/** The only place that writes dates, times and numbers for people: screens, mails, PDFs and calendar texts. */
import { type DateFormat, type Lang, usualDateFormats } from './date-formats.ts';
import { currencySymbol } from './money.ts';

export type Formatter = ReturnType<typeof createFormatter>;

/**
 * Creates the formatter of dates, times, amounts and sizes, in a language and the given zone, else `ownZone`, else the
 * runtime's zone. Days are in the company's format if there is one. An instant may be a day (`2030-03-08`), which has
 * no zone.
 */
export function createFormatter(lang: Lang, dateFormat: DateFormat | null = null, ownZone?: string) {
  return { lang, ...timeFormats(lang, dateFormat, ownZone), ...numberFormats(lang) };
}

/** Creates the formatter for a reader outside the team, such as a client: see `readerDateFormat`. */
export function createReaderFormatter(lang: Lang, company: { date_format: DateFormat; timezone: string }) {
  return createFormatter(lang, readerDateFormat(lang, company.date_format), company.timezone);
}

/**
 * Returns how a reader outside the team sees days: in the company's format if the reader's language knows it, else in
 * the usual one of the language. Germans and French read 03/08/2030 as August 3.
 */
export function readerDateFormat(lang: Lang, companyFormat: DateFormat): DateFormat {
  const usual = usualDateFormats[lang];
  return usual.includes(companyFormat) ? companyFormat : usual[0];
}

function timeFormats(lang: Lang, dateFormat: DateFormat | null, ownZone: string | undefined) {
  const locale = locales[lang];
  const clock = { hour: lang === 'en' ? 'numeric' : '2-digit', minute: '2-digit' } as const;
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const write = (at: string, zone: string | undefined, options: Intl.DateTimeFormatOptions) => {
    const time = Date.parse(at);
    const where = at.length === 10 ? 'UTC' : (zone ?? ownZone);
    return Number.isNaN(time) ? '' : plainSpaces(clockOf(locale, where, options).format(time));
  };
  const inFormat = (at: string, zone: string | undefined, pattern: DateFormat) =>
    dayInPattern(at, locale, at.length === 10 ? 'UTC' : (zone ?? ownZone), pattern);
  const date = (at: string, zone?: string) =>
    dateFormat ? inFormat(at, zone, dateFormat) : write(at, zone, day);
  const time = (at: string, zone?: string) => write(at, zone, clock);
  const dateTime = (at: string, zone?: string) => {
    const text = date(at, zone);
    return text && `${text}, ${time(at, zone)}`;
  };
  const withWeekday = (weekday: 'short' | 'long') => (at: string, zone?: string) =>
    dateFormat
      ? [write(at, zone, { weekday }), date(at, zone)].filter(Boolean).join(', ')
      : write(at, zone, { weekday, ...day });
  const zoneName = (at: string, zone: string) => {
    // German and French have no short names for zones abroad, only 'GMT-5': clients there know EST.
    const names = [locale, 'en-US', 'en-GB'].map((one) => {
      const parts = clockOf(one, zone, { timeZoneName: 'short' }).formatToParts(Date.parse(at));
      return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
    });
    return names.find((name) => !/^(?:GMT|UTC)./.test(name)) ?? names[0] ?? zone;
  };
  const range = (first: string, last: string, options: Intl.DateTimeFormatOptions) =>
    plainSpaces(clockOf(locale, 'UTC', options).formatRange(Date.parse(first), Date.parse(last)));

  return {
    /** '03/08/2030' in the company's format; without one 'Mar 8, 2030'. */
    date,
    /** 'Fri, 03/08/2030'; 'Fri, Mar 8, 2030'. */
    day: withWeekday('short'),
    /** 'Friday, 03/08/2030'; 'Friday, Mar 8, 2030'. */
    longDay: withWeekday('long'),
    /** 'Fri, Mar 8': without the year. */
    shortDay: (at: string, zone?: string) =>
      write(at, zone, { weekday: 'short', month: 'short', day: 'numeric' }),
    /** 'Friday, March 8, 2030', in the language's own order. */
    spelledDay: (at: string, zone?: string) =>
      write(at, zone, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }),
    /** 'Fri', 'Friday' or 'F'. */
    weekday: (at: string, zone?: string, weekday: 'short' | 'long' | 'narrow' = 'short') =>
      write(at, zone, { weekday }),
    /** 'Mar'. */
    monthName: (at: string, zone?: string) => write(at, zone, { month: 'short' }),
    /** 'Mar 2030'. */
    month: (at: string, zone?: string) => write(at, zone, { year: 'numeric', month: 'short' }),
    /** Two days, 'March 8 – 14, 2030'. */
    spelledDays: (first: string, last: string) =>
      range(first, last, { year: 'numeric', month: 'long', day: 'numeric' }),
    /** Two months, 'March – April 2030', or one, 'March 2030'. */
    spelledMonths: (first: string, last: string) => range(first, last, { year: 'numeric', month: 'long' }),
    /** '9:00 AM'; '09:00'. */
    time,
    /** '9:00 AM – 10:30 AM'. */
    timeRange: (from: string, to: string, zone?: string) => `${time(from, zone)} – ${time(to, zone)}`,
    /** '9:00 AM' of a time of day without a zone, `09:00`. */
    clock: (hhmm: string) => time(`2030-01-01T${hhmm}:00Z`, 'UTC'),
    /** '03/08/2030, 9:00 AM'; 'Mar 8, 2030, 9:00 AM'. */
    dateTime,
    /** '03/08/2030, 9:00 AM – 10:30 AM', with the date of the end only if it differs. */
    dateTimeRange: (from: string, to: string, zone?: string) =>
      `${dateTime(from, zone)} – ${date(from, zone) === date(to, zone) ? time(to, zone) : dateTime(to, zone)}`,
    /** 'March 8, 2030 at 9:00 AM EST', for documents. */
    longDateTime: (at: string, zone: string) =>
      `${write(at, zone, { dateStyle: 'long', timeStyle: 'short' })} ${zoneName(at, zone)}`,
    /** 'EST'. */
    zoneName,
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

function numberFormats(lang: Lang) {
  const digits = (value: number, fewest: number, most: number) =>
    plainSpaces(numbersOf(locales[lang], fewest, most).format(value), '\u00a0');
  const number = (value: number) => digits(value, 0, 3);
  return {
    /** An amount from the wire and the company's currency code: 475.5 → '$475.50'. */
    money: (amount: number, currency = 1) => {
      const text = digits(Math.abs(amount), 2, 2);
      const sign = amount < 0 ? '-' : '';
      const symbol = currencySymbol(currency);
      return lang === 'en' ? `${sign}${symbol}${text}` : `${sign}${text}\u00a0${symbol}`;
    },
    /** 1234.5 → '1,234.5'. */
    number,
    /** '2,000–2,500'. */
    numberRange: (low: number, high: number) => `${number(low)}–${number(high)}`,
    /** A number exactly as entered, without separators (it may be a year): 1998.5 → '1998,5' in German. */
    figure: (value: number) => String(value).replace('.', lang === 'en' ? '.' : ','),
    /** 5242880 → '5 MB'; in French '5 Mo'. */
    bytes: (bytes: number) => {
      const [large, small] = lang === 'fr' ? ['Mo', 'Ko'] : ['MB', 'KB'];
      const [value, unit] = bytes >= 1_048_576 ? [bytes / 1_048_576, large] : [bytes / 1024, small];
      return `${digits(value, 0, 1)}${lang === 'fr' ? '\u00a0' : ' '}${unit}`;
    },
    /** 3.75 → '3.75'; the caller adds the unit. */
    hours: (hours: number) => digits(hours, 0, 2),
  };
}

const locales: Record<Lang, string> = { en: 'en-US', de: 'de-DE', fr: 'fr-FR' };

/** Runtimes differ in the thin spaces they put, and not every font and mail program has them. */
function plainSpaces(text: string, space = ' '): string {
  return text.replace(/[\u2009\u202f]/g, space);
}

/**
 * Returns a function that writes a day in the language's own order: 'March 8, 2030', '8. März 2030'. For screen
 * readers.
 */
export function dayFormatter(lang: Lang): (day: string) => string {
  const formatter = clockOf(locales[lang], 'UTC', { dateStyle: 'long' });
  return (day) => formatter.format(Date.parse(day));
}

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
