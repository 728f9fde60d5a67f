import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allFlags } from '#domain/people/permissions.ts';
import { createQueryClient } from '#web/api.ts';
import {
  type AppointmentPrefill,
  closeAppointmentDialog,
  openEditAppointment,
  useAppointmentDialog,
} from '#web/appointment-dialog-state.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { toasts } from '#web/toast.ts';
import { booked, bookedLine, defaults, ids, settings } from '../draft/draft-for-tests.ts';
import { NewAppointmentDialog } from './new-appointment-dialog.tsx';

const user = {
  ...allFlags,
  id: ids.dana,
  subscriber_id: ids.dana,
  user_type: 1,
  role: 'Administrator',
  email: 'dana@example.com',
  country_code: 'US',
  currency: 1,
  timezone: defaults.timezone,
} as unknown as SessionUser;

const calls: string[] = [];
const addresses: string[] = [];
let answers: Record<string, (body: string) => Response>;
const json = (data: unknown) =>
  new Response(JSON.stringify({ success: true, data, error: null }), {
    headers: { 'content-type': 'application/json' },
  });

beforeEach(async () => {
  calls.length = 0;
  addresses.length = 0;
  answers = {
    '/v2/appointments/defaults': () => json(defaults),
    '/v2/appointments/user-settings': () => json(settings),
  };
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const path = url.replace(/^\/api|\?.*$/g, '');
    calls.push(path);
    addresses.push(url);
    return Promise.resolve(answers[path]?.(String(init?.body)) ?? json([]));
  });
  // The test browser has no fonts to load.
  Object.assign(document, { fonts: new EventTarget() });
  localStorage.clear();
  await session.enter({ accessToken: 'token', user });
  await startI18n();
  await loadMessages('appointments', 'people');
});

afterEach(() => {
  cleanup();
  for (const toast of toasts.visible()) toasts.close(toast.id);
  vi.unstubAllGlobals();
});

function Shown({ opened, onClose = () => undefined }: { opened: boolean; onClose?: () => void }) {
  return <NewAppointmentDialog opened={opened} prefill={prefill} editing={null} onClose={onClose} />;
}
const prefill = {};

function show(opened = true, onClose?: () => void) {
  const queries = createQueryClient();
  const tree = (isOpen: boolean) => (
    <Providers queries={queries}>
      <Suspense>
        <Shown opened={isOpen} {...(onClose ? { onClose } : {})} />
      </Suspense>
    </Providers>
  );
  const view = render(tree(opened));
  return { setOpened: (isOpen: boolean) => view.rerender(tree(isOpen)) };
}

const tabs = () => within(screen.getByRole('tablist', { name: 'Steps' })).getAllByRole('tab');
const toastTexts = () => toasts.visible().map((one) => one.message);

