import { createBrowserHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ConfirmHost } from '#web/ui/dialog/confirm.tsx';
import { PersonModal } from './person-modal.tsx';
import { renderScreen, startMockApi } from './screens-for-tests.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function show() {
  await startMockApi(() => ({}));
  const onClose = vi.fn();
  window.history.replaceState(null, '', '/people?tab=agents');
  const history = createBrowserHistory();
  const rootRoute = createRootRoute({
    component: () => <PersonModal type="clients" opened onClose={onClose} />,
    notFoundComponent: () => null,
  });
  const router = createRouter({ routeTree: rootRoute, history });
  renderScreen(
    <>
      <RouterProvider router={router as never} />
      <ConfirmHost />
    </>,
    '/people?tab=agents',
  );
  await act(async () => history.push('/people?tab=clients'));
  const field = await screen.findByLabelText<HTMLInputElement>(/^First name/);
  return { onClose, field };
}
const type = (field: HTMLElement) => fireEvent.change(field, { target: { value: 'Amara' } });
const question = () => screen.findByText('Leave without saving?');

// The other ways to close a dialog are tested for all of them: web/editing/guarded-dialog.test.tsx.
it('closes without a question once typed input is removed again', async () => {
  const { onClose, field } = await show();
  type(field);
  fireEvent.change(field, { target: { value: '' } });
  fireEvent.click(screen.getByText('Cancel'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(screen.queryByText('Leave without saving?')).toBeNull();
});

it('asks on the back button of the browser, and stays where it was', async () => {
  const { field } = await show();
  type(field);
  act(() => window.history.back());
  await question();
  fireEvent.click(screen.getByRole('button', { name: 'Stay on page' }));
  await act(async () => undefined);
  await waitFor(() => expect(window.location.search).toBe('?tab=clients'));
  expect(field.value).toBe('Amara');
});

it('closes once the question was answered with leaving', async () => {
  const { onClose, field } = await show();
  type(field);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await question();
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
