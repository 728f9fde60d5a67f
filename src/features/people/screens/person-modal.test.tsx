import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allFlags } from '#domain/people/permissions.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { toasts } from '#web/toast.ts';
import { PersonModal } from './person-modal.tsx';
import { prefillOf } from './person-types.ts';

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
  await startI18n();
  await loadMessages('people');
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
  it('submits even an empty form and shows the server’s messages under the fields', async () => {
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

  it('cannot be closed while saving; then closes with a confirmation', async () => {
    let finish: (response: Response) => void = () => undefined;
    reply = () => new Promise<Response>((resolve) => (finish = resolve));
    const onClose = show();
    fireEvent.change(await screen.findByLabelText(/^First name/), { target: { value: 'Amara' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Close' })).toHaveProperty('disabled', true);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(onClose).not.toHaveBeenCalled();
    finish(fine({ ...contact, warnings: {} }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(toasts.visible()[0]?.message).toBe('The client "Amara Okafor" has been added successfully!');
  });

  it('loads a record to edit and sends neither its status, id nor picture', async () => {
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

  it('rejects unsupported pictures with the specified messages', async () => {
    show();
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    const choose = (file: File) => fireEvent.change(input as HTMLInputElement, { target: { files: [file] } });
    choose(new File(['x'], 'a.pdf', { type: 'application/pdf' }));
    expect(await screen.findByText('File type not accepted')).toBeTruthy();
    choose(new File([new Uint8Array(5_242_881)], 'a.png', { type: 'image/png' }));
    expect(await screen.findByText('The image is too large, max size 5 MB')).toBeTruthy();
    choose(new File([new Uint8Array(5_242_880)], 'just-right.webp', { type: 'image/webp' }));
    expect(await screen.findByText('just-right.webp')).toBeTruthy();
    expect(screen.queryByText('The image is too large, max size 5 MB')).toBeNull();
  });
});

const member = {
  id,
  subscriber_id: id,
  user_type: 2,
  role: 'Technician',
  first_name: 'Tariq',
  last_name: 'Odum',
  email: 'tariq@example.com',
  phone: '2125551001',
  color: '#a7d8c9',
  profile_pic: null,
  status: 2,
  full_company_admin: true,
  invited_at: null,
  rev: 1,
  created_at: '2026-11-21T15:00:00.000Z',
  updated_at: '2026-11-21T15:00:00.000Z',
};

describe('the team form', () => {
  it('turns on all permissions of a new technician and has no color field', async () => {
    reply = () => fine(member);
    const onClose = show({ type: 'technicians' });
    expect(screen.getByText('New Technician')).toBeTruthy();
    const toggles = await screen.findAllByRole('switch');
    expect(toggles).toHaveLength(6);
    for (const toggle of toggles) expect(toggle).toHaveProperty('checked', true);
    expect(screen.queryByText('Color')).toBeNull();
    fireEvent.click(screen.getByRole('switch', { name: /Admin access/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const body = sent[0]?.body;
    expect(body?.get('full_company_admin')).toBe('false');
    for (const flag of [
      'can_schedule_new',
      'can_publish_report',
      'can_edit_template',
      'can_add_new_comment',
      'show_appointment_price',
    ])
      expect(body?.get(flag)).toBe('true');
    expect(toasts.visible()[0]?.message).toBe('The technician "Tariq Odum" has been added successfully!');
  });

  it('sets the switches to a preset, which grants exactly what it names', async () => {
    reply = () => fine(member);
    const onClose = show({ type: 'technicians' });
    const preset = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
    await waitFor(() => expect(preset('Admin').checked).toBe(true));
    fireEvent.click(preset('Lead'));
    const admin = document.querySelector<HTMLInputElement>('[name=full_company_admin]');
    expect(admin?.checked).toBe(false);
    fireEvent.click(preset('Inspector'));
    expect(
      [...document.querySelectorAll('[role=switch]:checked')].map((one) => one.getAttribute('name')),
    ).toEqual(['can_add_new_comment']);
    fireEvent.click(document.querySelector('[name=can_publish_report]') as HTMLElement);
    expect(preset('Inspector').checked).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const flags = [...(sent[0]?.body ?? [])].filter(([, value]) => value === 'true').map(([flag]) => flag);
    expect(flags.toSorted()).toEqual(['can_add_new_comment', 'can_publish_report']);
  });

  it('offers the office permission for staff, but not prices in the field', async () => {
    show({ type: 'staffs' });
    const toggles = await screen.findAllByRole('switch');
    const names = toggles.map((toggle) => toggle.getAttribute('name'));
    expect(names).toContain('can_edit_schedule');
    expect(names).not.toContain('show_appointment_price');
  });

  it('edits the color and leaves permissions to their own page', async () => {
    reply = () => fine({ ...member, future_appointments: 0, invitation: null });
    const onClose = show({ type: 'technicians', id });
    expect(await screen.findByText('Color')).toBeTruthy();
    expect(screen.queryAllByRole('switch')).toHaveLength(0);
    fireEvent.click(screen.getByRole('radio', { name: 'Color 5' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const body = sent.find((one) => one.method === 'PUT')?.body;
    expect(body?.get('color')).toBe('#f2c48d');
    for (const name of ['status', 'id', 'profile_pic', 'can_schedule_new'])
      expect(body?.has(name)).toBe(false);
  });

  it('shows the specified message when saving fails unexpectedly', async () => {
    const error = { type: 'INTERNAL', message: 'Something went wrong', details: null };
    reply = () => answer({ success: false, data: null, error }, 500);
    const onClose = show({ type: 'technicians' });
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(toasts.visible().map((one) => one.message)).toEqual([
        'Something went wrong! Please try it later or contact us for support.',
      ]),
    );
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false);
  });
});

describe('unsaved input after the session expired', () => {
  /** Expires the session, signs in again and renders the screen again. */
  async function signInAgain() {
    act(() => session.forget());
    cleanup();
    await session.enter({ accessToken: 'token', user });
  }

  it('is restored together with the permission switches', async () => {
    reply = () => fine(member);
    show({ type: 'technicians' });
    fireEvent.change(await screen.findByLabelText(/^First name/), { target: { value: 'Tariq' } });
    fireEvent.click(screen.getByRole('switch', { name: /Admin access/ }));
    await signInAgain();
    const onClose = show({ type: 'technicians' });
    expect((await screen.findByLabelText<HTMLInputElement>(/^First name/)).value).toBe('Tariq');
    expect(screen.getByRole('switch', { name: /Admin access/ })).toHaveProperty('checked', false);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent[0]?.body?.get('full_company_admin')).toBe('false');
    expect(sent[0]?.body?.get('can_publish_report')).toBe('true');
    expect(sent[0]?.body?.has('rev')).toBe(false);
  });

  it('is restored if only a permission was changed', async () => {
    show({ type: 'technicians' });
    fireEvent.click(await screen.findByRole('switch', { name: /Admin access/ }));
    await signInAgain();
    show({ type: 'technicians' });
    expect(await screen.findByRole('switch', { name: /Admin access/ })).toHaveProperty('checked', false);
  });

  it('is limited to the changed fields and saved with the rev it was based on', async () => {
    reply = () => fine({ ...contact, warnings: {} });
    show({ id });
    fireEvent.change(await screen.findByLabelText(/^First name/), { target: { value: 'Amaro' } });
    await signInAgain();
    // A colleague saved first.
    const message = 'This was changed by someone else in the meantime';
    reply = (method) =>
      method === 'GET'
        ? fine({ ...contact, city: 'Boston', rev: 4 })
        : answer({ success: false, data: null, error: { type: 'CONFLICT', message, details: {} } }, 409);
    show({ id });
    expect((await screen.findByLabelText<HTMLInputElement>(/^First name/)).value).toBe('Amaro');
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Boston');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Reload' }));
    expect(sent.find((one) => one.method === 'PUT')?.body?.get('rev')).toBe('3');
    // After reloading, it is saved over the current record.
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Amara'));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent.filter((one) => one.method === 'PUT')).toHaveLength(2));
    expect(sent.at(-1)?.body?.get('rev')).toBe('4');
  });
});

describe('input assistance', () => {
  it('suggests a correction for a probable typo in an address, applies it on click and never blocks the form', async () => {
    reply = () => fine({ ...contact, warnings: {} });
    show();
    const email = await screen.findByLabelText<HTMLInputElement>(/^Email \*/);
    fireEvent.change(email, { target: { value: 'amara@gmial.com' } });
    fireEvent.blur(email);
    fireEvent.click(await screen.findByRole('button', { name: 'amara@gmail.com' }));
    expect((await screen.findByLabelText<HTMLInputElement>(/^Email \*/)).value).toBe('amara@gmail.com');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent[0]?.body?.get('email')).toBe('amara@gmail.com'));
  });

  it('limits a pasted phone number to its last ten digits and a zip code to five', async () => {
    reply = () => fine({ ...contact, warnings: {} });
    show();
    const phone = await screen.findByLabelText<HTMLInputElement>('Phone');
    fireEvent.input(phone, { target: { value: '+1 (555) 123-4567' }, inputType: 'insertText' });
    expect(phone.value).toBe('(555) 123-4567');
    const zip = screen.getByLabelText<HTMLInputElement>('Zip code');
    fireEvent.input(zip, { target: { value: '12345-6789' } });
    expect(zip.value).toBe('12345');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent[0]?.body?.get('phone')).toBe('5551234567'));
    expect(sent[0]?.body?.get('zip_code')).toBe('12345');
  });
});

describe('a company in another country', () => {
  it('uses local postal codes and phone numbers without a mask', async () => {
    await session.enter({ accessToken: 'token', user: { ...user, country_code: 'CA' } });
    show();
    const code = await screen.findByLabelText<HTMLInputElement>('Postal code');
    fireEvent.input(code, { target: { value: 'm5v 2t6' } });
    expect(code.value).toBe('M5V 2T6');
    expect(screen.getByLabelText('Province')).toBeTruthy();
    expect(screen.getByLabelText('Phone').getAttribute('placeholder')).toBe('(___) ___-____');
    cleanup();
    await session.enter({ accessToken: 'token', user: { ...user, country_code: 'DE' } });
    show();
    const phone = await screen.findByLabelText<HTMLInputElement>('Phone');
    fireEvent.input(phone, { target: { value: '+49 170 1234567' } });
    expect(phone.value).toBe('+49 170 1234567');
  });
});

describe('a name typed into a picker', () => {
  it('is split before its last word', () => {
    expect(prefillOf(' Mary Ann  Lee ')).toEqual({ first_name: 'Mary Ann', last_name: 'Lee' });
    expect(prefillOf('Zoe')).toEqual({ first_name: 'Zoe', last_name: '' });
  });

  it('fills the field it matches', () => {
    expect(prefillOf('zoe@example.com')).toEqual({ email: 'zoe@example.com' });
    expect(prefillOf('+1 (512) 555-0199')).toEqual({ phone: '15125550199' });
  });
});