describe('the New Appointment dialog', () => {
  it('loads both settings and shows five tabs with their summary lines', async () => {
    show();
    await screen.findByRole('tablist', { name: 'Steps' });
    expect(calls).toContain('/v2/appointments/defaults');
    expect(calls).toContain('/v2/appointments/user-settings');
    expect(tabs().map((tab) => tab.textContent)).toEqual([
      '1LocationAdd location',
      '2ServicesAdd Services',
      '3Date & TimeAdd Date & Time',
      '4PeopleAdd People',
      '5InformationInformation addedauto',
    ]);
    expect(screen.getByText("Can't find your address? Click Here")).toBeTruthy();
    expect(screen.getByText('Search a location')).toBeTruthy();
  });

  it('warns when Date & Time is left with a time but without a technician', async () => {
    const time = '2090-03-08T09:00';
    const leave = async (from: AppointmentPrefill, isOnTime: boolean) => {
      const { unmount } = render(
        <Providers queries={createQueryClient()}>
          <Suspense>
            <NewAppointmentDialog opened prefill={from} editing={null} onClose={() => undefined} />
          </Suspense>
        </Providers>,
      );
      await screen.findByRole('tablist', { name: 'Steps' });
      const index = (name: string) => tabs().findIndex((tab) => tab.textContent?.includes(name));
      if (!isOnTime) fireEvent.click(tabs()[index('Date & Time')] as HTMLElement);
      expect(toastTexts()).toEqual([]);
      fireEvent.click(tabs()[index('People')] as HTMLElement);
      const said = toastTexts();
      for (const toast of toasts.visible()) toasts.close(toast.id);
      unmount();
      return said;
    };
    const warning =
      'A time is set, but no technician. The appointment stays unassigned until you choose one.';
    expect(await leave({ date_time: time }, true)).toEqual([warning]);
    expect(await leave({ date_time: time, technician_id: ids.dana }, true)).toEqual([]);
    expect(await leave({}, false)).toEqual([]);
  });

  it('moves between the tabs by arrow keys with one tab stop', async () => {
    show();
    const list = await screen.findByRole('tablist', { name: 'Steps' });
    fireEvent.keyDown(list, { key: 'ArrowRight' });
    expect(tabs().map((tab) => tab.tabIndex)).toEqual([-1, 0, -1, -1, -1]);
    fireEvent.keyDown(list, { key: 'End' });
    expect(tabs()[4]?.getAttribute('aria-selected')).toBe('true');
  });

  it('sends nothing while a check fails: shows one toast, its tab, and the messages below the fields', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
    await screen.findByText('Fees', {}, { timeout: 10_000 });
    fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(toastTexts()).toHaveLength(1));
    expect(toastTexts()).toEqual(['Location: Please enter a location (address) and square feets']);
    expect(tabs()[0]?.getAttribute('aria-selected')).toBe('true');
    for (const text of [
      'Please enter the street and number',
      'State is required',
      'Postal Code is required',
    ]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    expect(calls).not.toContain('/inspections');
  });

  it('is empty and on Location when it reopens after being closed', async () => {
    const onClose = vi.fn();
    const { setOpened } = show(true, onClose);
    await screen.findByRole('tablist', { name: 'Steps' });
    fireEvent.click(tabs()[1] as HTMLElement);
    fireEvent.click(await screen.findByRole('checkbox', { name: /Residential home inspection/ }));
    expect(tabs()[1]?.textContent).toContain('Services added');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
    setOpened(false);
    setOpened(true);
    await waitFor(() => expect(tabs()[1]?.textContent).toContain('Add Services'));
    expect(tabs()[0]?.getAttribute('aria-selected')).toBe('true');
  });

  it('has one filled button: Next, and on the last step Book appointment', async () => {
    show();
    const next = await screen.findByRole('button', { name: 'Next' });
    const filled = () =>
      screen
        .getAllByRole('button')
        .filter((button) => button.matches('.mantine-Button-root:not([data-variant])'))
        .map((button) => button.textContent);
    expect(filled()).toEqual(['Next']);
    next.focus();
    for (let step = 1; step < 4; step += 1) {
      fireEvent.click(next);
      expect(document.activeElement).toBe(next);
    }
    fireEvent.click(next);
    expect(tabs()[4]?.getAttribute('aria-selected')).toBe('true');
    expect(filled()).toEqual(['Book appointment']);
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Submit' })).toBeTruthy();
  });

  it('does not book by the second click of a double click on Next', async () => {
    show();
    const next = await screen.findByRole('button', { name: 'Next' });
    next.focus();
    for (let step = 1; step < 5; step += 1) fireEvent.click(next);
    expect(tabs()[4]?.getAttribute('aria-selected')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    const book = screen.getByRole('button', { name: 'Book appointment' });
    expect(document.activeElement).toBe(book);
    fireEvent.click(book);
    expect(toastTexts()).toEqual([]);
    // Later the same click checks what is missing.
    const later = performance.now() + 1000;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    fireEvent.click(book);
    await waitFor(() => expect(toastTexts().length).toBeGreaterThan(0));
    vi.mocked(performance.now).mockRestore();
  });

  it('does not tick Information before it was visited, and says what filled it', async () => {
    show();
    await screen.findByRole('tablist', { name: 'Steps' });
    const information = () => tabs()[4] as HTMLElement;
    expect(information().textContent).toBe('5InformationInformation addedauto');
    fireEvent.click(information());
    await waitFor(() => expect(information().textContent).toBe('InformationInformation added'));
  });

  it('stores the login as last page when the settings fail to load, and offers Retry', async () => {
    answers['/v2/appointments/defaults'] = () => new Response('{}', { status: 400 });
    show();
    await screen.findByRole('alert');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(localStorage.getItem('lastPage')).toBe('/auth/login');
  });
});

describe('the dialog of an existing appointment', () => {
  const longWait = { timeout: 10_000 };
  const editing = { id: booked.id };
  const shown = () =>
    render(
      <Providers queries={createQueryClient()}>
        <Suspense>
          <NewAppointmentDialog opened prefill={prefill} editing={editing} onClose={() => undefined} />
        </Suspense>
      </Providers>,
    );

  it('requests the options and the discount for the edited appointment and uses the response unchanged', async () => {
    const code = { ...bookedLine, serviceId: null, discountCodeId: ids.code, line_item: 'Discount (TEN)' };
    const fees = [bookedLine, { ...code, pretax_amount: -35 }];
    answers['/inspections/get-by-id'] = () =>
      json({ ...booked, projection: 'full', discount_code: 'TEN', fees, total_fee: 315 });
    const asked: string[] = [];
    // The code discounts none of the selected services: its previous line is not retained.
    answers['/v2/pricing/quote'] = (body) => {
      asked.push((JSON.parse(body) as { appointment_id: string }).appointment_id);
      return json({ fees: [], discount_problem: null });
    };
    shown();
    fireEvent.click(await screen.findByRole('tab', { name: /Services/ }, longWait));
    fireEvent.click(await screen.findByRole('checkbox', { name: /Condo/ }, longWait));
    await waitFor(() => expect(asked).toHaveLength(2), longWait);
    expect([...new Set(asked)]).toEqual([booked.id]);
    expect(addresses.find((url) => url.includes('/defaults'))).toContain(`appointment_id=${booked.id}`);
    await waitFor(() => expect(screen.queryByText('Discount (TEN)')).toBeNull(), longWait);
    expect(screen.getAllByText('$915.00').length).toBeGreaterThan(0);
  });

  it('offers to restore the input after the session ended', async () => {
    answers['/inspections/get-by-id'] = () => json({ ...booked, projection: 'full' });
    const { unmount } = shown();
    fireEvent.change(await screen.findByLabelText('Square Feet', {}, longWait), {
      target: { value: '5200' },
    });
    // Immediately, before anything was autosaved.
    unmount();
    shown();
    fireEvent.click(await screen.findByRole('button', { name: 'Continue draft' }, longWait));
    const field = await screen.findByLabelText('Square Feet', {}, longWait);
    expect(field).toHaveProperty('value', '5200');
  });
});

