import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Action, newAction } from '#domain/automations/action-types.ts';
import { toasts } from '#web/toast.ts';
import { renderScreen, startMockApi } from '../screens-for-tests.tsx';
import { ActionWizard } from './action-wizard.tsx';
import type { WizardStep } from './wizard-steps.ts';

afterEach(() => {
  cleanup();
  for (const { id } of toasts.visible()) toasts.close(id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const service = { id: '00000000-0000-7000-8000-00000000000a', name: 'Home inspection', add_ons: [] };

const appointment = {
  ...{ id: '00000000-0000-7000-8000-00000000000b', order_id: '1024', date_time: '2030-03-08T14:00:00.000Z' },
  ...{ clients: [{ first_name: 'Ann', last_name: 'Lee' }], address: '1 Oak Street' },
};
const preview = {
  ...{ subject: 'Moved to 03/08/2030', body: '<p>Hi</p>', reason: 'canceled' },
  recipients: [{ name: 'Ann Lee', address: 'ann@example.com' }],
  ...{ unreachable: [], unknown: [], empty: ['agents.names'], later: ['event_details.old_date'] },
};
const skipped = { would_run: false, reason: 'no_event', run_at: null, recipients: [], rules: [] };
const dryRun = {
  ...{ appointments: 3, would_run: 1, people: 2 },
  rows: [1, 2, 3].map((n) => ({
    ...{ ...appointment, appointment_id: String(n) },
    ...(n > 1 ? skipped : { ...skipped, would_run: true, reason: null, run_at: '2030-03-07T14:00:00.000Z' }),
  })),
};

interface Options {
  isNew?: boolean;
  startAt?: WizardStep;
  appointments?: unknown[];
  preview?: unknown;
  dryRun?: unknown;
}

async function show(change: Partial<Action> = {}, options: Options = {}) {
  const page = (rows: unknown[]) => ({
    pageData: rows,
    pageInfo: { total: rows.length, endCursor: null, hasNextPage: false },
  });
  const sent = await startMockApi(({ path }) => {
    if (path.startsWith('/v2/appointments')) return page(options.appointments ?? []);
    if (path === '/v2/action-groups/preview') return [options.preview];
    return path === '/v2/action-groups/dry-run' ? options.dryRun : page([service]);
  });
  const log = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const onSave = vi.fn(async (_action: Action) => true);
  const onClose = vi.fn();
  const action = { ...newAction('a1'), ...change };
  const { isNew = true, startAt = 'event' } = options;
  renderScreen(<ActionWizard {...{ action, isNew, startAt, onSave, onClose }} />);
  await screen.findByRole('dialog');
  return { onSave, onClose, log, sent, saved: () => onSave.mock.lastCall?.[0] };
}

const title = () => screen.getByRole('dialog').querySelector('h2')?.textContent;
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

describe('the steps', () => {
  it('have fixed titles and buttons, and never block', async () => {
    const { saved, onClose, log } = await show();
    const titles = [title()];
    for (let step = 0; step < 3; step += 1) {
      press('Next');
      titles.push(title());
    }
    expect(titles).toEqual(['Choose an Event', 'Add Rules', 'Choose an Action', 'Add Details']);
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    press('Back');
    expect(title()).toBe('Choose an Action');
    press('Next');
    press('Finish');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(saved()).toEqual(newAction('a1'));
    expect(log).toHaveBeenCalledWith(
      'Action wizard: recipient is missing, subject is missing, body is missing',
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keep the focus when the field that had it is gone', async () => {
    await show({}, { startAt: 'type' });
    screen.getByLabelText('Name (optional)').focus();
    fireEvent.submit(screen.getByRole('form'));
    expect(title()).toBe('Add Details');
    expect(document.activeElement).toBe(screen.getByRole('form', { name: 'Add Details' }));
  });

  it('end with Update when an action is edited', async () => {
    const { onSave, onClose } = await show({ action_type: 2 }, { isNew: false, startAt: 'details' });
    type(screen.getByLabelText('Message'), 'Hello');
    press('Update');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(onSave).toHaveBeenCalledTimes(1);
    expect(onSave.mock.lastCall?.[0].body_content).toBe('Hello');
  });
});

describe('closing', () => {
  const close = () => press('Close');

  it('saves an edit', async () => {
    const { onSave, onClose } = await show({ action_name: 'Old' }, { isNew: false, startAt: 'type' });
    type(screen.getByLabelText('Name (optional)'), 'New');
    close();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(onSave.mock.lastCall?.[0].action_name).toBe('New');
  });

  it('saves nothing if nothing was edited', async () => {
    const { onSave, onClose } = await show({}, { isNew: false, startAt: 'type' });
    close();
    expect(onClose).toHaveBeenCalled();
    expect(onSave).not.toHaveBeenCalled();
  });

  it('asks before a new action is lost', async () => {
    const { onSave, onClose } = await show({}, { startAt: 'type' });
    type(screen.getByLabelText('Name (optional)'), 'New');
    close();
    const question = await screen.findByRole('dialog', { name: /leave/i });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(within(question).getAllByRole('button').at(-1) as HTMLElement);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(onSave).not.toHaveBeenCalled();
  });

  it('keeps a refused edit open, and asks before it is lost', async () => {
    const { onSave, onClose } = await show({}, { isNew: false, startAt: 'type' });
    onSave.mockResolvedValue(false);
    type(screen.getByLabelText('Name (optional)'), 'New');
    close();
    await waitFor(() => expect(screen.getByRole<HTMLFieldSetElement>('group').disabled).toBe(false));
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByLabelText<HTMLInputElement>('Name (optional)').value).toBe('New');
    close();
    const question = await screen.findByRole('dialog', { name: /leave/i });
    fireEvent.click(within(question).getByRole('button', { name: /stay/i }));
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('the event', () => {
  it.each([
    [17, true],
    [18, false],
    [19, false],
    [20, true],
  ] as const)('%i allows "before" only for start and end', async (event_type, isDisabled) => {
    await show({ event_type });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Before' }).disabled).toBe(isDisabled);
  });

  it('makes "before" "after" when it is no longer start or end', async () => {
    const { saved } = await show({ event_type: 18, trigger_type: 'before' }, { isNew: false });
    fireEvent.click(screen.getByRole('combobox', { name: 'Event' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Paid', hidden: true }));
    press('Close');
    await waitFor(() => expect(saved()).toMatchObject({ event_type: 16, trigger_type: 'after' }));
  });

  it('lists the 25 events in their five groups', async () => {
    await show();
    fireEvent.click(screen.getByRole('combobox', { name: 'Event' }));
    const options = await screen.findAllByRole('option', { hidden: true });
    const units = within(screen.getByLabelText('Unit')).getAllByRole('option');
    expect(options.filter((one) => !units.includes(one))).toHaveLength(25);
    for (const group of [
      'Pre-Appointment',
      'Client Actions',
      'Day of Appointment',
      'Sub-Events',
      'Post-Appointment',
    ])
      expect(screen.getByText(group)).toBeTruthy();
  });

  it('takes digits and one dot, at most four characters, and five units', async () => {
    const { saved } = await show({}, { isNew: false });
    const field = screen.getByLabelText<HTMLInputElement>('Amount of time');
    type(field, '1a.5');
    expect(field.value).toBe('1.5');
    type(field, '12345');
    expect(field.value).toBe('1234');
    const units = within(screen.getByLabelText('Unit')).getAllByRole<HTMLOptionElement>('option');
    expect(units.map((one) => [one.value, one.textContent])).toEqual([
      ['0', 'Minutes'],
      ['1', 'Hours'],
      ['2', 'Days'],
      ['3', 'Weeks'],
      ['4', 'Months'],
    ]);
    press('Close');
    await waitFor(() => expect(saved()?.duration).toBe(1234));
  });

  it('limits the hours to a slider from 1 to 47, in half hours, also overnight', async () => {
    const { saved } = await show({ certain_hours: [16, 40] }, { isNew: false });
    fireEvent.click(screen.getByLabelText('Only during certain hours'));
    const [from] = screen.getAllByRole('slider', { hidden: true });
    expect([from?.getAttribute('aria-valuemin'), from?.getAttribute('aria-valuemax')]).toEqual(['1', '47']);
    expect(from?.getAttribute('aria-valuetext')).toBe('8:00 am');
    fireEvent.keyDown(from as HTMLElement, { key: 'ArrowRight', code: 'ArrowRight' });
    expect(screen.getByText('From 8:30 am to 8:00 pm')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Overnight'));
    expect(screen.getByText('From 8:00 pm to 8:30 am the next day')).toBeTruthy();
    press('Close');
    await waitFor(() => expect(saved()).toMatchObject({ is_certain_hours: true, certain_hours: [40, 17] }));
  });
});

describe('the rules', () => {
  const offered = async () => {
    press('Add rule');
    return (await screen.findAllByRole('menuitem')).map((one) => one.textContent);
  };
  const usual = ['Agreements signed', 'Invoice paid', 'Property detail', 'Service', 'Add-on'];

  it('are offered as the event has them', async () => {
    await show({ event_type: 3 }, { startAt: 'rules' });
    expect(screen.getByText('Without rules, this action will happen for EVERY appointment!')).toBeTruthy();
    expect(await offered()).toEqual(['Changed service', 'Changed add-on', ...usual]);
  });

  it.each([
    [2, usual],
    [7, ['Attachment name contains', ...usual]],
    [20, [...usual, 'Report name contains']],
  ] as const)('of event %i are its own and the usual ones', async (event_type, names) => {
    await show({ event_type }, { startAt: 'rules' });
    expect(await offered()).toEqual(names);
  });

  it('have to hold or not, all or any, and ask for services, details and texts', async () => {
    const { saved } = await show({ event_type: 20 }, { isNew: false, startAt: 'rules' });
    const add = async (name: string) => {
      press('Add rule');
      fireEvent.click(await screen.findByRole('menuitem', { name, hidden: true }));
    };
    await add('Service');
    const chosen = await screen.findByRole('combobox', { name: 'Service' });
    await waitFor(() => expect((chosen as HTMLInputElement).disabled).toBe(false));
    fireEvent.click(chosen);
    fireEvent.click(await screen.findByRole('option', { name: 'Home inspection', hidden: true }));
    await add('Property detail');
    type(screen.getByLabelText('Property detail'), 'year_built');
    type(screen.getByLabelText('Comparison'), 'lt');
    type(screen.getByLabelText('Year built'), '19a78');
    await add('Report name contains');
    type(screen.getByLabelText('Report name contains'), 'Radon');
    fireEvent.change(screen.getAllByLabelText('Whether the rule has to match')[2] as HTMLElement, {
      target: { value: 'has_not' },
    });
    fireEvent.click(screen.getByRole('radio', { name: 'Any rule' }));
    press('Close');
    await waitFor(() =>
      expect(saved()).toMatchObject({
        rules_match: 'any',
        rules: [
          { event_type: 7, trigger_type: 'has', services: [service.id] },
          { event_type: 6, field: 'year_built', operator: 'lt', numeric: 1978 },
          { event_type: 9, trigger_type: 'has_not', report_name: 'Radon' },
        ],
      }),
    );
  });
});

describe('the type', () => {
  it('clears the body when it changes, with a way back', async () => {
    await show({ body_content: '<p>Hi</p>' }, { startAt: 'type' });
    expect(screen.getAllByRole('radio').map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^Send Email/),
      expect.stringMatching(/^Send Text/),
      expect.stringMatching(/^Call Webhook/),
    ]);
    fireEvent.click(screen.getByRole('radio', { name: /^Send Text/ }));
    press('Next');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('');
    press('Undo');
    expect(await screen.findByRole('textbox', { name: 'Body' })).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('Hi')).toHaveLength(2));
  });
});

describe('the details', () => {
  it('of an email offer six groups, two senders and nine groups of placeholders', async () => {
    const { saved } = await show({}, { isNew: false, startAt: 'details' });
    fireEvent.click(screen.getByRole('combobox', { name: 'To' }));
    const options = await screen.findAllByRole('option', { hidden: true });
    expect(new Set(options.map((one) => one.textContent))).toEqual(
      new Set(['Company admins', 'Clients', 'Agents', 'Technicians', 'Listing agents', 'Contractors']),
    );
    fireEvent.click(options.find((one) => one.textContent === 'Clients') as HTMLElement);
    expect(screen.getAllByRole('radio').map((one) => (one as HTMLInputElement).value)).toEqual(['1', '2']);
    const groups = within(screen.getByRole('toolbar', { name: 'Data for placeholders' })).getAllByRole(
      'button',
    );
    expect(groups.map((one) => one.textContent)).toEqual([
      'Appointment',
      'Property',
      'Technicians',
      'Charges',
      'Payments',
      'Clients',
      'Agents',
      'Listing agents',
      'Event details',
    ]);
    fireEvent.focus(screen.getByLabelText('Subject'));
    press('Clients');
    press('First name');
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('{{clients.first_name}}');
    expect(await screen.findByText('Jamie')).toBeTruthy();
    expect(screen.getByText(/your company has no appointment yet/)).toBeTruthy();
    press('Close');
    await waitFor(() =>
      expect(saved()).toMatchObject({ to_address: ['clients'], subject: '{{clients.first_name}}' }),
    );
  });

  it('keep what is no address in the field, with the reason', async () => {
    const { saved } = await show({}, { isNew: false, startAt: 'details' });
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'To' });
    // Without the focus, the field takes a change for one by the browser, and ignores it.
    act(() => field.focus());
    const enter = (text: string) => {
      type(field, text);
      fireEvent.keyDown(field, { key: 'Enter' });
    };
    enter('ann@');
    expect(await screen.findByText('ann@ is not a valid email address')).toBeTruthy();
    expect(field.value).toBe('ann@');
    enter('ann@example.com');
    expect(screen.queryByText(/not a valid/)).toBeNull();
    press('Close');
    await waitFor(() => expect(saved()?.to_address).toEqual(['ann@example.com']));
  });

  it('describe a placeholder on hover', async () => {
    await show({ action_type: 2 }, { startAt: 'details' });
    fireEvent.mouseEnter(screen.getByRole('button', { name: 'Order ID' }));
    expect(await screen.findByText('{{inspection.order_id}}, for example: A-1024')).toBeTruthy();
  });

  it('warn of placeholders that do not exist or are never filled', async () => {
    await show(
      { action_type: 2, event_type: 2, body_content: '{{clients.firstname}} {{event_details.old_date}}' },
      { startAt: 'details' },
    );
    expect(screen.getByText('{{clients.firstname}}: did you mean {{clients.first_name}}?')).toBeTruthy();
    expect(screen.getByText('Always empty with “Appointment scheduled”')).toBeTruthy();
  });

  it('of a text count its segments', async () => {
    await show({ action_type: 2 }, { startAt: 'details' });
    type(screen.getByLabelText('Message'), 'a'.repeat(161));
    expect(screen.getByText(/161 characters, 2 segments/)).toBeTruthy();
    type(screen.getByLabelText('Message'), 'Привет');
    expect(screen.getByText(/These characters shorten segments to less than half/)).toBeTruthy();
  });

  it('of a webhook start with {host} and the whole appointment', async () => {
    const { saved } = await show({ action_type: 3 }, { isNew: false, startAt: 'details' });
    expect(screen.getByLabelText<HTMLInputElement>('URL').value).toBe('{host}');
    expect(screen.getByLabelText<HTMLInputElement>('Value 1').value).toBe('Appointment');
    press('Add value');
    type(screen.getByLabelText('Key 2'), 'total');
    fireEvent.focus(screen.getByLabelText('Value 2'));
    press('Charges');
    press('Total');
    press('Add header');
    type(screen.getByLabelText('Name 1'), 'x-source');
    press('Close');
    await waitFor(() =>
      expect(saved()).toMatchObject({
        webhook_data: [
          { key: 'appointment', label: 'Appointment', value: 'Appointment' },
          { key: 'total', label: '', value: '{{charges.total}}' },
        ],
        webhook_headers: [{ name: 'x-source', value: '' }],
      }),
    );
  });

  it('preview a real appointment, and name what is empty or known later', async () => {
    const { sent } = await show(
      { event_type: 13, subject: 'Moved to {{inspection.date}}' },
      { startAt: 'details', appointments: [appointment], preview },
    );
    expect(await screen.findByText('Moved to 03/08/2030')).toBeTruthy();
    expect(screen.getByText('1024 · Mar 8, 2030')).toBeTruthy();
    expect(screen.getByText('To Ann Lee (ann@example.com)')).toBeTruthy();
    expect(screen.getByText('Not sent for this appointment: The appointment is canceled.')).toBeTruthy();
    const named = (title: string) => screen.getByText(title).parentElement?.textContent;
    expect(named('Empty for this appointment')).toContain('{{agents.names}}');
    expect(named('Known when the event happens')).toContain('{{event_details.old_date}}');
    expect(screen.queryByText(/example values/)).toBeNull();
    expect(sent.find((one) => one.path === '/v2/action-groups/preview')?.body).toMatchObject({
      appointment_id: appointment.id,
      action: { subject: 'Moved to {{inspection.date}}' },
    });
  });

  it('run on the last appointments on request', async () => {
    await show({}, { startAt: 'details', dryRun });
    press('Try on the last 50 appointments');
    expect(await screen.findByText('Your last 3 appointments:')).toBeTruthy();
    expect(screen.getByText('It would have been sent for 1, to 2 people.', { exact: false })).toBeTruthy();
    expect(screen.getByText('2 × skipped: The event hasn’t happened.')).toBeTruthy();
    expect(screen.getByText(/checked as they are today/)).toBeTruthy();
    type(screen.getByLabelText('Subject'), 'Changed');
    expect(screen.getByRole('button', { name: 'Try on the last 50 appointments' })).toBeTruthy();
  });

  it('of a webhook name what is refused at its field, and block nothing', async () => {
    const { saved } = await show({ action_type: 3 }, { isNew: false, startAt: 'details' });
    type(screen.getByLabelText('URL'), 'http://10.0.0.1/hook');
    expect(screen.getByText('The web address must start with https://.')).toBeTruthy();
    press('Add value');
    type(screen.getByLabelText('Key 2'), 'appointment');
    expect(screen.getByText('Each key can be used once.')).toBeTruthy();
    press('Add header');
    expect(screen.queryByText(/valid header name/)).toBeNull();
    type(screen.getByLabelText('Name 1'), 'Webhook-Id');
    expect(screen.getByText('This header is set by the system.')).toBeTruthy();
    press('Update');
    await waitFor(() => expect(saved()).toMatchObject({ webhook_url: 'http://10.0.0.1/hook' }));
  });
});
