import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newAction } from '#domain/automations/action-types.ts';
import { facts as known } from '#domain/automations/automations-for-tests.ts';
import { asInstant } from '#domain/base/time.ts';
import { toasts } from '#web/toast.ts';
import type { TimelineJob } from '../../appointment-contract.ts';
import { renderScreen, startMockApi } from '../screens-for-tests.tsx';
import { AutomationsCard } from './automations-card.tsx';
import { MovedChangesToast } from './moved-changes-toast.tsx';
import { PlannedChangesList } from './planned-changes-list.tsx';
import type { timelineOf } from './timeline.ts';

type Answer = Parameters<typeof timelineOf>[0];

afterEach(() => {
  cleanup();
  for (const { id } of toasts.visible()) toasts.close(id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const at = (day: number, hour = 14) =>
  asInstant(`2090-05-${String(day).padStart(2, '0')}T${hour}:00:00.000Z`);
const times = (day: number) => ({ date_time: at(day), end_time: at(day, 17) });
const message = { to_address: ['clients'], subject: 'Soon', body_content: '<p>Soon</p>' };
const onWire = { ...message, is_complete: true, missing: [] };
const dayBefore = {
  ...newAction('before'),
  ...onWire,
  ...{ action_name: 'Reminder', event_type: 18 as const, trigger_type: 'before' as const },
  ...{ duration: 24, duration_type: 1 as const },
};
const monthBefore = { ...dayBefore, id: 'month', action_name: 'Prepare', duration: 720 };
const onCancel = { ...newAction('cancel'), ...onWire, action_name: 'Sorry', event_type: 14 as const };

const job = (more: Partial<TimelineJob>): TimelineJob => ({
  ...{ id: 'job', action_id: 'before', slot: null, event_type: 18, occurrence_id: 'start' },
  ...{ occurred_at: at(7), event_data: {}, run_at: at(6), status: 'pending', reason: null, attempts: 0 },
  ...{ updated_at: '2027-05-01T12:00:00.000Z', outcome: null, ran: null, deliveries: [] },
  ...more,
});
const skipped = job({
  ...{ id: 'skipped', action_id: 'gone', event_type: 2, status: 'skipped', reason: 'rules' },
  outcome: {
    rules: [
      {
        ...{ rule_id: 'r', condition: 5, held: false, problem: null },
        saw: { key: 'invoice_paid', value: false },
      },
    ],
    ...{ reached: [], unreachable: [] },
  },
});

function answer(jobs: TimelineJob[] = [job({})], day = 7): Answer {
  const group = { id: 'g', name: 'Booking', enable: true, is_default: false, position: 0, source_id: 's' };
  return {
    facts: { ...known, ...times(day) } as unknown as Answer['facts'],
    groups: [{ ...group, actions: [dayBefore, monthBefore, onCancel] }],
    reminders: [],
    jobs,
  };
}

describe('the card of an appointment', () => {
  const show = (reply: Parameters<typeof startMockApi>[0]) =>
    startMockApi(reply).then((sent) => {
      renderScreen(<AutomationsCard appointmentId="a" rev={1} canEdit />);
      return sent;
    });

  it('shows what is planned, what happened and why not, and on request what waits', async () => {
    await show(() => answer([job({}), skipped]));
    const planned = (await screen.findByText('Reminder')).closest('li') as HTMLElement;
    expect(within(planned).getByText('Planned')).toBeTruthy();
    expect(within(planned).getByText(/May 6, 2090, 10:00 AM · 24 hours before/)).toBeTruthy();
    expect(screen.getByText('The rules don’t match.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^Show the rules of/ }));
    expect(screen.getByText('Invoice paid: paid is no')).toBeTruthy();
    expect(screen.queryByText('Sorry')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show all 4' }));
    expect(within(screen.getByText('Sorry').closest('li') as HTMLElement).getByText('Waiting')).toBeTruthy();
  });

  it('shows what did not arrive, why, and when the next attempt is', async () => {
    const done = (id: string, deliveries: TimelineJob['deliveries']) =>
      job({ id, action_id: id, status: 'done', deliveries, ran: { ...ran, action_name: id } });
    const ran = { action_name: '', action_type: 3, subject: '' };
    const none = { problem: null, http_status: null, next_attempt_at: null };
    const hook = { channel: 'webhook' as const, to: 'https://hooks.shop.com/in', ...none };
    const mail = { channel: 'email' as const, to: 'ann@client.example', ...none };
    await show(() =>
      answer([
        done('Gone', [{ ...hook, state: 'failed', problem: 'gone', http_status: 410 }]),
        done('Busy', [
          { ...hook, state: 'retrying', problem: 'status', http_status: 500, next_attempt_at: at(6) },
        ]),
        done('Mail', [
          { ...mail, state: 'bounced', problem: '550 No such user' },
          { ...mail, to: 'bob@client.example', state: 'sent' },
          { ...mail, to: 'cleo@client.example', state: 'uncertain' },
        ]),
        done('Fine', [{ ...hook, state: 'delivered' }]),
      ]),
    );
    const shown = async (name: string) => (await screen.findByText(name)).closest('li')?.textContent;
    expect(await shown('Gone')).toMatch(/Failed.*The receiver responded that the address no longer exists\./);
    expect(await shown('Busy')).toMatch(
      /Waiting for retry.*The receiver responded with 500\. Next attempt May 6, 2090, 10:00 AM/,
    );
    expect(await shown('Mail')).toMatch(
      /Bounced.*ann@client\.example: 550 No such user.*cleo@client\.example: Unconfirmed/,
    );
    expect(await shown('Mail')).not.toMatch(/bob/);
    expect(await shown('Fine')).toMatch(/Delivered/);
  });

  it('cancels what is planned', async () => {
    const sent = await show(({ path }) => (path.endsWith('/cancel') ? {} : answer()));
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel Reminder' }));
    await waitFor(() => expect(sent.map((one) => one.path)).toContain('/v2/automation-jobs/job/cancel'));
  });

  it('offers another attempt after an error, and nothing to who may not see it', async () => {
    const refuse = (status: number, type: string) =>
      new Response(JSON.stringify({ success: false, data: null, error: { type, message: 'No' } }), {
        status,
        headers: { 'content-type': 'application/json' },
      });
    await show(() => refuse(400, 'BAD_USER_INPUT'));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    cleanup();
    await show(() => refuse(403, 'FORBIDDEN'));
    await waitFor(() => expect(screen.queryByText('Automations')).toBeNull());
  });

  it('opens the copies with their planned times', async () => {
    await show(({ path }) => (path === '/v2/action-groups' ? [] : answer()));
    fireEvent.click(await screen.findByRole('button', { name: 'Preview Actions' }));
    const dialog = await screen.findByRole('dialog', { name: 'Preview Actions' });
    expect(await within(dialog).findByText('Planned: May 6, 2090, 10:00 AM')).toBeTruthy();
    expect(within(dialog).getByText(/Changes are saved at once/)).toBeTruthy();
  });
});

describe('before a change is saved', () => {
  const show = async (to: Parameters<typeof PlannedChangesList>[0]['to'], jobs?: TimelineJob[]) => {
    await startMockApi(() => answer(jobs));
    renderScreen(<PlannedChangesList appointmentId="a" to={to} />);
  };

  it('lists what another time moves', async () => {
    await show(times(9));
    expect(await screen.findByText('2 planned messages change')).toBeTruthy();
    expect(screen.getByText('Reminder: May 6, 2090, 10:00 AM → May 8, 2090, 10:00 AM')).toBeTruthy();
  });

  it('lists what a cancellation stops, but for the message about it', async () => {
    const delayed = job({ id: 'd', action_id: 'x', event_type: 2, occurrence_id: 'e' });
    await show('canceled', [job({}), delayed]);
    expect(await screen.findByText('3 planned messages stop')).toBeTruthy();
    expect(screen.getByText('Reminder: May 6, 2090, 10:00 AM')).toBeTruthy();
    expect(screen.getByText('1 delayed message: not sent')).toBeTruthy();
    expect(screen.queryByText(/Sorry/)).toBeNull();
  });

  it('leaves out what has run', async () => {
    await show(times(9), [job({ status: 'done' }), job({ id: 'm', action_id: 'month', status: 'done' })]);
    await waitFor(() => expect(screen.queryByText(/planned message/)).toBeNull());
  });
});

it('after a drag says how many planned messages moved with the appointment', async () => {
  await startMockApi(() => answer([job({})], 9));
  renderScreen(<MovedChangesToast appointmentId="a" was={times(7)} />);
  expect(await screen.findByText('2 planned messages moved with the appointment.')).toBeTruthy();
});
