// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect, useReducer, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Boundary } from './boundary.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Breaking({ isBroken }: { isBroken: () => boolean }) {
  if (isBroken()) throw new Error('broken');
  return <p>whole</p>;
}

test('does not loop when the fallback of a broken part changes the page around it', () => {
  const onEffect = vi.fn();
  function Fallback({ again, changed }: { again: () => void; changed: () => void }) {
    useEffect(() => {
      onEffect(again);
      changed();
    }, [again, changed]);
    return <p>notice</p>;
  }
  function Page() {
    const [, changed] = useReducer((n: number) => n + 1, 0);
    return (
      <Boundary fallback={(again) => <Fallback again={again} changed={changed} />}>
        <Breaking isBroken={() => true} />
      </Boundary>
    );
  }
  render(<Page />);
  expect(screen.getByText('notice')).toBeDefined();
  expect(onEffect).toHaveBeenCalledTimes(1);
});

test('retrying shows the part once it has recovered, else the notice again', () => {
  let isBroken = true;
  let again: () => void = () => undefined;
  function Page() {
    const [title] = useState('page');
    return (
      <>
        <h1>{title}</h1>
        <Boundary
          fallback={(retry) => {
            again = retry;
            return <p>notice</p>;
          }}
        >
          <Breaking isBroken={() => isBroken} />
        </Boundary>
      </>
    );
  }
  render(<Page />);
  act(() => again());
  expect(screen.getByText('notice')).toBeDefined();
  isBroken = false;
  act(() => again());
  expect(screen.getByText('whole')).toBeDefined();
  expect(screen.getByText('page')).toBeDefined();
});
