import { Checkbox, Select } from '@mantine/core';
import { createBrowserHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { ConfirmHost } from '#web/ui/dialog/confirm.tsx';
import { CancelButton, GuardedDialog } from './guarded-dialog.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
});
afterEach(() => {
  // An open question outlives the page that asked.
  const stay = screen.queryByText('Stay on page');
  if (stay) fireEvent.click(stay);
  cleanup();
});

/** The dialog is open while the address names it, like those that can be linked to. */
async function show() {
  window.history.replaceState(null, '', '/codes');
  const history = createBrowserHistory();
  function Page() {
    const [isOpen, setOpen] = useState(true);
    const done = () => {
      history.push('/codes');
      setOpen(false);
    };
    return (
      <GuardedDialog opened={isOpen} onClose={done} title="Code" footer={<CancelButton />}>
        <input aria-label="Note" />
        <Checkbox label="Active" />
        <Select
          label="Kind"
          data={['percent', 'fixed']}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
        <button type="button" onClick={done}>
          Save
        </button>
      </GuardedDialog>
    );
  }
  const routeTree = createRootRoute({ component: Page, notFoundComponent: () => null });
  render(
    <Providers queries={createQueryClient()}>
      <RouterProvider router={createRouter({ routeTree, history }) as never} />
      <ConfirmHost />
    </Providers>,
  );
  await act(async () => history.push('/codes?code=new'));
  await screen.findByLabelText('Note');
}

const question = () => screen.findByText('Leave without saving?');
const isClosed = () =>
  waitFor(() => {
    expect(screen.queryByLabelText('Note')).toBeNull();
    expect(window.location.search).toBe('');
  });
const type = () => void fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'typed' } });

const ways: Record<string, () => void> = {
  Escape: () => void fireEvent.keyDown(screen.getByLabelText('Note'), { key: 'Escape' }),
  'the backdrop': () => void fireEvent.click(document.querySelector('.mantine-Modal-overlay') as HTMLElement),
  'the X': () => void fireEvent.click(screen.getByLabelText('Close')),
  Cancel: () => void fireEvent.click(screen.getByText('Cancel')),
};

describe.each(Object.entries(ways))('a dialog closed by %s', (_, close) => {
  it('closes at once while untouched', async () => {
    await show();
    close();
    await isClosed();
    expect(screen.queryByText('Leave without saving?')).toBeNull();
  });

  it('asks once something was typed: stays with the input, or closes', async () => {
    await show();
    type();
    close();
    await question();
    fireEvent.click(screen.getByText('Stay on page'));
    await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
    expect(screen.getByLabelText('Note')).toHaveProperty('value', 'typed');
    close();
    await question();
    fireEvent.click(screen.getByText('Leave'));
    await isClosed();
  });
});

it('asks on the back button of the browser', async () => {
  await show();
  type();
  act(() => window.history.back());
  await question();
  fireEvent.click(screen.getByText('Stay on page'));
  expect(screen.getByLabelText('Note')).toHaveProperty('value', 'typed');
});

it.each<[string, () => void]>([
  ['a ticked box', () => void fireEvent.click(screen.getByLabelText('Active'))],
  ['a chosen option', () => void fireEvent.click(screen.getByText('fixed'))],
])('counts %s as input', async (_, enter) => {
  await show();
  enter();
  fireEvent.click(screen.getByText('Cancel'));
  await question();
});

it('closes without asking when the form itself is done, even if that changes the address', async () => {
  await show();
  type();
  fireEvent.click(screen.getByText('Save'));
  await isClosed();
  expect(screen.queryByText('Leave without saving?')).toBeNull();
});
