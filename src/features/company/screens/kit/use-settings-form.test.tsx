import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allFlags } from '#domain/people/permissions.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import type { CompanySettingsAnswer } from '../../settings-contract.ts';
import { useSettingsForm } from './use-settings-form.ts';

const id = '00000000-0000-7000-8000-000000000001';
const user = {
  ...allFlags,
  id,
  subscriber_id: id,
  user_type: 1,
  role: 'Administrator',
} as unknown as SessionUser;
const settings = {
  subscriber_id: id,
  rev: 5,
  company_name: 'Archer',
  service_area: 'Austin',
  social_links: { yelp: 'https://yelp.example/a' },
  credentials: {},
} as unknown as CompanySettingsAnswer;

interface Body {
  rev: number;
  [name: string]: unknown;
}
let sent: Body[] = [];
/** The stored settings: saving with another rev is a conflict. */
let stored: CompanySettingsAnswer;

beforeEach(async () => {
  sent = [];
  stored = settings;
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as Body;
    sent.push(body);
    const isStale = body.rev !== stored.rev;
    const error = { type: 'CONFLICT', message: 'Somebody else', details: { current: stored } };
    if (!isStale) stored = { ...stored, ...body, rev: stored.rev + 1 } as CompanySettingsAnswer;
    const answer = isStale
      ? { success: false, data: null, error }
      : { success: true, data: stored, error: null };
    return new Response(JSON.stringify(answer), {
      status: isStale ? 409 : 200,
      headers: { 'content-type': 'application/json' },
    });
  });
  await session.enter({ accessToken: 'token', user });
  await startI18n();
  await loadMessages('company');
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function begin(read: CompanySettingsAnswer) {
  const queries = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Providers queries={queries}>{children}</Providers>
  );
  return renderHook((now: CompanySettingsAnswer) => useSettingsForm(now), { wrapper, initialProps: read });
}

async function signInAgain() {
  await act(async () => session.forget());
  cleanup();
  await session.enter({ accessToken: 'token', user });
}

describe('unsaved settings after the session expired', () => {
  it('are saved with the rev they are based on, so that a colleague’s change is not silently overwritten', async () => {
    const before = begin(settings);
    act(() => before.result.current.set('company_name', 'Archer & Co'));
    await signInAgain();
    stored = { ...settings, company_name: 'Archer Ltd', rev: 6 };
    const { result } = begin(stored);
    expect(result.current.get('company_name')).toBe('Archer & Co');
    await act(() => result.current.save());
    expect(sent.map((body) => body.rev)).toEqual([5]);
    expect(result.current.isStale).toBe(true);
    expect(stored.company_name).toBe('Archer Ltd');
  });

  it('are restored without secrets, which then cause no conflict', async () => {
    const before = begin(settings);
    act(() => before.result.current.set('credentials.secret_key', 'sk_1'));
    await signInAgain();
    stored = { ...settings, rev: 6 };
    const { result } = begin(stored);
    expect(result.current.get('credentials.secret_key')).toBe('');
    expect(result.current.isDirty).toBe(false);
    act(() => result.current.set('company_name', 'Archer & Co'));
    await act(() => result.current.save());
    expect(result.current.isStale).toBe(false);
    expect(stored.company_name).toBe('Archer & Co');
  });
});

describe('social links', () => {
  it('preserve a colleague’s changes to other links when overwriting', async () => {
    const { result } = begin(settings);
    act(() => result.current.set('social_links.facebook', 'https://facebook.example/a'));
    expect(result.current.get('social_links')).toEqual({
      yelp: 'https://yelp.example/a',
      facebook: 'https://facebook.example/a',
    });
    const theirs = { yelp: 'https://yelp.example/b', instagram: 'https://instagram.example/b' };
    stored = { ...settings, social_links: theirs, rev: 6 };
    await act(() => result.current.save());
    expect(result.current.isStale).toBe(true);
    await act(() => result.current.save({ over: true }));
    await waitFor(() => expect(result.current.isDirty).toBe(false));
    expect(stored.social_links).toEqual({ ...theirs, facebook: 'https://facebook.example/a' });
  });
});
