import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allFlags } from '#domain/permissions.ts';
import { createQueryClient } from '#web/api.ts';
import { loadTexts, startTexts } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { toasts } from '#web/toast.ts';
import { splitName } from './contact-kinds.ts';
import { PersonModal } from './person-modal.tsx';

const id = '00000000-0000-7000-8000-000000000001';
const user = {
  ...allFlags,
  id,
  subscriber_id: id,
  user_type: 1,
  role: 'Administrator',
  country_code: 'US',
} as unknown as SessionUser;
const contact = {
  id,
  subscriber_id: id,
  kind: 'client',
  first_name: 'Amara',
  last_name: 'Okafor',
  email: 'amara@example.com',
  email_cc: '',
  phone: '2125551000',
  address: '',
  city: 'New York',
  state: 'NY',
  zip_code: '10001',
  agency_name: '',
  company_name: '',
  website: '',
  profile_pic: null,
  status: 1,
  rev: 3,
  created_at: '2026-11-21T15:00:00.000Z',
  updated_at: '2026-11-21T15:00:00.000Z',
};

const answer = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const fine = (data: unknown) => answer({ success: true, data, error: null });
let sent: { method: string; url: string; body: FormData | null }[] = [];
let reply: (method: string) => Response | Promise<Response>;

beforeEach(async () => {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = init.body instanceof FormData ? init.body : null;
    sent.push({ method: init.method ?? 'GET', url, body });
    return reply(init.method ?? 'GET');
  });
  await session.enter({ accessToken: 'token', user });
  await startTexts();
  await loadTexts('people');
});

afterEach(() => {
  cleanup();
  for (const toast of toasts.visible()) toasts.close(toast.id);
  vi.unstubAllGlobals();
});

function show(props: Partial<Parameters<typeof PersonModal>[0]> = {}) {
  const onClose = vi.fn();
  render(
    <Providers queries={createQueryClient()}>
      <Suspense>
        <PersonModal type="clients" opened onClose={onClose} {...props} />
      </Suspense>
    </Providers>,
  );
  return onClose;
}

describe('the person modal', () => {
  it('sends even an empty form and puts the messages of the server under the fields', async () => {
    const error = {
      type: 'BAD_USER_INPUT',
      message: 'First name is required',
      details: { first_name: 'First name is required', email: 'Email is required' },
    };
    reply = () => answer({ success: false, data: null, error }, 400);
    const onClose = show();
    expect(screen.getByText('New Client')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('First name is required')).toBeTruthy();
    expect(screen.getByText('Email is required')).toBeTruthy();
    expect(sent[0]?.body?.get('subscriberId')).toBe(id);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('cannot be closed while it saves; then it closes and says so', async () => {
    let finish: (response: Response) => void = () => undefined;
    reply = () => new Promise<Response>((resolve) => (finish = resolve));
    const onClose = show();
    fireEvent.change(await screen.findByLabelText('First name'), { target: { value: 'Amara' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Close' })).toHaveProperty('disabled', true);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(onClose).not.toHaveBeenCalled();
    finish(fine({ ...contact, warnings: {} }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(toasts.visible()[0]?.message).toBe('The client "Amara Okafor" has been added successfully!');
  });

  it('loads a record to edit and sends neither its status, nor its id, nor its picture', async () => {
    reply = () => fine({ ...contact, warnings: {} });
    const onClose = show({ id });
    const field = await screen.findByLabelText<HTMLInputElement>('Phone');
    expect(field.value).toBe('(212) 555-1000');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const body = sent.find((one) => one.method === 'PUT')?.body;
    expect([...(body?.keys() ?? [])]).toEqual(expect.arrayContaining(['phone', 'subscriberId', 'rev']));
    for (const name of ['status', 'id', 'profile_pic']) expect(body?.has(name)).toBe(false);
    expect(body?.get('phone')).toBe('2125551000');
    expect(toasts.visible()[0]?.message).toBe('The client "Amara Okafor" has been updated successfully!');
  });

  it('refuses wrong pictures in the words of the specification', async () => {
    show();
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    const choose = (file: File) => fireEvent.change(input as HTMLInputElement, { target: { files: [file] } });
    choose(new File(['x'], 'a.pdf', { type: 'application/pdf' }));
    expect(await screen.findByText('File type not accepted')).toBeTruthy();
    choose(new File([new Uint8Array(5_242_881)], 'a.png', { type: 'image/png' }));
    expect(await screen.findByText('The image is too large, max size 5 MB')).toBeTruthy();
  });
});

describe('a name typed into a picker', () => {
  it('is split before its last word', () => {
    expect(splitName(' Mary Ann  Lee ')).toEqual({ first_name: 'Mary Ann', last_name: 'Lee' });
    expect(splitName('Zoe')).toEqual({ first_name: 'Zoe', last_name: '' });
  });
});
