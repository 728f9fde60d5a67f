import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Action, type ActionGroup, newAction, newRule } from '#domain/automations/action-types.ts';
import { toasts } from '#web/toast.ts';
import { renderScreen, startMockApi } from '../screens-for-tests.tsx';
import { ActionsEditor } from './actions-editor.tsx';
import type { EditorPort } from './editor-port.ts';

afterEach(() => {
  cleanup();
  for (const { id } of toasts.visible()) toasts.close(id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const reminder: Action = {
  ...newAction('a1'),
  action_name: 'Remind the client',
  event_type: 18,
  duration: 2,
  duration_type: 1,
  trigger_type: 'before',
  to_address: ['clients', 'office@example.com'],
  subject: 'Tomorrow',
  body_content: '<p>See you</p>',
  rules: [newRule('r1', 4)],
};
const text: Action = { ...newAction('a2'), action_type: 2, action_name: 'Text the agent' };
const later: Action = { ...newAction('a3'), action_name: 'Send later', enable: false };
const groups: ActionGroup[] = [
  { id: 'g1', name: 'Before', enable: true, is_default: true, position: 0, actions: [reminder, text, later] },
  { id: 'g2', name: 'After', enable: false, is_default: false, position: 1, actions: [] },
];

async function show(options: { company?: boolean } = {}) {
  await startMockApi();
  const done = () => vi.fn(async () => true);
  const calls = {
    add: done(),
    restore: done(),
    change: done(),
    remove: done(),
    clone: done(),
    order: done(),
    setEnabled: done(),
  };
  const company = { rename: done(), setDefault: done(), duplicate: done(), remove: done(), order: done() };
  const port: EditorPort = options.company === false ? calls : { ...calls, groups: company };
  renderScreen(<ActionsEditor groups={groups} port={port} />);
  await screen.findByRole('button', { name: /^Before, / });
  return { ...calls, company };
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('the groups', () => {
  it('expand and collapse, each by itself', async () => {
    await show();
    expect(screen.getByRole('button', { name: 'Before, 3 actions' }).getAttribute('aria-expanded')).toBe(
      'true',
    );
    press('After, 0 actions');
    expect(screen.getByText('No actions in this group yet.')).toBeTruthy();
    press('Before, 3 actions');
    expect(screen.queryByText('Remind the client')).toBeNull();
    expect(screen.getByRole('button', { name: 'After, 0 actions' }).getAttribute('aria-expanded')).toBe(
      'true',
    );
  });

  it('are renamed in place, switched and selected for new appointments', async () => {
    const { company, setEnabled } = await show();
    fireEvent.doubleClick(screen.getByRole('button', { name: 'Before, 3 actions' }));
    const field = screen.getByLabelText('New name of Before');
    fireEvent.change(field, { target: { value: ' Reminders ' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(company.rename).toHaveBeenCalledWith('g1', 'Reminders');
    fireEvent.click(screen.getByRole('switch', { name: 'Enable Before' }));
    expect(setEnabled).toHaveBeenCalledWith('g1', false);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select for new appointments' }));
    expect(company.setDefault).toHaveBeenCalledWith('g1', false);
  });

  it('are deleted after a confirmation', async () => {
    const { company } = await show();
    press('Actions for Before');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(company.remove).not.toHaveBeenCalled();
    const dialog = await screen.findByRole('dialog', { name: 'Delete Before?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(company.remove).toHaveBeenCalledWith('g1'));
  });

  it('of an appointment cannot be renamed or deleted', async () => {
    await show({ company: false });
    expect(screen.queryByRole('button', { name: 'Actions for Before' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: 'Select for new appointments' })).toBeNull();
  });
});

describe('an action', () => {
  it('shows its switch and five columns', async () => {
    await show();
    const row = screen.getByText('Remind the client').closest('li') as HTMLElement;
    expect(within(row).getByRole('switch', { name: 'Enable Remind the client' })).toBeTruthy();
    for (const cell of [
      'Action: Remind the client',
      'To: Clients, office@example.com',
      'Event: 2 hours before: Appointment start time',
      'Rules: Agreements signed',
      'Details: Tomorrow',
    ])
      expect(within(row).getByRole('button', { name: cell })).toBeTruthy();
  });

  it('names what it lacks', async () => {
    await show();
    const row = screen.getByText('Text the agent').closest('li') as HTMLElement;
    expect(within(row).getByText('Incomplete: recipient missing, body missing')).toBeTruthy();
  });

  it('is switched, and back if that is refused', async () => {
    const { change } = await show();
    change.mockResolvedValue(false);
    const control = screen.getByRole<HTMLInputElement>('switch', { name: 'Enable Remind the client' });
    fireEvent.click(control);
    expect(change).toHaveBeenCalledWith('g1', { ...reminder, enable: false }, reminder);
    expect(control.checked).toBe(false);
    await waitFor(() => expect(control.checked).toBe(true));
  });

  it('is enabled after a dry run, which keeps no one from it', async () => {
    const { change } = await show();
    const control = screen.getByRole<HTMLInputElement>('switch', { name: 'Enable Send later' });
    fireEvent.click(control);
    const dialog = await screen.findByRole('dialog', { name: 'Enable Send later?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(control.checked).toBe(false));
    expect(change).not.toHaveBeenCalled();
    fireEvent.click(control);
    fireEvent.click(await screen.findByRole('button', { name: 'Enable' }));
    await waitFor(() => expect(change).toHaveBeenCalledWith('g1', { ...later, enable: true }, later));
  });

  it('of an appointment is enabled at once', async () => {
    const { change } = await show({ company: false });
    fireEvent.click(screen.getByRole('switch', { name: 'Enable Send later' }));
    expect(change).toHaveBeenCalledWith('g1', { ...later, enable: true }, later);
  });

  it('is cloned and moved', async () => {
    const { clone, order } = await show();
    press('Clone Remind the client');
    expect(clone).toHaveBeenCalledWith('g1', 'a1');
    press('Actions for Remind the client');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Move down' }));
    expect(order).toHaveBeenCalledWith('g1', ['a2', 'a1', 'a3']);
    const names = screen.getAllByRole('switch', { name: /^Enable (Remind|Text)/ });
    expect(names.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Enable Text the agent',
      'Enable Remind the client',
    ]);
  });

  it('is not removed by the delete control, only by its question, and comes back by Undo', async () => {
    const { remove, restore } = await show();
    press('Delete Remind the client');
    expect(remove).not.toHaveBeenCalled();
    expect(screen.getByText('Remind the client')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel', hidden: true }));
    expect(remove).not.toHaveBeenCalled();
    press('Delete Remind the client');
    expect(await screen.findByText('Delete this action?')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Delete', hidden: true }));
    expect(remove).toHaveBeenCalledWith('g1', 'a1');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(restore).toHaveBeenCalledWith('g1', reminder, 0);
  });

  it.each([
    [/^Event:/, 'Choose an Event'],
    [/^Rules:/, 'Add Rules'],
    [/^Action:/, 'Choose an Action'],
    [/^To:/, 'Add Details'],
    [/^Details:/, 'Add Details'],
  ])('opens the wizard at the step of the column %s', async (cell, title) => {
    await show();
    const row = screen.getByText('Remind the client').closest('li') as HTMLElement;
    fireEvent.click(within(row).getByRole('button', { name: cell }));
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
  });

  it('that is added starts at the first step', async () => {
    await show();
    press('Add action');
    expect(await screen.findByRole('dialog', { name: 'Choose an Event' })).toBeTruthy();
  });
});