describe('the discarded draft of a dialog closed by mistake', () => {
  const longWait = { timeout: 10_000 };
  const other = '0194c5a4-0000-7000-8000-00000000beef';
  const field = () => screen.findByLabelText('Square Feet', {}, longWait);
  const type = async (value: string) => fireEvent.change(await field(), { target: { value } });
  const close = () => fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  const notice = (message: string) => toasts.visible().find((one) => one.message === message);
  // As the notice does: runs the action, then closes.
  const undo = (message: string) =>
    act(() => {
      const shown = notice(message);
      shown?.action?.run();
      if (shown) toasts.close(shown.id);
    });
  const openOther = async () => {
    act(() => openEditAppointment(other));
    await waitFor(async () => expect(await field()).toHaveProperty('value', '3100'), longWait);
  };
  const closeFirst = 'Close the open appointment first. Your earlier draft is saved until then.';
  const stillSaved = 'Your earlier draft is still saved';

  beforeEach(() => {
    answers['/inspections/get-by-id'] = (body) =>
      json({
        ...booked,
        projection: 'full',
        ...(body.includes(other) ? { id: other, square_feet: 3100 } : {}),
      });
    function Host() {
      const shown = useAppointmentDialog();
      return <NewAppointmentDialog {...shown} onClose={closeAppointmentDialog} />;
    }
    openEditAppointment(booked.id);
    render(
      <Providers queries={createQueryClient()}>
        <Suspense>
          <Host />
        </Suspense>
      </Providers>,
    );
  });
  afterEach(() => act(closeAppointmentDialog));

  it('is restored on undo', async () => {
    await type('5200');
    close();
    undo('Draft discarded');
    expect(await field()).toHaveProperty('value', '5200');
    expect(screen.getByText('Edit Appointment')).toBeTruthy();
  });

  it('is not restored into another open appointment, but waits until that one is closed', async () => {
    await type('5200');
    close();
    await openOther();
    undo('Draft discarded');
    await waitFor(() => expect(notice(closeFirst)?.milliseconds).toBe(60_000));
    // Pressed again before anything was closed.
    undo(closeFirst);
    await waitFor(() => expect(notice(closeFirst)).toBeTruthy());
    expect(await field()).toHaveProperty('value', '3100');
    close();
    expect(notice(closeFirst)).toBeUndefined();
    expect(toasts.visible().map((one) => one.message)).toEqual([stillSaved]);
    undo(stillSaved);
    await waitFor(async () => expect(await field()).toHaveProperty('value', '5200'), longWait);
  });

  it('is offered in addition to the discarded input of the other appointment', async () => {
    await type('5200');
    close();
    await openOther();
    undo('Draft discarded');
    await waitFor(() => expect(notice(closeFirst)).toBeTruthy());
    await type('3200');
    close();
    undo('Draft discarded');
    await waitFor(async () => expect(await field()).toHaveProperty('value', '3200'), longWait);
    undo(stillSaved);
    await waitFor(() => expect(notice(closeFirst)).toBeTruthy());
    close();
    undo(stillSaved);
    await waitFor(async () => expect(await field()).toHaveProperty('value', '5200'), longWait);
  });

  it('survives closing again before it was restored', async () => {
    await type('5200');
    close();
    undo('Draft discarded');
    expect(screen.queryByLabelText('Square Feet')).toBeNull();
    close();
    undo('Draft discarded');
    expect(await field()).toHaveProperty('value', '5200');
  });

  it('is offered again if the code for restoring it later fails to load', async () => {
    vi.doMock('./offer-draft-undo.ts', () => {
      throw new Error('offline');
    });
    await type('5200');
    close();
    await openOther();
    undo('Draft discarded');
    expect(notice('Draft discarded')).toBeUndefined();
    await waitFor(() => expect(notice('Draft discarded')).toBeTruthy(), longWait);
    vi.doUnmock('./offer-draft-undo.ts');
    close();
    undo('Draft discarded');
    await waitFor(async () => expect(await field()).toHaveProperty('value', '5200'), longWait);
  });
});
