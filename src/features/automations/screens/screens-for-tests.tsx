import { render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { vi } from 'vitest';
import { allFlags } from '#domain/people/permissions.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { ConfirmHost } from '#web/ui/dialog/confirm.tsx';
import { Toaster } from '#web/ui/feedback/toaster.tsx';

const userId = '00000000-0000-7000-8000-000000000001';

/** A request as a screen sent it. */
export interface SentRequest {
  method: string;
  /** Path below /api. */
  path: string;
  body: unknown;
}

/** Signs in an owner and answers every request with the data of `reply`. Returns the live list of requests. */
export async function startMockApi(
  reply: (sent: SentRequest) => unknown = () => null,
): Promise<SentRequest[]> {
  const sent: SentRequest[] = [];
  // The UI library warns about the missing layout in jsdom and prints whole component trees.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  Object.assign(document, { fonts: new EventTarget() });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const one: SentRequest = {
      method: init.method ?? 'GET',
      path: new URL(address, 'http://localhost').pathname.replace(/^\/api/, ''),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    };
    sent.push(one);
    const data = await reply(one);
    return data instanceof Response
      ? data
      : new Response(JSON.stringify({ success: true, data, error: null }), {
          headers: { 'content-type': 'application/json' },
        });
  });
  await session.enter({
    accessToken: 'token',
    user: {
      ...allFlags,
      id: userId,
      subscriber_id: userId,
      user_type: 1,
      country_code: 'US',
      timezone: 'America/New_York',
      currency: 1,
    } as unknown as SessionUser,
  });
  await startI18n();
  await loadMessages('automations');
  return sent;
}

/** Renders a screen with confirmations and toasts. */
export function renderScreen(screen: ReactNode): void {
  render(
    <Providers queries={createQueryClient()}>
      <main>
        <Suspense>{screen}</Suspense>
      </main>
      <ConfirmHost />
      <Toaster />
    </Providers>,
  );
}
