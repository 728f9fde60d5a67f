import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { FilterMenu } from './filter-chips.tsx';
import { FilterRow } from './filter-row.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
});
afterEach(cleanup);

function Filtered() {
  const [paid, setPaid] = useState('');
  const options = [
    { value: 'yes', label: 'Paid in full' },
    { value: 'no', label: 'Not paid' },
  ];
  return (
    <main>
      <FilterRow label="Filters">
        <FilterMenu label="Paid" value={paid} options={options} onChange={setPaid} />
      </FilterRow>
    </main>
  );
}

// The menu has no size here, so it counts as hidden.
it('names its value, marks it in the menu, and can be cleared', async () => {
  render(
    <Providers queries={createQueryClient()}>
      <Filtered />
    </Providers>,
  );
  expect(screen.queryByRole('button', { name: 'Clear Paid' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Paid' }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Not paid', hidden: true }));
  const chip = await screen.findByRole('button', { name: 'Paid: Not paid' });
  fireEvent.click(chip);
  await waitFor(() =>
    expect(
      screen.getByRole('menuitemradio', { name: 'Not paid', hidden: true }).getAttribute('aria-checked'),
    ).toBe('true'),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Clear Paid' }));
  expect(screen.getByRole('button', { name: 'Paid' })).toBeDefined();
});
