import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { read, write } from '#wire/route.ts';
import { type SessionUser, session } from '../session.ts';
import { usePreserveInput, useRestoredInput } from './preserved-input.ts';

const ann = { id: 'u1', subscriber_id: 'u1', role: 'Administrator', user_type: 1 } as SessionUser;
const bob = { ...ann, id: 'u2' } as SessionUser;

beforeEach(() => {
  session.connect({
    me: read('GET /v2/auth/me', { access: 'user', summary: '' }),
    logout: write('POST /v2/auth/logout', { access: 'public', summary: '' }),
  });
  const body = JSON.stringify({ success: true, data: null, error: null });
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': 'application/json' } }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const signIn = (user: SessionUser) => act(() => session.enter({ accessToken: 'token', user }));

function Screen({ name, typed, tell }: { name: string; typed: unknown; tell: (found: unknown) => void }) {
  tell(useRestoredInput(name));
  usePreserveInput(name, () => typed);
  return null;
}

/** Opens a screen, types something there, and returns what the screen had restored. */
function open(name: string, typed: unknown = null): unknown {
  let found: unknown;
  render(
    <Screen
      name={name}
      typed={typed}
      tell={(one) => {
        found = one;
      }}
    />,
  );
  return found;
}

function endSession() {
  act(() => session.forget());
  cleanup();
}

describe('unsaved input', () => {
  it('is restored once for the same user', async () => {
    await signIn(ann);
    open('form', { city: 'Ulm' });
    endSession();
    await signIn(bob);
    expect(open('form')).toBeNull();
    cleanup();
    await signIn(ann);
    expect(open('form')).toEqual({ city: 'Ulm' });
    cleanup();
    expect(open('form')).toBeNull();
  });

  it('is discarded on sign-out, even for a screen that was not opened again', async () => {
    await signIn(ann);
    open('form', { city: 'Ulm' });
    endSession();
    await signIn(ann);
    await act(() => session.leave());
    await signIn(ann);
    expect(open('form')).toBeNull();
  });

  it('is not preserved by signing out', async () => {
    await signIn(ann);
    open('form', { city: 'Ulm' });
    await act(() => session.leave());
    cleanup();
    await signIn(ann);
    expect(open('form')).toBeNull();
  });

  it('is preserved without its secrets, at any depth', async () => {
    await signIn(ann);
    const file = new File(['x'], 'a.txt');
    open('form', {
      draft: {
        city: 'Ulm',
        credentials: { secret_key: 'sk_1' },
        webhook_secret: 'w',
        links: [{ api_key: 'k' }],
      },
      password: 'p',
      file,
    });
    endSession();
    await signIn(ann);
    expect(open('form')).toEqual({ draft: { city: 'Ulm', links: [{}] }, file });
  });
});
