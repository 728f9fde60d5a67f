/** Booking again: what an agent usually orders, and reading an address and a client typed or pasted as one line. */

import { isNumericZip, zipProblem } from '../people/zips.ts';
import { cleanLine } from '../text/clean.ts';
import type { PropertyAnswers, VisitorAnswers } from './booking-form.ts';

/** One of the agent's own past orders. */
export interface PastOrder {
  /** The ids of the ordered add-ons by ordered service. */
  services: Readonly<Record<string, readonly string[]>>;
  technicianId: string | null;
  squareFeet: number | null;
}

/** What an agent usually orders. */
export interface UsualOrder {
  services: Readonly<Record<string, readonly string[]>>;
  technicianId: string | null;
  squareFeet: number | null;
}

/**
 * Returns what is ordered most often; of equally frequent ones, the latest. The size is the median of the orders,
 * rounded to hundreds. `orders` are sorted by date, the latest first.
 */
export function usualOrder(orders: readonly PastOrder[]): UsualOrder {
  const services = mostFrequent(
    orders.filter((one) => Object.keys(one.services).length > 0),
    (one) => JSON.stringify(Object.entries(one.services).map(sorted).toSorted()),
  );
  const led = orders.filter((one) => one.technicianId !== null);
  const technician = mostFrequent(led, (one) => one.technicianId ?? '');
  const sizes = orders.flatMap((one) => (one.squareFeet ? [one.squareFeet] : [])).toSorted((a, b) => a - b);
  const median = sizes[Math.floor((sizes.length - 1) / 2)];
  return {
    services: services?.services ?? {},
    technicianId: technician?.technicianId ?? null,
    squareFeet: median === undefined ? null : Math.max(100, Math.round(median / 100) * 100),
  };
}

const sorted = ([id, addOns]: [string, readonly string[]]) => `${id}:${addOns.toSorted().join()}`;

function mostFrequent<T>(items: readonly T[], keyOf: (item: T) => string): T | undefined {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return items.find((item) => counts.get(keyOf(item)) === most);
}

type AddressParts = Pick<PropertyAnswers, 'address' | 'city' | 'state' | 'zip_code'>;

/**
 * Reads an address from one line, such as `12 Main St, Boulder, CO 80301`. What is not recognized stays empty, so that
 * the rules of the form name it.
 */
export function readAddressLine(text: string, country: string): AddressParts {
  const line = withoutCommas(cleanLine(text));
  const inCountry = withoutCommas(line.replace(/\b(USA|United States|Canada|Australia|New Zealand)$/i, ''));
  const zip_code = zipAtEnd(inCountry, country);
  const rest = withoutCommas(inCountry.slice(0, inCountry.length - zip_code.length));
  const plain = country === 'US' ? zip_code.slice(0, 5) : zip_code.toUpperCase();
  const parts = rest.split(',').map((one) => one.trim());
  const last = parts.at(-1) ?? '';
  // A street alone, such as `12 Main St`, ends like a state.
  const mayEndInState = parts.length > 1 || zip_code !== '';
  const short = mayEndInState ? (/(?:^|\s)([A-Za-z]{2,3})$/.exec(last)?.[1] ?? '') : '';
  const state = short === '' && parts.length > 2 ? last : short;
  const before = last.slice(0, last.length - state.length).trim();
  const [address = '', ...more] = [...parts.slice(0, -1), before].filter(Boolean);
  return {
    address,
    city: more.join(', '),
    state: short === '' ? state : short.toUpperCase(),
    zip_code: plain,
  };
}

/** The text without spaces and commas at its ends; an expression would be tried from every one of them. */
function withoutCommas(text: string): string {
  const signs = [...text];
  const isPart = (sign: string) => sign !== ',' && sign.trim() !== '';
  return signs.slice(Math.max(0, signs.findIndex(isPart)), signs.findLastIndex(isPart) + 1).join('');
}

/** The postal code at the end of an address, as typed. */
function zipAtEnd(text: string, country: string): string {
  const words = text.split(' ');
  if (country === 'US') return /(?<=[\s,])\d{5}(?:-\d{4})?$/.exec(text)?.[0] ?? '';
  for (const count of isNumericZip(country) ? [1] : [2, 1]) {
    const end = words.slice(-count).join(' ').replace(/^.*,/, '').trim();
    if (/\d/.test(end) && words.length > count && zipProblem(end.toUpperCase(), country) === null) return end;
  }
  return '';
}

/** Reads a client from one line, such as `Jane Doe, jane@doe.example` or what a mail program copies. */
export function readContactLine(text: string): Pick<VisitorAnswers, 'first_name' | 'last_name' | 'email'> {
  const line = cleanLine(text);
  const email = line.split(/[\s<>,;:"()]/).find((word) => /.@./.test(word)) ?? '';
  const words = line.replace(email, ' ').replace(/[<>;:"()]/g, ' ');
  const [last = '', first = ''] = withoutCommas(words)
    .split(',')
    .map((one) => one.trim());
  if (first !== '') return { first_name: first, last_name: last, email };
  const names = last.split(/\s+/);
  return { first_name: names.slice(0, -1).join(' '), last_name: names.at(-1) ?? '', email };
}
