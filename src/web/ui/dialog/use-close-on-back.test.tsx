import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useCloseOnBack } from './use-close-on-back.ts';

afterEach(cleanup);

function Layer({ onClose }: { onClose: () => void }) {
  useCloseOnBack(onClose);
  return null;
}

const popped = () => new Promise((done) => window.addEventListener('popstate', done, { once: true }));

test('back closes the topmost layer only, and the address stays', async () => {
  window.history.pushState({ own: 1 }, '', '/report#c1');
  const [closeLower, closeUpper] = [vi.fn(), vi.fn()];
  const lower = <Layer key="lower" onClose={closeLower} />;
  const { rerender } = render(lower);
  rerender([lower, <Layer key="upper" onClose={closeUpper} />]);
  window.history.back();
  await waitFor(() => expect(closeUpper).toHaveBeenCalledTimes(1));
  rerender(lower);
  expect(closeLower).not.toHaveBeenCalled();
  window.history.back();
  await waitFor(() => expect(closeLower).toHaveBeenCalledTimes(1));
  expect(window.history.state).toEqual({ own: 1 });
  expect(window.location.href).toContain('/report#c1');
});

test('closing one by its button removes its entry and closes nothing else', async () => {
  window.history.pushState(null, '', '/editor');
  const [closeLower, closeUpper] = [vi.fn(), vi.fn()];
  const lower = <Layer key="lower" onClose={closeLower} />;
  const { rerender, unmount } = render(lower);
  rerender([lower, <Layer key="upper" onClose={closeUpper} />]);
  const back = popped();
  rerender(lower);
  await back;
  expect([closeLower.mock.calls, closeUpper.mock.calls]).toEqual([[], []]);
  const gone = popped();
  unmount();
  await gone;
  expect(window.history.state).toBeNull();
});

test('after a reload with one open, back closes the one that is opened then', async () => {
  window.history.pushState({ layersAbovePage: 1 }, '', '/report');
  const close = vi.fn();
  render(<Layer onClose={close} />);
  window.history.back();
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
});
