import { useQueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SaveBarPage } from '#web/ui/feedback/save-bar-page.tsx';
import type { TeamRecord } from '../../team-contract.ts';
import { renderScreen, startMockApi, subscriberId } from '../screens-for-tests.tsx';
import { PermissionsTab } from './permissions-tab.tsx';

const member = {
  id: '00000000-0000-7000-8000-000000000002',
  subscriber_id: subscriberId,
  user_type: 2,
  first_name: 'Tariq',
  last_name: 'Odum',
} as unknown as TeamRecord;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The tab, and a button that refetches the stored permissions. */
function Desk() {
  const queries = useQueryClient();
  return (
    <>
      <button type="button" onClick={() => void queries.invalidateQueries()}>
        Read again
      </button>
      <SaveBarPage>
        <PermissionsTab kind="technicians" member={member} />
      </SaveBarPage>
    </>
  );
}

const toggle = (name: RegExp) => screen.findByRole<HTMLInputElement>('switch', { name });

describe('the permissions of a member', () => {
  it('preserve unsaved changes when a colleague changes another permission', async () => {
    const stored = { can_publish_report: true, can_edit_template: false };
    const sent = await startMockApi((one) =>
      one.method === 'PUT' ? Object.assign(stored, one.body) : { ...stored },
    );
    renderScreen(<Desk />);
    fireEvent.click(await toggle(/Publish reports/i));
    expect(screen.queryByText('Save')).not.toBeNull();
    stored.can_edit_template = true;
    fireEvent.click(screen.getByRole('button', { name: 'Read again' }));
    await waitFor(async () => expect((await toggle(/Edit templates/i)).checked).toBe(true));
    expect((await toggle(/Publish reports/i)).checked).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText('Save')).toBeNull());
    expect(sent.find((one) => one.method === 'PUT')?.body).toMatchObject({
      can_publish_report: false,
      can_edit_template: true,
    });
  });

  it('count as saved when a colleague made the same change', async () => {
    const stored = { can_publish_report: true };
    await startMockApi(() => ({ ...stored }));
    renderScreen(<Desk />);
    fireEvent.click(await toggle(/Publish reports/i));
    stored.can_publish_report = false;
    fireEvent.click(screen.getByRole('button', { name: 'Read again' }));
    await waitFor(() => expect(screen.queryByText('Save')).toBeNull());
  });
});
