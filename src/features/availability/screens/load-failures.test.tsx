import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allFlags } from '#domain/people/permissions.ts';
import { createQueryClient } from '#web/api.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { toasts } from '#web/toast.ts';
import { AvailabilityPage } from './availability-page.tsx';
import { LimitsCard } from './limits-card.tsx';
import { LimitsProvider } from './limits-form.tsx';
import { OverridesCard } from './overrides-card.tsx';
import { useWeek } from './use-week.ts';

const id = '00000000-0000-7000-8000-000000000001';
const user = { ...allFlags, id, subscriber_id: id, user_type: 1, role: 'Administrator' };

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  const error = { type: 'INTERNAL', message: 'Something went wrong', details: null };
  vi.stubGlobal('fetch', async () => Response.json({ success: false, data: null, error }, { status: 500 }));
  await session.enter({ accessToken: 'token', user: user as unknown as SessionUser });
  await startI18n();
  await loadMessages('availability');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Week() {
  return <p>{useWeek(id).status}</p>;
}

it('failed requests for technicians, the week, time off and limits are only logged', async () => {
  // Other test files may have left toasts behind.
  const before = toasts.visible().length;
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <Providers queries={createQueryClient()}>
      <AvailabilityPage />
      <Week />
      <OverridesCard technicianId={id} technicians={[]} />
      <LimitsProvider technicianId={id}>
        <LimitsCard />
      </LimitsProvider>
    </Providers>,
  );
  const logged = () =>
    log.mock.calls.filter(([, why]) => why instanceof ApiFailure).map(([message]) => message);
  await waitFor(() =>
    expect(logged().toSorted()).toEqual([
      'The availability could not be loaded',
      'The limits could not be loaded',
      'The technicians could not be loaded',
      'The time off could not be loaded',
    ]),
  );
  expect(toasts.visible().length).toBeLessThanOrEqual(before);
});
