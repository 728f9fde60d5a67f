import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { technicians } from '#features/people/team-contract.ts';
import { createQueryClient, useWrite } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { toasts } from '#web/toast.ts';
import { IdentityQuestion } from './identity-question.tsx';

interface Sent {
  path: string;
  key: string | null;
  body: unknown;
}
let sent: Sent[] = [];
let isConfirmed = false;

const answered = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const done = (data: unknown) => answered(200, { success: true, data, error: null });
const refused = (status: number, type: string, message: string, details: object | null = null) =>
  answered(status, { success: false, data: null, error: { type, message, details } });

beforeEach(async () => {
  sent = [];
  isConfirmed = false;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = init.body instanceof FormData ? [...init.body] : JSON.parse(String(init.body ?? 'null'));
    sent.push({ path: url, key: new Headers(init.headers).get('idempotency-key'), body });
    if (url.endsWith('/confirm-identity')) {
      if ((body as { password: string }).password !== 'right')
        return refused(400, 'BAD_USER_INPUT', 'wrong', { password: 'The password is incorrect' });
      isConfirmed = true;
      return done({ confirmed_until: '2030-03-01T14:10:00.000Z' });
    }
    return isConfirmed ? done({ id: 'm1' }) : refused(403, 'IDENTITY_REQUIRED', 'Confirm your password');
  });
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('auth');
  await session.enter({
    accessToken: 't',
    user: { id: 'u1', subscriber_id: 'u1', user_type: 1, email: 'olive@example.com' } as SessionUser,
  });
});
afterEach(() => {
  cleanup();
  session.forget();
  for (const toast of toasts.visible()) toasts.close(toast.id);
  vi.unstubAllGlobals();
});

const results: unknown[] = [];
function Page() {
  const create = useWrite(technicians.create);
  const add = async (first_name: string) => results.push(await create.send({ first_name }));
  return (
    <>
      <button type="button" onClick={() => void Promise.all([add('Ann'), add('Ben')])}>
        Add two
      </button>
      <IdentityQuestion />
    </>
  );
}

const show = (page: ReactNode) =>
  render(
    <Providers queries={createQueryClient()}>
      <Suspense>{page}</Suspense>
    </Providers>,
  );
const type = async (password: string) => {
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: password } });
  fireEvent.submit(screen.getByRole('form', { name: 'Confirm it’s you' }));
};
const membersSent = () => sent.filter(({ path }) => path.endsWith('/technicians'));

it('asks once for calls that are refused together, and repeats each as it was', async () => {
  results.length = 0;
  show(<Page />);
  fireEvent.click(screen.getByText('Add two'));
  await type('wrong');
  expect(await screen.findByText('The password is incorrect')).toBeTruthy();
  expect(membersSent()).toHaveLength(2);
  await type('right');
  await waitFor(() => expect(results).toEqual([{ id: 'm1' }, { id: 'm1' }]));
  expect(screen.queryByRole('dialog')).toBeNull();
  const [first, second, firstAgain, secondAgain] = membersSent();
  expect(membersSent()).toHaveLength(4);
  expect([firstAgain, secondAgain]).toEqual([first, second]);
  expect(first?.key).toBeTruthy();
});

it('a canceled question leaves the call refused, without another message', async () => {
  results.length = 0;
  show(<Page />);
  fireEvent.click(screen.getByText('Add two'));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(results).toEqual([null, null]));
  expect(membersSent()).toHaveLength(2);
  expect(toasts.visible()).toEqual([]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a question that is removed, because the session ended, leaves the call refused', async () => {
  results.length = 0;
  const { unmount } = show(<Page />);
  fireEvent.click(screen.getByText('Add two'));
  await screen.findByRole('dialog');
  unmount();
  await waitFor(() => expect(results).toEqual([null, null]));
});
