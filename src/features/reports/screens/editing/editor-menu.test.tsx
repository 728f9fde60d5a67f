import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import type { Saving } from '#web/editing/save-status.tsx';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { toasts } from '#web/toast.ts';
import type { EditorState } from '../work/editor-types.ts';
import { type EditorTools, EditorToolsProvider } from '../work/use-report-editor.ts';
import { EditorMenu } from './editor-menu.tsx';
import { PublishDialog } from './publishing/publish-dialog.tsx';
import { ShareDialog } from './publishing/share-dialog.tsx';
import { TextPromptDialog } from './text-prompt-dialog.tsx';

const permissions = { can_edit: true, can_publish: true, can_submit: true, can_unpublish: false };
const report = {
  id: 'r1',
  public_id: 'p1',
  name: 'Home inspection',
  status: 'pending_approval',
  permissions,
  people: [],
  published_at: null,
  published_rev: null,
  first_published_at: null,
  settings: {},
  appointment: {
    id: 'a1',
    status: 'scheduled',
    date_time: '2030-03-01T14:00:00Z',
    timezone: 'America/New_York',
  },
};
const stateWhile = (saving: Saving) =>
  ({ report, saving, content: { ratings: [], sections: [] } }) as unknown as EditorState;

const sent: string[] = [];
let answers: (() => Promise<Response>)[] = [];
/** The results of the next syncs: whether the server has everything. */
let isAllThere: boolean[] = [];
let syncs = 0;

beforeEach(async () => {
  sent.length = 0;
  answers = [];
  isAllThere = [];
  syncs = 0;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (init?.method === 'POST') sent.push(`${url} ${init.body}`);
    return (answers.shift() ?? done)();
  });
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('reports');
});
afterEach(() => {
  cleanup();
  for (const toast of toasts.visible()) toasts.close(toast.id);
  vi.unstubAllGlobals();
});

const done = async () => Response.json({ success: true, data: { status: 'in_progress' }, error: null });
const gone = async () => Promise.reject(new TypeError('Failed to fetch'));

function show(first: ReactNode) {
  const queries = createQueryClient();
  const editor = {
    sync: async () => {
      syncs += 1;
      return isAllThere.shift() ?? true;
    },
  };
  const tree = (shown: ReactNode) => (
    <Providers queries={queries}>
      <EditorToolsProvider value={{ editor } as unknown as EditorTools}>
        <main>{shown}</main>
      </EditorToolsProvider>
    </Providers>
  );
  const view = render(tree(first));
  return { becomes: (shown: ReactNode) => act(async () => view.rerender(tree(shown))) };
}

const menu = (saving: Saving) => <EditorMenu state={stateWhile(saving)} preview={null} />;

async function choose(entry: string) {
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }));
  fireEvent.click(await screen.findByText(entry));
  return screen.findByRole('dialog', { name: entry });
}

