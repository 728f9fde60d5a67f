import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type LazyComponent, lazyComponent, RetryBoundary } from './lazy-component.tsx';

afterEach(cleanup);

function Counter({ label }: { label: string }) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {label} {count}
    </button>
  );
}

/** Returns a component whose code loads when the test says so. */
function late() {
  let give: (code: typeof Counter) => void = () => undefined;
  const code = new Promise<typeof Counter>((resolve) => {
    give = resolve;
  });
  return { piece: lazyComponent<{ label: string }>(() => code), comes: () => act(async () => give(Counter)) };
}

const tree = ({ Shown }: LazyComponent<{ label: string }>, label = 'Taps') => (
  <Suspense fallback="Waiting">
    <Shown label={label} />
  </Suspense>
);

it('renders prefetched code without showing a skeleton', async () => {
  const { piece, comes } = late();
  const fetched = piece.fetch();
  await comes();
  await fetched;
  render(tree(piece));
  expect(screen.queryByText('Waiting')).toBeNull();
  expect(screen.getByRole('button').textContent).toBe('Taps 0');
});

it('waits for code that was not prefetched, and keeps the rendered component when fetched again', async () => {
  const { piece, comes } = late();
  const { rerender } = render(tree(piece));
  expect(screen.getByText('Waiting')).toBeTruthy();
  await comes();
  fireEvent.click(await screen.findByRole('button', { name: 'Taps 0' }));
  await piece.fetch();
  rerender(tree(piece, 'Still'));
  expect(screen.getByRole('button').textContent).toBe('Still 1');
});

it('fetches again when rendered after a failure, reports a second failure, and retries on request', async () => {
  let attempts = 0;
  const piece = lazyComponent<{ label: string }>(async () => {
    attempts += 1;
    if (attempts < 3) throw new Error('offline');
    return Counter;
  });
  await expect(piece.fetch()).rejects.toThrow('offline');
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await startI18n();
  const queries = createQueryClient();
  await act(async () =>
    render(
      <Providers queries={queries}>
        <RetryBoundary of={[piece]}>{tree(piece)}</RetryBoundary>
      </Providers>,
    ),
  );
  await screen.findByText('Could not load this');
  expect(attempts).toBe(2);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Taps 0' })).toBeTruthy();
  expect(attempts).toBe(3);
  errorLog.mockRestore();
});
