import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { asCents } from '#domain/base/money.ts';
import { asZone, type LocalDate, localDate } from '#domain/base/time.ts';
import { typedNumber } from '#domain/base/typed-number.ts';
import { allows } from '#domain/people/permissions.ts';
import {
  type DiscountRefusalReason,
  type DiscountTerms,
  discountRefusal,
  normalizeDiscountCode,
} from '#domain/pricing/discounts.ts';
import { calculateQuote } from '#domain/pricing/pricing.ts';
import type { PricedProperty, Quote } from '#domain/pricing/pricing-types.ts';
import { toPricedDiscount, toPricedService, type WireService } from '#domain/pricing/wire-pricing.ts';
import { useRead } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { useActor, useUser } from '#web/session.ts';
import { type DiscountCode, listDiscounts } from '../discount-contract.ts';

/** The property, selection and code of a price test. Texts as entered. */
export interface PriceTestCase {
  square_feet: string;
  year_built: string;
  foundation: string | null;
  zip_code: string;
  date: string;
  code: string;
  /** Chosen services, and add-ons as `service/add-on`. */
  chosen: readonly string[];
}

/** The property of the price list's own examples: 2,400 square feet, built in 1990, with a crawlspace. */
export const defaultTestCase: Omit<PriceTestCase, 'chosen'> = {
  square_feet: '2400',
  year_built: '1990',
  foundation: '3',
  zip_code: '',
  date: '',
  code: '',
};

/** Returns the key of an add-on in a selection. */
export const addOnKey = (serviceId: string, addOnId: string) => `${serviceId}/${addOnId}`;

export interface PriceTestResult {
  quote: Quote;
  /** Null while no code is entered, or while it is being looked up. */
  discount: { reason: DiscountRefusalReason | null; code: DiscountCode | null } | null;
  isLookingUp: boolean;
  property: PricedProperty;
  year: number;
}

/** Prices a test case on every keystroke with the server's own calculator; only the code is looked up on the server. */
export function usePriceTest(test: PriceTestCase, services: readonly WireService[]): PriceTestResult {
  const user = useUser();
  const today = useToday();
  const { code, isLookingUp } = useCode(test.code);
  return useMemo(() => {
    const property: PricedProperty = {
      square_feet: numberOf(test.square_feet),
      year_built: numberOf(test.year_built),
      foundation: test.foundation === null ? null : Number(test.foundation),
      zip_code: test.zip_code || null,
    };
    const date = /^\d{4}-\d\d-\d\d$/.test(test.date) ? (test.date as LocalDate) : null;
    const input = {
      services: services
        .filter((one) => test.chosen.includes(one.id))
        .map((one) => toPricedService(one, addOnsOf(test.chosen, one.id))),
      property,
      date,
      today,
      currency: user.currency,
      default_duration_minutes: 0,
    };
    const plain = calculateQuote(input);
    const year = Number((date ?? today).slice(0, 4));
    if (test.code.trim() === '' || isLookingUp) {
      return { quote: plain, discount: null, isLookingUp, property, year };
    }
    const reason = discountRefusal(code ? termsOf(code) : null, {
      lines: plain.lines,
      subtotal_cents: plain.totals.subtotal_cents,
      today,
      usesOfClient: 0,
      isPublic: false,
    });
    const priced =
      code && reason === null ? calculateQuote({ ...input, discount: toPricedDiscount(code) }) : plain;
    return { quote: priced, discount: { reason, code }, isLookingUp, property, year };
  }, [test, services, code, isLookingUp, today, user.currency]);
}

function addOnsOf(chosen: readonly string[], serviceId: string): string[] {
  const prefix = `${serviceId}/`;
  return chosen.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
}

function numberOf(text: string): number | null {
  const value = typedNumber(text);
  return value !== null && value >= 0 ? value : null;
}

/** Returns today's date in the company's time zone. */
function useToday(): LocalDate {
  const { timezone } = useUser();
  return localDate(now(), asZone(timezone || 'UTC'));
}

/** Looks up the entered code, in any letter case, when the user pauses typing. */
function useCode(typed: string): { code: DiscountCode | null; isLookingUp: boolean } {
  const wanted = normalizeDiscountCode(typed);
  const [text] = useDebouncedValue(wanted, 350);
  const may = allows(useActor(), 'manage_discounts');
  const found = useRead(listDiscounts, { text, perPage: 100 }, { enabled: may && text !== '' });
  const code = found.data?.pageData.find((one) => one.code === wanted) ?? null;
  return { code, isLookingUp: wanted !== '' && (wanted !== text || found.status === 'loading') };
}

function termsOf(code: DiscountCode): DiscountTerms {
  return {
    ...toPricedDiscount(code),
    status: code.status,
    min_total_cents: asCents(Math.round(code.min_total * 100)),
    max_uses: code.max_uses,
    max_uses_per_client: code.max_uses_per_client,
    used_count: code.used_count,
    starts_on: code.starts_on as LocalDate | null,
    expires_on: code.expires_on as LocalDate | null,
    online: code.online,
  };
}
