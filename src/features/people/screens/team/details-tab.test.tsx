import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SaveBarPage } from '#web/ui/feedback/save-bar-page.tsx';
import type { TeamRecord } from '../../team-contract.ts';
import { renderScreen, type SentRequest, startMockApi, subscriberId } from '../screens-for-tests.tsx';
import { DetailsTab } from './details-tab.tsx';

const member = {
  id: '00000000-0000-7000-8000-000000000002',
  subscriber_id: subscriberId,
  user_type: 2,
  role: 'Technician',
  first_name: 'Tariq',
  last_name: 'Odum',
  email: 'tariq@example.com',
  phone: '2125551001',
  color: '#a7d8c9',
  profile_pic: null,
  status: 1,
  rev: 1,
} as unknown as TeamRecord;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Renders the tab with a record that is refetched from time to time. */
function showTab() {
  let readAgain: (fresh: TeamRecord) => void = () => undefined;
  function Desk() {
    const [shown, setShown] = useState(member);
    readAgain = setShown;
    return (
      <SaveBarPage>
        <DetailsTab kind="technicians" member={shown} />
      </SaveBarPage>
    );
  }
  renderScreen(<Desk />);
  return { readAgain: (fresh: Partial<TeamRecord>) => act(() => readAgain({ ...member, ...fresh })) };
}

const field = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name);
/** In the save bar, which is shown only while something is unsaved. */
const saveButton = () => screen.queryByText('Save');
const revOf = (one: SentRequest | undefined) => (one?.body as FormData | undefined)?.get('rev');

describe('the details of a member', () => {
  it('show a colleague’s changes while nothing is typed', async () => {
    await startMockApi(() => member);
    const { readAgain } = showTab();
    expect((await field(/^First name/)).value).toBe('Tariq');
    readAgain({ first_name: 'Tarik', rev: 2 });
    expect((await field(/^First name/)).value).toBe('Tarik');
  });

  it('preserve unsaved input when a colleague changes something, and save it with the rev it is based on', async () => {
    const sent = await startMockApi((one) =>
      one.method === 'PUT' ? { ...member, last_name: 'Oduma', rev: 3 } : member,
    );
    const { readAgain } = showTab();
    fireEvent.input(await field(/^Last name/), { target: { value: 'Oduma' } });
    expect(saveButton()).not.toBeNull();
    readAgain({ first_name: 'Tarik', rev: 2 });
    expect((await field(/^Last name/)).value).toBe('Oduma');
    expect((await field(/^First name/)).value).toBe('Tariq');
    fireEvent.click(screen.getByText('Save'));
    await waitFor(() => expect(sent.some((one) => one.method === 'PUT')).toBe(true));
    expect(revOf(sent.find((one) => one.method === 'PUT'))).toBe('1');
    await waitFor(() => expect(saveButton()).toBeNull());
    // After saving, the form is based on the returned record.
    fireEvent.input(await field(/^First name/), { target: { value: 'Tarik' } });
    fireEvent.click(screen.getByText('Save'));
    await waitFor(() => expect(sent.filter((one) => one.method === 'PUT')).toHaveLength(2));
    expect(revOf(sent.filter((one) => one.method === 'PUT')[1])).toBe('3');
  });

  it('ask before overwriting a colleague’s change, and reload the current record', async () => {
    await startMockApi(() => member);
    vi.stubGlobal('fetch', async () => {
      const error = { type: 'CONFLICT', message: 'Changed by someone else', details: {} };
      return new Response(JSON.stringify({ success: false, data: null, error }), {
        status: 409,
        headers: { 'content-type': 'application/json' },
      });
    });
    const { readAgain } = showTab();
    fireEvent.input(await field(/^Last name/), { target: { value: 'Oduma' } });
    readAgain({ first_name: 'Tarik', rev: 2 });
    fireEvent.click(screen.getByText('Save'));
    expect(await screen.findByText('Changed by someone else')).toBeTruthy();
    expect((await field(/^Last name/)).value).toBe('Oduma');
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    await waitFor(async () => expect((await field(/^First name/)).value).toBe('Tarik'));
    expect((await field(/^Last name/)).value).toBe('Odum');
    expect(saveButton()).toBeNull();
  });

  it('return to the stored values on Discard', async () => {
    const sent = await startMockApi(() => member);
    showTab();
    fireEvent.input(await field(/^Last name/), { target: { value: 'Oduma' } });
    fireEvent.click(screen.getByText('Discard'));
    await waitFor(async () => expect((await field(/^Last name/)).value).toBe('Odum'));
    expect(saveButton()).toBeNull();
    expect(sent.some((one) => one.method === 'PUT')).toBe(false);
  });
});
