import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen, startMockApi } from '#features/people/screens/screens-for-tests.tsx';
import { PageSlotProvider } from '#web/page-slots.tsx';
import { session } from '#web/session.ts';
import { SearchOverlays as Shell } from '#web/shell/search-overlays.tsx';
import { useShortcuts } from '#web/shortcuts.ts';
import { SearchOverlays } from './search-overlays.tsx';

const place = {
  appointment_id: '00000000-0000-7000-8000-0000000000a1',
  order_id: '7001',
  address: '12 Main St',
  city: 'Boulder',
  clients: ['Clara Client'],
};
const appointment = {
  ...place,
  state: 'CO',
  zip_code: '80301',
  date_time: '2030-03-08T14:00:00Z',
  status: 'canceled',
};
const person = {
  id: '00000000-0000-7000-8000-0000000000b1',
  kind: 'agents',
  first_name: 'Łukasz',
  last_name: 'Main',
  company: 'Hudson Realty',
  email: 'lu@agency.example',
  phone: '5552013344',
  active: true,
};
const nothing = { appointments: [], people: [], invoices: [], payments: [] };
const some = { ...nothing, appointments: [appointment], people: [person] };

const pages = [
  { id: 'payments', label: 'Payments', to: '/payments' },
  { id: 'calendar', label: 'Calendar', to: '/calendar' },
];
const fillers = { 'shell.search': [SearchOverlays] };

function Page() {
  useShortcuts([{ keys: ['j', 'k'], label: 'Next and previous item', group: 'Report editor' }]);
  return (
    <>
      <input aria-label="A field" />
      {/* biome-ignore lint/a11y/useSemanticElements: a rich text editor */}
      <div role="textbox" aria-label="A text" contentEditable tabIndex={0} suppressContentEditableWarning />
      <button type="button">A button</button>
    </>
  );
}

async function open(
  reply: (q: string) => unknown = () => some,
  user: Parameters<typeof startMockApi>[1] = {},
  shown = pages,
) {
  const sent = await startMockApi(({ query }) => reply(query.get('q') ?? ''), user);
  renderScreen(
    <PageSlotProvider fillers={fillers}>
      <Page />
      <Shell pages={shown} />
    </PageSlotProvider>,
    '/dashboard',
  );
  screen.getByRole('button', { name: 'A button' }).focus();
  return sent;
}
const field = () => screen.findByRole('combobox', { name: 'Search' });
const options = async () => (await screen.findAllByRole('option')).map((one) => one.textContent);
/** Presses a key in the palette, or on the page while it is closed. Without a layout nothing gets the focus. */
const press = (key: string) =>
  fireEvent.keyDown(screen.queryByRole('combobox') ?? document.body, { key, code: key });
const type = async (text: string) => fireEvent.change(await field(), { target: { value: text } });

beforeEach(() => {
  localStorage.clear();
  // Not implemented without a layout.
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => cleanup());

test('opens by Ctrl+K and by the sign / on any layout, and shows the actions', async () => {
  await open();
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  await field();
  expect(await options()).toContain('New client');
  press('Escape');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  // Shift+7 on a German keyboard.
  fireEvent.keyDown(document.body, { key: '/', code: 'Digit7', shiftKey: true });
  expect(await field()).toHaveProperty('value', '');
});

test('does not open while the user types, in a dialog, or by another press', async () => {
  await open();
  const text = screen.getByRole('textbox', { name: 'A text' });
  for (const name of ['A field', 'A text'])
    fireEvent.keyDown(screen.getByRole('textbox', { name }), { key: '/' });
  fireEvent.keyDown(text, { key: 'k', ctrlKey: true });
  for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
    fireEvent.keyDown(document.body, { key: '/', ...more });
  fireEvent.keyDown(document.body, { key: 'k' });
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  fireEvent.keyDown(document.body, { key: '/' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  dialog.remove();
  expect(screen.queryByRole('combobox')).toBeNull();
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'A field' }), { key: 'k', ctrlKey: true });
  await field();
});

