import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BookingMode } from '#domain/booking/booking-form.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import type { BookingPage } from '../contract.ts';
import { BookingForm } from './booking-form.tsx';

const page = {
  request_id: 'acme',
  company: { name: 'Acme', country_code: 'US', timezone: 'America/Chicago', currency: 1 },
  services: [{ id: 'one', name: 'Inspection', description: '', price: null, add_ons: [] }],
  facts: { square_feet: true, year_built: true, foundation: false },
  default_start_time: 900,
  today: '2030-03-01',
} as unknown as BookingPage;
const oak = { address: '12 Oak St', city: 'Kyle', state: 'TX', zip_code: '78640', place: 'signed' };
const elm = { ...oak, address: '12 Elm St', place: 'other' };

let suggestions: object[] | 'down';
let isServed: boolean;
const asked: { path: string; query: URLSearchParams; body: Record<string, unknown> | null }[] = [];

beforeEach(async () => {
  asked.length = 0;
  suggestions = [oak, elm];
  isServed = true;
  vi.stubGlobal('fetch', async (url: string, request: { body?: string } = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://page');
    const path = pathname.split('/').at(-1) ?? '';
    asked.push({ path, query: searchParams, body: request.body ? JSON.parse(request.body) : null });
    if (path === 'addresses' && suggestions === 'down') throw new TypeError('no network');
    const data =
      path === 'addresses'
        ? { suggestions, attribution: '© OpenStreetMap contributors' }
        : path === 'property-places'
          ? { place: 'found', is_served: isServed }
          : null;
    return Response.json({ success: true, data, error: null });
  });
  await startI18n();
  await loadMessages('booking');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

function show(mode: BookingMode = 'schedule') {
  render(
    <Providers queries={createQueryClient()}>
      <BookingForm page={page} mode={mode} isEmbedded={false} />
    </Providers>,
  );
}
const street = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Street and number' });
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const type = (into: HTMLElement, value: string) => fireEvent.change(into, { target: { value } });
const press = (key: string) => fireEvent.keyDown(street(), { key });
const errorOf = (input: HTMLElement) =>
  document.getElementById((input.getAttribute('aria-describedby') ?? '').split(' ')[0] ?? '')?.textContent ??
  null;
const goOn = () => act(async () => fireEvent.submit(screen.getByRole('form')));

describe('address suggestions', () => {
  test('are chosen by keys: the fields are filled in, and their place is located', async () => {
    show();
    type(street(), '12 o');
    expect(asked).toEqual([]);
    type(street(), '12 oa');
    await screen.findAllByRole('option');
    expect(asked.map((one) => one.query.get('text'))).toEqual(['12 oa']);
    expect(screen.getByRole('status').textContent).toBe('2 suggestions. Use the arrow keys to choose.');
    expect(screen.getByText('© OpenStreetMap contributors')).toBeDefined();
    const selected = () =>
      screen.getAllByRole('option').map((one) => one.getAttribute('aria-selected') === 'true');
    expect([street().getAttribute('aria-expanded'), selected()]).toEqual(['true', [false, false]]);
    press('ArrowDown');
    expect(selected()).toEqual([true, false]);
    press('ArrowUp');
    press('ArrowUp');
    expect(selected()).toEqual([false, true]);
    const active = screen.getAllByRole('option')[1];
    expect(street().getAttribute('aria-activedescendant')).toBe(active?.id);
    press('Enter');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect([street().value, field(/^City/).value, field('State').value, field('ZIP code').value]).toEqual([
      ...['12 Elm St', 'Kyle', 'TX', '78640'],
    ]);
    await waitFor(() => expect(asked.at(-1)?.body?.location).toMatchObject(elm));
  });

  test('are closed by Escape and by leaving the field, and the text stays', async () => {
    show();
    type(street(), '12 oak');
    await screen.findAllByRole('option');
    press('Escape');
    expect(screen.queryByRole('listbox')).toBeNull();
    press('ArrowDown');
    expect(screen.getAllByRole('option')).toHaveLength(2);
    fireEvent.blur(street());
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(street().value).toBe('12 oak');
  });

  test('are chosen by a click, and a changed address gives its place up', async () => {
    show();
    type(street(), '12 oak');
    fireEvent.click(await screen.findByRole('option', { name: /12 Oak St/ }));
    expect(street().value).toBe('12 Oak St');
    type(field('ZIP code'), '78641');
    await waitFor(() => expect(asked.at(-1)?.body?.location).toMatchObject({ zip_code: '78641', place: '' }));
  });

  test('are missing without a word while they can’t be loaded', async () => {
    suggestions = 'down';
    show();
    type(street(), '12 oak');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(street().value).toBe('12 oak');
  });
});

describe('an address outside the service area', () => {
  const outside = 'This address is outside our service area';
  test('is named below the address as soon as it is known, and can’t be continued with', async () => {
    isServed = false;
    show();
    type(street(), '1 Far Rd');
    type(field('State'), 'CO');
    type(field('ZIP code'), '80301');
    type(field('Square feet'), '2000');
    await screen.findByText(outside);
    expect(errorOf(street())).toBe(outside);
    expect(screen.getByRole('button', { name: 'Send a request instead' })).toBeDefined();
    await goOn();
    expect(street().value).toBe('1 Far Rd');
    expect(screen.getByRole('heading', { name: 'Property' })).toBeDefined();
    isServed = true;
    type(field('ZIP code'), '78640');
    await waitFor(() => expect(screen.queryByText(outside)).toBeNull());
    await goOn();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Property' })).toBeNull());
  });

  test('can be requested', async () => {
    isServed = false;
    show('request');
    type(street(), '1 Far Rd');
    type(field('State'), 'CO');
    type(field('ZIP code'), '80301');
    await screen.findByText(/^Outside our service area/);
    expect(screen.queryByText(outside)).toBeNull();
    await goOn();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Property' })).toBeNull());
  });
});

const long = 'x'.repeat(10_000);
test.each<[string | RegExp, string, string]>([
  ['Street and number', '🏠', 'Enter the street and number'],
  ['Street and number', long, 'At most 200 characters'],
  [/^City/, long, 'At most 120 characters'],
  ['State', 'Atlantis', 'Enter the state by its name or code, such as TX'],
  ['State', long, 'At most 60 characters'],
  ['ZIP code', '7864', 'The ZIP code has 5 digits'],
  ['Square feet', '0', 'Enter the square feet as a number above 0'],
  ['Square feet', '1.2.3', 'Enter the square feet as a number above 0'],
  ['ZIP code', '786401', 'The ZIP code has 5 digits'],
  ['Square feet', '2,4oo sq ft', 'Enter the square feet as a number above 0'],
  [/^Year built/, '-19a90', 'Enter the year as four digits, not in the future'],
  [/^Year built/, '3026', 'Enter the year as four digits, not in the future'],
  [/^Year built/, '19900', 'Enter the year as four digits, not in the future'],
])(
  '%s with %.12j says what is right below its field, and what was typed stays',
  async (name, value, message) => {
    show();
    const right = {
      'Street and number': '1 Main St',
      State: 'TX',
      'ZIP code': '78640',
      'Square feet': '2000',
    };
    for (const [label, text] of Object.entries(right)) type(field(label), text);
    type(field(name), value);
    await goOn();
    expect(errorOf(field(name))).toBe(message);
    expect(field(name).value).toBe(value);
    expect(screen.getByRole('heading', { name: 'Property' })).toBeDefined();
  },
);
