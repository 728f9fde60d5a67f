import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, startMockApi } from '../screens-for-tests.tsx';
import { SendingHoursCard } from './sending-hours-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('offers 8:00 am to 8:00 pm, saves what was chosen, and offers nothing to save before', async () => {
  const sent = await startMockApi(() => ({ sending_hours: null }));
  renderScreen(<SendingHoursCard />);
  const chosen = await screen.findByLabelText('Only during certain hours');
  expect(screen.queryByRole('button')).toBeNull();
  fireEvent.click(chosen);
  expect(screen.getByText('From 8:00 am to 8:00 pm')).toBeTruthy();
  fireEvent.keyDown(await screen.findByLabelText('First hour'), { key: 'ArrowLeft' });
  expect(screen.getByText('From 7:30 am to 8:00 pm')).toBeTruthy();
  fireEvent.focus(screen.getByLabelText('Last hour'));
  fireEvent.keyDown(screen.getByLabelText('Last hour'), { key: 'ArrowRight' });
  expect(screen.getByText('From 7:30 am to 8:30 pm')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent.filter(({ method }) => method !== 'GET')).toMatchObject([
      { body: { sending_hours: [15, 41] } },
    ]),
  );
});

it('discards what was not saved', async () => {
  await startMockApi(() => ({ sending_hours: [18, 36] }));
  renderScreen(<SendingHoursCard />);
  fireEvent.click(await screen.findByLabelText('Only during certain hours'));
  expect(screen.queryByText('From 9:00 am to 6:00 pm')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByText('From 9:00 am to 6:00 pm')).toBeTruthy();
});