test('asks once per pause in typing, marks what matches and opens the chosen record', async () => {
  const sent = await open();
  press('/');
  await type('main');
  const found = await screen.findByRole('option', { name: /12 Main St, Boulder/ });
  expect(sent.map((one) => one.query.get('q'))).toEqual(['main']);
  expect(found.textContent).toMatch(/#7001 · .*9:00 AM · Clara Client · Canceled/);
  expect(found.querySelector('mark')?.textContent).toBe('Main');
  expect(found.getAttribute('aria-selected')).toBe('true');
  const groups = screen.getAllByRole('group').map((one) => one.getAttribute('aria-label'));
  expect(groups).toEqual(['Appointments', 'People']);
  press('ArrowDown');
  const other = screen.getByRole('option', { name: /Łukasz Main/ });
  expect(other.textContent).toContain('Agent · Hudson Realty · lu@agency.example · (555) 201-3344');
  expect(other.getAttribute('aria-selected')).toBe('true');
  expect((await field()).getAttribute('aria-activedescendant')).toBe(other.id);
  press('Enter');
  expect(window.location.pathname).toBe(`/people/agents/${person.id}`);
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

test('Enter before the answer opens the first result', async () => {
  await open();
  press('/');
  await type('7001');
  press('Enter');
  await waitFor(() => expect(window.location.pathname).toBe(`/appointments/details/${place.appointment_id}`));
});

test('drops the answer to an earlier text', async () => {
  let answerLate: (data: unknown) => void = () => {};
  await open((q) =>
    q === 'old' ? new Promise((resolve) => (answerLate = resolve)) : { ...nothing, people: [person] },
  );
  press('/');
  await type('old');
  await waitFor(() => expect(screen.getByLabelText('Searching')).toBeTruthy());
  await new Promise((resolve) => setTimeout(resolve, 250));
  await type('luk');
  await screen.findByRole('option', { name: /Hudson Realty/ });
  answerLate(some);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await options()).toHaveLength(1);
});

test('finds pages and actions by the beginnings of their words, without the server', async () => {
  await open(() => nothing);
  press('/');
  await type('cli new');
  expect(await options()).toEqual(['New client']);
  await type('paym');
  press('Enter');
  expect(window.location.pathname).toBe('/payments');
});

test('says that nothing was found, and that the search failed', async () => {
  let isBroken = false;
  await open(() => (isBroken ? new Response('{}', { status: 500 }) : nothing));
  press('/');
  await type('zzz');
  expect(await screen.findByText('No results for “zzz”')).toBeTruthy();
  isBroken = true;
  await type('zzzy');
  const alert = await screen.findByRole('alert');
  isBroken = false;
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No results for “zzzy”')).toBeTruthy();
});

test('offers only what the user may do', async () => {
  const none = { full_company_admin: false, can_schedule_new: false };
  await open(undefined, { ...none, role: 'Technician', user_type: 2 });
  press('/');
  await field();
  expect(await options()).toEqual(['New client', 'New agent', 'New contractor', 'Show keyboard shortcuts']);
});

test('offers each tab of the settings to those who have the settings', async () => {
  await open(() => nothing);
  press('/');
  await type('adv');
  await screen.findByText('No results for “adv”');
  cleanup();

  await open(() => nothing, {}, [...pages, { id: 'settings', label: 'Settings', to: '/settings' }]);
  press('/');
  await type('adv');
  expect(await screen.findByRole('option', { name: /^Settings: *Adv *anced/ })).toBeTruthy();
});

test('shows what this user opened last, and forgets it on signing out', async () => {
  await open();
  const openFirst = async () => {
    press('/');
    await type('main');
    await screen.findByRole('option', { name: /12 Main/ });
    press('Enter');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  };
  await openFirst();
  press('/');
  await field();
  expect((await options())[0]).toContain('12 Main St');
  cleanup();

  await open(undefined, { id: '00000000-0000-7000-8000-000000000002' });
  press('/');
  await field();
  expect((await options())[0]).not.toContain('12 Main St');
  cleanup();

  await open();
  session.connect({ me: {}, logout: { method: 'POST', path: '/v2/auth/logout' } } as never);
  expect(JSON.stringify({ ...localStorage })).toContain('12 Main St');
  await session.leave();
  expect(JSON.stringify({ ...localStorage })).not.toContain('12 Main St');
});

test('? lists the shortcuts of the page and of the whole app', async () => {
  await open();
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  const editor = await within(dialog).findByRole('region', { name: 'Report editor' });
  expect(editor.textContent).toContain('Next and previous item');
  const everywhere = await within(dialog).findByRole('region', { name: 'Everywhere' });
  expect(everywhere.textContent).toContain('Search');
  vi.restoreAllMocks();
});
