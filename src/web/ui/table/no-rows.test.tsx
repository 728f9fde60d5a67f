import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api.ts';
import { startI18n } from '../../i18n.ts';
import { Providers } from '../../providers.tsx';
import { DataTable } from './data-table.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
});
afterEach(cleanup);

function show(props: { onClearSearch?: () => void; hasFilters?: boolean }) {
  render(
    <Providers queries={createQueryClient()}>
      <DataTable
        label="People"
        of={{ rows: [] as string[], status: 'loaded' }}
        columns={[{ key: 'name', header: 'Name', render: (row) => row }]}
        rowKey={(row) => row}
        rowName={(row) => row}
        empty={{ title: 'No people yet', action: <button type="button">Add</button> }}
        {...props}
      />
    </Providers>,
  );
  return screen.getAllByRole('button').map((button) => button.textContent);
}

it('an empty list offers its one action', () => {
  expect(show({})).toEqual(['Add']);
  expect(screen.getByText('No people yet')).toBeTruthy();
});

it('a search without result offers to clear the search', () => {
  const onClearSearch = vi.fn();
  expect(show({ onClearSearch })).toEqual(['Clear search']);
  expect(screen.getByText('No results match your search')).toBeTruthy();
  fireEvent.click(screen.getByRole('button'));
  expect(onClearSearch).toHaveBeenCalledOnce();
});

it('filters without result offer to clear the filters', () => {
  const onClearSearch = vi.fn();
  expect(show({ onClearSearch, hasFilters: true })).toEqual(['Clear filters']);
  expect(screen.getByText('No results match your filters')).toBeTruthy();
});
