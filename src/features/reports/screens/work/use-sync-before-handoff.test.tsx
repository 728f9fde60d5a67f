import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Saving } from './editor-types.ts';
import { useSyncBeforeHandoff } from './use-sync-before-handoff.ts';

afterEach(cleanup);

/** The hook over an editor whose work stands as told; `sync` says whether all has arrived. */
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

describe('whether everything is on the server', () => {
  it('is asked at once', async () => {
    const { answer, sync } = standing('saved', [true]);
    expect(answer()).toBe('unsure');
    await waitFor(() => expect(answer()).toBe('yes'));
    expect(sync).toHaveBeenCalledTimes(1);
  });

  it('is waited for while photos are on their way', async () => {
    const { answer, becomes, sync } = standing('saving', [false, true]);
    await waitFor(() => expect(sync).toHaveBeenCalledTimes(1));
    expect(answer()).toBe('unsure');
    becomes('saved');
    await waitFor(() => expect(answer()).toBe('yes'));
    expect(sync).toHaveBeenCalledTimes(2);
  });

  it('is no while something cannot leave the device, and yes when it has left', async () => {
    const { answer, becomes, retry, sync } = standing('device', [false, false, true]);
    await waitFor(() => expect(answer()).toBe('no'));
    retry();
    await waitFor(() => expect(sync).toHaveBeenCalledTimes(2));
    expect(answer()).toBe('no');
    becomes('refused');
    await waitFor(() => expect(answer()).toBe('yes'));
  });

  it('is not asked again and again when the report cannot be read', async () => {
    const { answer, sync } = standing('saved', [false, false, false, false]);
    await waitFor(() => expect(answer()).toBe('no'));
    await waitFor(() => expect(sync).toHaveBeenCalledTimes(2));
    await act(async () => undefined);
    expect(sync).toHaveBeenCalledTimes(2);
  });
});
