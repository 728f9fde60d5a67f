import { render } from '@testing-library/react';
import { type ReactNode, Suspense, useState } from 'react';
import { vi } from 'vitest';
import { allFlags, type PermissionFlags } from '#domain/people/permissions.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';

export const subscriberId = '00000000-0000-7000-8000-000000000001';

/** A request as a screen sent it. */
export interface SentRequest {
  method: string;
  /** Path below /api, without the query. */
  path: string;
  query: URLSearchParams;
  body: unknown;
}

const answer = (data: unknown) =>
  new Response(JSON.stringify({ success: true, data, error: null }), {
    headers: { 'content-type': 'application/json' },
  });

/** A page of rows as list routes return it. */
export function pageOfRows(rows: readonly unknown[], endCursor: string | null = null, total = rows.length) {
  return { pageData: rows, pageInfo: { total, endCursor, hasNextPage: endCursor !== null } };
}

/**
 * Signs in a user and responds to every request with `reply` (data or a whole response). Returns the live list of
 * requests.
 */
export async function startMockApi(
  reply: (sent: SentRequest) => unknown,
  user: Partial<SessionUser> & Partial<PermissionFlags> = {},
): Promise<SentRequest[]> {
  const sent: SentRequest[] = [];
  // The UI library warns about the missing layout in jsdom and prints whole component trees.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://localhost');
    const one: SentRequest = {
      method: init.method ?? 'GET',
      path: url.pathname.replace(/^\/api/, ''),
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    };
    sent.push(one);
    const given = await reply(one);
    return given instanceof Response ? given : answer(given);
  });
  await session.enter({
    accessToken: 'token',
    user: {
      ...allFlags,
      id: subscriberId,
      subscriber_id: subscriberId,
      user_type: 1,
      role: 'Administrator',
      country_code: 'US',
      timezone: 'America/New_York',
      currency: 1,
      ...user,
    } as unknown as SessionUser,
  });
  await startI18n();
  await loadMessages('people');
  return sent;
}

/** Renders a screen at a URL; `go` changes the URL like the router. */
export function renderScreen(screen: ReactNode, address = '/people') {
  window.history.replaceState(null, '', address);
  render(
    <Providers queries={createQueryClient()}>
      <main>
        <Place>
          <Suspense>{screen}</Suspense>
        </Place>
      </main>
    </Providers>,
  );
}

function Place({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState({ path: window.location.pathname, search: window.location.search });
  const [go] = useState(() => (to: string) => {
    window.history.replaceState(null, '', to);
    setPlace({ path: window.location.pathname, search: window.location.search });
  });
  return (
    <NavigationProvider place={place} go={go}>
      {children}
    </NavigationProvider>
  );
}