const said = () => toasts.visible().map((toast) => toast.message);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('submits a report only after its pending photos are uploaded', async () => {
  isAllThere = [false, true];
  const { becomes } = show(menu('saving'));
  await choose('Submit for approval');
  await screen.findByText('Saving your last changes…');
  expect(button('Submit for approval').disabled).toBe(true);
  await becomes(menu('saved'));
  await waitFor(() => expect(button('Submit for approval').disabled).toBe(false));
  fireEvent.click(button('Submit for approval'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual(['/api/v2/reports/r1/submit null']);
  expect(said()).toEqual(['The report was submitted for approval.']);
});

it('shows what the report is now if another user was faster to return it', async () => {
  const error = { type: 'CONFLICT', message: 'Only a submitted report can be returned' };
  answers = [async () => Response.json({ success: false, data: null, error }, { status: 409 })];
  show(<EditorMenu state={stateWhile('saved')} preview={null} />);
  const dialog = await choose('Return with a note');
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Add a photo' } });
  fireEvent.click(button('Save'));
  await waitFor(() => expect(said()).toEqual(['Only a submitted report can be returned']));
  expect(syncs).toBe(1);
});

it('explains why a report cannot be submitted while offline', async () => {
  isAllThere = [false];
  show(menu('device'));
  await choose('Submit for approval');
  await screen.findByText(/haven’t been uploaded yet/);
  expect(button('Submit for approval').disabled).toBe(true);
});

it('keeps a note that could not be sent, and closes its dialog once it is sent', async () => {
  let fail: (error: Error) => void = () => {};
  answers = [() => new Promise<Response>((_, reject) => (fail = reject))];
  show(menu('saved'));
  await choose('Return with a note');
  fireEvent.change(screen.getByLabelText('What needs to change?'), { target: { value: 'The roof' } });
  fireEvent.submit(screen.getByLabelText('What needs to change?'));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.getByLabelText('What needs to change?')).toHaveProperty('readOnly', true);
  fail(new TypeError('Failed to fetch'));
  await waitFor(() => expect(said()).toHaveLength(1));
  expect(screen.getByLabelText('What needs to change?')).toMatchObject({
    value: 'The roof',
    readOnly: false,
  });
  fireEvent.submit(screen.getByLabelText('What needs to change?'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual(Array(2).fill('/api/v2/reports/r1/return {"note":"The roof"}'));
});

it('reports a failed PDF download in the language of the screen', async () => {
  answers = [gone];
  show(menu('saved'));
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }));
  fireEvent.click(await screen.findByText('Summary (PDF)'));
  await waitFor(() => expect(said()).toEqual([expect.stringContaining('unable to connect')]));
});

it.each([
  [
    'a name',
    (onClose: () => void) => (
      <TextPromptDialog title="N" label="N" initial="" onName={() => {}} onClose={onClose} />
    ),
  ],
  ['sharing', (onClose: () => void) => <ShareDialog reportId="r1" people={[]} onClose={onClose} />],
  [
    'publishing',
    (onClose: () => void) => (
      <PublishDialog state={stateWhile('saved')} onClose={onClose} onJump={() => {}} />
    ),
  ],
])('a click outside the dialog for %s does not discard what was typed', async (_, dialog) => {
  const onClose = vi.fn();
  show(dialog(onClose));
  const opened = await screen.findByRole('dialog');
  const field = opened.querySelector('input:not([type=checkbox]), textarea');
  const overlay = document.querySelector('.mantine-Modal-overlay');
  if (!overlay || !field) throw new Error('no dialog with a field');
  fireEvent.change(field, { target: { value: 'typed' } });
  fireEvent.click(overlay);
  expect(onClose).not.toHaveBeenCalled();
  expect(field).toHaveProperty('value', 'typed');
});

it.each([
  [
    'pending_approval',
    true,
    [
      ['View and download', 'Full report (PDF)', 'Summary (PDF)'],
      ['Sharing', 'Share draft'],
      ['Versions and content', 'Template changes', 'Copy to another appointment', 'Rebuild PDFs'],
      ['Status', 'Submit for approval', 'Return with a note'],
    ],
  ],
  [
    'not_started',
    false,
    [
      ['View and download', 'Full report (PDF)', 'Summary (PDF)'],
      ['Versions and content', 'Template changes', 'Copy to another appointment', 'Rebuild PDFs'],
    ],
  ],
])('groups its entries, without a group that has none: %s', async (status, can_submit, expected) => {
  const shown = { ...report, status, permissions: { ...permissions, can_submit } };
  const state = { ...stateWhile('saved'), report: shown } as unknown as EditorState;
  show(<EditorMenu state={state} preview={null} />);
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }));
  await screen.findByText('Full report (PDF)');
  const groups = screen.getAllByRole('group', { hidden: true });
  const entriesOf = (group: HTMLElement) =>
    within(group)
      .getAllByRole('menuitem', { hidden: true })
      .map((entry) => entry.textContent);
  expect(groups.map((group) => [group.getAttribute('aria-label'), ...entriesOf(group)])).toEqual(expected);
});
