import { useMemo } from 'react';
import { currencyIso, currencySymbol } from '#domain/money.ts';
import { type Lang, useLanguage } from './i18n.ts';

/** Dates, times, amounts and sizes as people read them, in their language and the zone given. */
export function formatter(lang: Lang) {
  const locale = lang === 'en' ? 'en-US' : lang === 'de' ? 'de-DE' : 'fr-FR';
  const made = new Map<string, Intl.DateTimeFormat>();

  function write(instant: string, zone: string | undefined, options: Intl.DateTimeFormatOptions): string {
    const key = JSON.stringify([zone, options]);
    let format = made.get(key);
    if (!format) {
      format = new Intl.DateTimeFormat(locale, { ...options, ...(zone ? { timeZone: zone } : {}) });
      made.set(key, format);
    }
    const time = Date.parse(instant);
    return Number.isNaN(time) ? '' : format.format(time);
  }

  return {
    /** 'Mar 8, 2030' */
    date: (instant: string, zone?: string) =>
      write(instant, zone, { year: 'numeric', month: 'short', day: 'numeric' }),
    /** 'Fri, Mar 8, 2030' */
    day: (instant: string, zone?: string) =>
      write(instant, zone, { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' }),
    /** '9:00 AM' */
    time: (instant: string, zone?: string) => write(instant, zone, { hour: 'numeric', minute: '2-digit' }),
    /** 'Mar 8, 2030, 9:00 AM' */
    dateTime: (instant: string, zone?: string) =>
      write(instant, zone, {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
      }),
    /** 'EST' */
    zoneName: (instant: string, zone: string) => {
      const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' });
      return (
        parts.formatToParts(Date.parse(instant)).find((part) => part.type === 'timeZoneName')?.value ?? zone
      );
    },
    /** 475.5 of the wire and the company's currency code: '$475.50' */
    money: (amount: number, currency = 1) => {
      const digits = Math.abs(amount).toLocaleString(locale, {
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      });
      const sign = amount < 0 ? '-' : '';
      const symbol = currencySymbol(currency);
      return lang === 'en' ? `${sign}${symbol}${digits}` : `${sign}${digits} ${symbol}`;
    },
    number: (value: number) => value.toLocaleString(locale),
    /** 5242880 → '5 MB' */
    bytes: (bytes: number) => {
      const [value, unit] = bytes >= 1_048_576 ? [bytes / 1_048_576, 'MB'] : [bytes / 1024, 'KB'];
      return `${value.toLocaleString(locale, { maximumFractionDigits: 1 })} ${unit}`;
    },
    /** 3.75 → '3.75 hrs' (the unit is the caller's text). */
    hours: (hours: number) => hours.toLocaleString(locale, { maximumFractionDigits: 2 }),
  };
}

/** The formatter of the language shown. */
export function useFormat(): ReturnType<typeof formatter> {
  const { lang } = useLanguage();
  return useMemo(() => formatter(lang), [lang]);
}

/** Digits of a phone as it is shown: '5125550199' → '(512) 555-0199'; other lengths as they are. */
export function formatPhone(digits: string | null | undefined): string {
  if (!digits) return '';
  return /^\d{10}$/.test(digits)
    ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
    : digits;
}

/** ISO name of a currency code, for screen readers and inputs. */
export const currencyName = currencyIso;
