import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../api.ts';
import { refetchOnReturn } from './refetch-on-return.ts';

function show(persisted: boolean) {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
}

test('reads again when the page returns from the back-forward cache, not when it first shows', async () => {
  const queries = createQueryClient();
  const stop = refetchOnReturn(queries);
  let answer = 'before';
  const read = vi.fn(async () => answer);
  const shown = new QueryObserver(queries, { queryKey: ['rows'], queryFn: read });
  const unsubscribe = shown.subscribe(() => undefined);
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('before'));
  answer = 'now';
  show(false);
  await new Promise((done) => setTimeout(done));
  expect(read).toHaveBeenCalledTimes(1);
  show(true);
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('now'));
  unsubscribe();
  stop();
});
