import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { DataTable } from './data-table.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
});
afterEach(cleanup);

const rows = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'];

function Selectable() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <output>{[...chosen].sort().join(' ')}</output>
      <DataTable
        label="People"
        of={{ rows, status: 'loaded' }}
        columns={[{ key: 'name', header: 'Name', render: (row) => row }]}
        rowKey={(row) => row}
        rowName={(row) => row}
        empty={{ title: 'None' }}
        selection={{ chosen, onChange: setChosen, actions: null }}
      />
    </>
  );
}

it('the shift key selects, and clears, all rows since the one before', () => {
  render(
    <Providers queries={createQueryClient()}>
      <Selectable />
    </Providers>,
  );
  const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
  const shown = () => document.querySelector('output')?.textContent;
  fireEvent.click(box('Dan'));
  fireEvent.click(box('Ben'), { shiftKey: true });
  expect(shown()).toBe('Ben Cleo Dan');
  fireEvent.click(box('Eve'));
  expect(shown()).toBe('Ben Cleo Dan Eve');
  fireEvent.click(box('Cleo'), { shiftKey: true });
  expect(shown()).toBe('Ben');
});
