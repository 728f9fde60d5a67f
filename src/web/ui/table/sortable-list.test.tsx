import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../api.ts';
import { startI18n } from '../../i18n.ts';
import { Providers } from '../../providers.tsx';
import { SortableList } from './sortable-list.tsx';

const dragging = vi.hoisted(() => {
  let load = () => {};
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  return { load, loaded };
});
vi.mock('./draggable-rows.tsx', async (real) => {
  await dragging.loaded;
  return real();
});

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
});
afterEach(cleanup);

const names = ['Roof', 'Walls'];

function Actions({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        Actions of {name}
      </button>
      {isOpen && <div role="menu">Rename {name}</div>}
    </>
  );
}

test('a menu opened before dragging is available stays open, and what was typed in a row stays', async () => {
  render(
    <Providers queries={createQueryClient()}>
      <SortableList label="Sections" ids={names} nameOf={(id) => id} onOrder={() => {}}>
        {(id, grip) => (
          <>
            {grip}
            <input aria-label={`Name of ${id}`} />
            <Actions name={id} />
          </>
        )}
      </SortableList>
    </Providers>,
  );
  fireEvent.click(screen.getByText('Actions of Walls'));
  const entry = await screen.findByText('Rename Walls');
  const field = screen.getByLabelText<HTMLInputElement>('Name of Roof');
  fireEvent.change(field, { target: { value: 'Roofing' } });
  const grip = screen.getByLabelText('Reorder Roof');
  expect(grip.hasAttribute('data-waiting')).toBe(true);
  dragging.load();
  await vi.waitFor(() => expect(grip.hasAttribute('data-waiting')).toBe(false));
  expect(entry.isConnected).toBe(true);
  expect(screen.getByText('Actions of Walls').getAttribute('aria-expanded')).toBe('true');
  expect(field.isConnected).toBe(true);
  expect(field.value).toBe('Roofing');
});

test.each([
  ['a single row', ['Roof'], false],
  ['fixed rows', names, true],
] as const)('%s: without a grip, no row is a button', async (_, ids, isFixed) => {
  render(
    <Providers queries={createQueryClient()}>
      <SortableList label="Sections" ids={ids} nameOf={(id) => id} onOrder={() => {}} isFixed={isFixed}>
        {() => <input aria-label="Name" />}
      </SortableList>
    </Providers>,
  );
  dragging.load();
  await dragging.loaded;
  await new Promise((done) => setTimeout(done, 50));
  for (const row of screen.getAllByRole('listitem'))
    expect(row.hasAttribute('aria-roledescription')).toBe(false);
  expect(screen.queryByRole('button')).toBeNull();
});
