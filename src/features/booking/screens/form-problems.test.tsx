import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { changeLanguage, loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import type { BookingPage } from '../contract.ts';
import { type Answers, emptyAnswers, problemsOfForm, remainingProblems } from './booking-answers.ts';
import { DetailsStep } from './details-step.tsx';
import { PriceLines } from './price-lines.tsx';
import { ServicesStep } from './services-step.tsx';
import type { StepProps } from './step-props.ts';
import { TimeStep } from './time-step.tsx';

const service = (id: string) => ({ id, name: `Service ${id}`, description: '', price: null, add_ons: [] });
const page = {
  request_id: 'acme',
  company: { name: 'Acme', country_code: 'US', timezone: 'America/Chicago', currency: 1 },
  services: [service('one'), service('two'), service('three')],
  facts: { square_feet: true, year_built: true, foundation: false },
  default_start_time: 900,
  today: '2030-03-01',
} as unknown as BookingPage;
const vera = { first_name: 'Vera', last_name: 'Lind', email: 'vera@lind.example', phone: '5125550143' };
const complete: Answers = {
  ...emptyAnswers(page),
  services: { three: [], one: [] },
  at: '2030-03-08T09:00:00-06:00',
  client: vera,
  acceptsTerms: true,
};
const home = { address: '12 Oak St', state: 'TX', zip_code: '78640', square_feet: '2400' };
const answers = { ...complete, property: { ...complete.property, ...home } };

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: null, error: null }));
  await startI18n();
  await loadMessages('booking');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (content: React.ReactElement) =>
  render(<Providers queries={createQueryClient()}>{content}</Providers>);
const step = (more: Partial<StepProps>) => ({ page, mode: 'schedule', answers, ...more }) as StepProps;

describe('a form', () => {
  test('that is complete can be sent', () => {
    expect(problemsOfForm(answers, { page, mode: 'schedule' })).toEqual({});
  });

  test('whose time was dropped, and that the forward button led past the choice of another, asks for one', () => {
    expect(problemsOfForm({ ...answers, at: null }, { page, mode: 'schedule' })).toEqual({
      date_time: 'Choose a time',
    });
  });
});

describe('a message of 10,000 characters', () => {
  const long = { ...answers, message: 'x'.repeat(10_000) };

  test('stays whole, with how long it may be', () => {
    const problems = problemsOfForm(long, { page, mode: 'schedule' });
    show(<DetailsStep {...step({ answers: long, problems })} />);
    const field = screen.getByLabelText<HTMLTextAreaElement>('Message (optional)');
    expect([field.value.length, field.maxLength]).toEqual([10_000, -1]);
    expect(screen.getByText('At most 2,000 characters')).toBeTruthy();
  });

  test('is right once it is short enough', () => {
    const found = problemsOfForm(answers, { page, mode: 'schedule' });
    const problems = { message: 'At most 2000 characters' };
    expect(remainingProblems(problems, { before: long, after: answers, found })).toEqual({});
  });
});

test('names, address and number that are pasted stay whole, with how long they may be', async () => {
  await changeLanguage('de');
  const long = 'x'.repeat(300);
  const pasted = { first_name: long, last_name: long, email: `${long}@lind.example`, phone: '5'.repeat(50) };
  const typed = { ...answers, client: pasted };
  const problems = problemsOfForm(typed, { page, mode: 'schedule' });
  show(<DetailsStep {...step({ answers: typed, problems })} />);
  const fields = screen.getAllByRole<HTMLInputElement>('textbox').slice(0, 4);
  expect(fields.map(({ value, maxLength }) => [value.length, maxLength])).toEqual([
    [300, -1],
    [300, -1],
    [313, -1],
    [50, -1],
  ]);
  expect(screen.getAllByText(/^Höchstens/).map((one) => one.textContent)).toEqual([
    'Höchstens 80 Zeichen',
    'Höchstens 80 Zeichen',
    'Höchstens 254 Zeichen',
    'Höchstens 40 Zeichen',
  ]);
  await changeLanguage('en');
});

test('a service that is no longer offered is named below it', () => {
  const change = vi.fn();
  const problems = { 'services.0.id': 'This service is not available' };
  show(<ServicesStep {...step({ problems, change })} />);
  const [one, two, three] = screen.getAllByRole('checkbox');
  expect(three?.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(three?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'This service is not available',
  );
  expect([one, two].map((box) => box?.hasAttribute('aria-invalid'))).toEqual([false, false]);
  if (three) fireEvent.click(three);
  expect(change).toHaveBeenCalledWith({ services: { one: [] } });
});

test('where no time is free, the next free day is the step ahead, not that of the form', async () => {
  const data = {
    timezone: 'America/Chicago',
    technicians: [],
    days: [],
    next_day: '2030-04-02',
    reason: null,
  };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data, error: null }));
  const setStuck = vi.fn();
  const holding = { hold: null, pending: false, failure: null, next: [] } as never;
  const { unmount } = show(
    <TimeStep {...step({ answers: { ...answers, at: null }, problems: {}, holding, setStuck })} />,
  );
  const ahead = await screen.findByRole('button', { name: 'Go to that day' });
  expect(ahead.dataset.variant).not.toBe('default');
  expect(setStuck).toHaveBeenLastCalledWith(true);
  unmount();
  expect(setStuck).toHaveBeenLastCalledWith(false);
});

test('price details are said in the language of the visitor', async () => {
  await changeLanguage('de');
  const details = [
    ...['Base $375.00', 'Square Feet 2000–2500 +$100.00', 'Square Feet over 5000 -$1,000.00'],
    ...['Age up to 50 +$0.00', 'Year Built 1950–1980 +$25.00', 'Foundation Basement or Slab +$5.00'],
    ...['Zip Code always +$1.00', '10% -$5.00'],
  ].join('\n');
  const quote = {
    price: { lines: [{ name: 'Inspektion', details, amount: 475 }], tax: 0, total: 475 },
    notes: [],
    duration: 3,
  } as never;
  const { container } = show(<PriceLines page={page} quote={quote} />);
  expect(container.querySelector('small')?.textContent?.replaceAll('\u00a0', ' ').split('\n')).toEqual([
    'Grundpreis 375,00 $',
    'Fläche in Quadratfuß 2.000–2.500 +100,00 $',
    'Fläche in Quadratfuß über 5.000 -1.000,00 $',
    'Alter des Hauses bis 50 +0,00 $',
    'Baujahr 1950–1980 +25,00 $',
    'Fundament Keller oder Bodenplatte +5,00 $',
    'Postleitzahl immer +1,00 $',
    '10% -5,00 $',
  ]);
  await changeLanguage('en');
});
