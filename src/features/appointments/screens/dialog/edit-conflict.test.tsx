import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { asZone } from '#domain/base/time.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import type { Appointment } from '../../contract.ts';
import { DialogContext } from '../draft/dialog-context.ts';
import { openForEdit } from '../draft/draft-edit.ts';
import { booked, defaults, ids, settings, today } from '../draft/draft-for-tests.ts';
import { displayedPrice } from '../draft/draft-pricing.ts';
import { draftReducer } from '../draft/draft-reducer.ts';
import type { DialogState } from '../draft/draft-state.ts';
import { EditConflict } from './edit-conflict.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  const user = { id: ids.dana, subscriber_id: ids.dana, user_type: 1, country_code: 'US', currency: 1 };
  await session.enter({ accessToken: 'token', user: user as unknown as SessionUser });
  await startI18n();
  await loadMessages('appointments');
});
afterEach(cleanup);

const theirs = { ...booked, rev: booked.rev + 1, payment_notes: 'gate 12' } as Appointment;
const mine = draftReducer(openForEdit(booked, defaults, today), { type: 'notes', text: 'Dog' });

function show(state: DialogState, now = theirs) {
  const onContinue = vi.fn();
  const price = displayedPrice(state);
  const zone = asZone(defaults.timezone);
  const facts = { state, dispatch: vi.fn(), defaults, settings, zone, price, isPricing: false };
  render(
    <Providers queries={createQueryClient()}>
      <DialogContext value={facts}>
        <div role="dialog" aria-label="Edit Appointment">
          <button type="button" role="tab" aria-selected="false" />
          <button type="button" role="tab" aria-selected="true" />
          <EditConflict theirs={now} onContinue={onContinue} onDrop={vi.fn()} />
        </div>
      </DialogContext>
    </Providers>,
  );
  return { onContinue, keep: screen.getByRole('button', { name: 'Continue with my changes' }) };
}

it('continues with both changes', () => {
  const { onContinue, keep } = show(mine);
  fireEvent.click(keep);
  // The button disappears: the focus moves to the open tab.
  expect(document.activeElement).toBe(screen.getByRole('tab', { selected: true }));
  const [state] = onContinue.mock.calls[0] as [DialogState];
  expect(state.inspectionNotes).toBe('Dog');
  expect(state.draft.information.paymentNotes).toBe('gate 12');
});

it('shows the current value of each field, so that both versions can be compared', () => {
  const changed: Partial<Appointment> = {
    address: '5 Oak Ave',
    square_feet: 1800,
    date_time: '2030-03-08T15:00:00.000Z' as Appointment['date_time'],
    end_time: '2030-03-08T18:00:00.000Z' as Appointment['end_time'],
    require_payment: false,
    payment_notes: 'gate <12> & bell',
    inspection_notes: 'Cat',
    utilities_on: false,
    inspection_events: [],
    people: [],
    clients: [],
  };
  show(draftReducer(mine, { type: 'location', patch: { square_feet: 2000 } }), { ...theirs, ...changed });
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'Address: 5 Oak Ave, Yonkers, NY 10701',
    'Property: Square Feet 1,800, Year Built 1990, Crawlspace (also changed by you)',
    'Date & Time: Mar 8, 2030, 10:00 AM – 1:00 PM',
    'Sub-events: None',
    'Payment: Require payment – No, gate <12> & bell',
    'Technicians: None',
    'People: None',
    'Information: Confirmed Appointment – Yes, Occupied – Yes, Utilities on – No, Disable automated notifications – No, Cat (also changed by you)',
  ]);
});

it('waits while a form with unsaved input is open, and explains why', () => {
  const [event] = mine.draft.information.events;
  if (!event) throw new Error('no event');
  const { onContinue, keep } = show(draftReducer(mine, { type: 'writeSubEvent', event }));
  expect(keep).toHaveProperty('disabled', true);
  const reason = document.getElementById(keep.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('Services: save or cancel the open sub-event first');
  fireEvent.click(keep);
  expect(onContinue).not.toHaveBeenCalled();
});
