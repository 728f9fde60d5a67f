import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Saving } from '#web/editing/save-status.tsx';
import { useSyncBeforeHandoff } from './use-sync-before-handoff.ts';

afterEach(cleanup);

/** Renders the hook with an editor in this save status; `answers` are the results of its syncs. */
function standing(first: Saving, answers: boolean[]) {
  const sync = vi.fn(async () => answers.shift() ?? true);
  const editor = { sync };
  const shown = renderHook(({ saving }) => useSyncBeforeHandoff(editor, saving), {
    initialProps: { saving: first },
  });
  return {
    sync,
    answer: () => shown.result.current[0],
    retry: () => act(() => shown.result.current[1]()),
    becomes: (saving: Saving) => shown.rerender({ saving }),
  };
}

describe('sync status before a handoff', () => {
  it('is requested immediately', async () => {
    const { answer, sync } = standing('saved', [true]);
    expect(answer()).toBe('unsure');
    await waitFor(() => expect(answer()).toBe('yes'));
    expect(sync).toHaveBeenCalledTimes(1);
  });

  it('is "unsure" while photos are being uploaded', async () => {
    const { answer, becomes, sync } = standing('saving', [false, true]);
    await waitFor(() => expect(sync).toHaveBeenCalledTimes(1));
    expect(answer()).toBe('unsure');
    becomes('saved');
    await waitFor(() => expect(answer()).toBe('yes'));
    expect(sync).toHaveBeenCalledTimes(2);
  });

  it('is "no" while something cannot be uploaded, and "yes" once it is', async () => {
    const { answer, becomes, retry, sync } = standing('device', [false, false, true]);
    await waitFor(() => expect(answer()).toBe('no'));
    retry();
    await waitFor(() => expect(sync).toHaveBeenCalledTimes(2));
    expect(answer()).toBe('no');
    becomes('refused');
    await waitFor(() => expect(answer()).toBe('yes'));
  });

  it('is not requested repeatedly if the report cannot be loaded', async () => {
    const { answer, sync } = standing('saved', [false, false, false, false]);
    await waitFor(() => expect(answer()).toBe('no'));
    await waitFor(() => expect(sync).toHaveBeenCalledTimes(2));
    await act(async () => undefined);
    expect(sync).toHaveBeenCalledTimes(2);
  });
});
