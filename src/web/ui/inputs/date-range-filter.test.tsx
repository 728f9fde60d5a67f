import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { DateRangeFilter } from './date-range-filter.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
});
afterEach(cleanup);

function Narrowed() {
  const [days, setDays] = useState({ from: '', to: '2030-03-09' });
  return <DateRangeFilter {...days} onChange={setDays} />;
}

const button = () => screen.getByRole('button', { name: /day|Mar/ });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const show = () => fireEvent.submit(screen.getByLabelText('From'));

it('shows the range as text, applies both days at once, and rejects a last day before the first', async () => {
  render(
    <Providers queries={createQueryClient()}>
      <Narrowed />
    </Providers>,
  );
  expect(button().textContent).toBe('Until Mar 9, 2030');
  fireEvent.click(button());
  await screen.findByLabelText('From');
  type('From', '2030-03-10');
  expect(screen.queryByText('The end date can’t be before the start date')).toBeNull();
  show();
  expect(screen.getByText('The end date can’t be before the start date')).toBeDefined();
  type('To', '2030-03-12');
  show();
  await waitFor(() => expect(button().textContent).toBe('Mar 10, 2030 – Mar 12, 2030'));
  fireEvent.click(button());
  await screen.findByLabelText('To');
  type('To', '2030-03-10');
  show();
  await waitFor(() => expect(button().textContent).toBe('Mar 10, 2030'));
  fireEvent.click(button());
  fireEvent.click(await screen.findByText('All days'));
  await waitFor(() => expect(button().textContent).toBe('All days'));
});
