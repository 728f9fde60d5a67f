import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { CompanyDateFormat } from '#web/format.ts';
import { changeLanguage, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { DateField } from './date-field.tsx';

const days: string[] = [];

function Field({ first = '' }: { first?: string }) {
  const [day, setDay] = useState(first);
  const change = (next: string) => {
    days.push(next);
    setDay(next);
  };
  return <DateField label="Due" value={day} onChange={change} />;
}

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  days.length = 0;
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await changeLanguage('en');
  localStorage.clear();
});

const show = (format: string | undefined, first = '') =>
  render(
    <Providers queries={createQueryClient()}>
      <CompanyDateFormat format={format}>
        <Field first={first} />
      </CompanyDateFormat>
    </Providers>,
  );
const field = () => screen.getByLabelText<HTMLInputElement>('Due');
const type = (value: string) => fireEvent.change(field(), { target: { value } });

it.each([
  ['DD.MM.YYYY', '8.3.2030', '08.03.2030'],
  ['MM/DD/YYYY', '3/8/2030', '03/08/2030'],
  ['YYYY-MM-DD', '2030-3-8', '2030-03-08'],
])('reads and writes days in the format of the company, %s', async (format, typed, written) => {
  show(format);
  type(typed);
  expect(days.at(-1)).toBe('2030-03-08');
  expect(field().value).toBe(typed);
  fireEvent.focusOut(field());
  await waitFor(() => expect(field().value).toBe(written));
});

it('keeps what is no day, names the format, and passes it on so that the rules refuse it', async () => {
  show('MM/DD/YYYY');
  type('2/30/2030');
  fireEvent.focusOut(field());
  expect(await screen.findByText('Enter a date such as 12/31/2030')).toBeDefined();
  expect([field().value, days.at(-1)]).toEqual(['2/30/2030', '2/30/2030']);
  type('');
  expect(days.at(-1)).toBe('');
});

it('shows a day set from outside instead of the typed text', async () => {
  const queries = createQueryClient();
  const controlled = (value: string) => (
    <Providers queries={queries}>
      <DateField label="Due" value={value} onChange={(next) => days.push(next)} />
    </Providers>
  );
  const { rerender } = render(controlled(''));
  type('2/30/2030');
  rerender(controlled('2030-03-09'));
  await waitFor(() => expect(field().value).toBe('03/09/2030'));
});

it('writes days in the usual order of the language where the company has no format', async () => {
  await changeLanguage('de');
  show(undefined, '2030-03-08');
  expect(field().value).toBe('08.03.2030');
});

it('picks a day from a month that opens at the stored day', async () => {
  show('MM/DD/YYYY', '2030-03-08');
  fireEvent.click(screen.getByRole('button', { name: 'Choose a date' }));
  fireEvent.click(await screen.findByLabelText('March 12, 2030'));
  expect([days.at(-1), field().value]).toEqual(['2030-03-12', '03/12/2030']);
});
