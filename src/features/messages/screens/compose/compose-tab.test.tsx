import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  pageOfRows,
  renderScreen,
  type SentRequest,
  startMockApi,
  subscriberId,
} from '#features/people/screens/screens-for-tests.tsx';
import { loadMessages } from '#web/i18n.ts';
import { CommunicationPage } from '../communication-page.tsx';
import { loadMessageDraft, messageDraftKey } from './compose-draft.ts';
import { ComposeTab } from './compose-tab.tsx';

const idOf = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;
const appointment = { id: idOf(9), order_id: 'A-17', address: '1 Elm St', date_time: '2026-12-01T15:00:00Z' };
const person = (n: number, name: string, change: object = {}) => ({
  ...{ person_id: idOf(n), name, role: 'client', email: `${name}@x.example`, phone: '', lang: 'en' },
  refused: { email: null, text: 'no_phone' },
  ...change,
});
const people = [
  person(1, 'Ann'),
  person(2, 'Jörg', { lang: 'de' }),
  person(3, 'Bea', { refused: { email: 'bounced', text: null } }),
  person(4, 'Tom', { role: 'inspector' }),
];
const text = (hello: string) => ({
  subject: 'On {{date}}',
  message: `${hello}\n\n{{extra}}`,
  action_label: '',
});
const template = {
  channel: 'email',
  texts: { en: text('Hello'), de: text('Guten Tag'), fr: text('Bonjour') },
};

let answerToSend: () => unknown;

function reply({ method, path, body }: SentRequest): unknown {
  if (path === '/v2/messages/appointments') return pageOfRows([appointment]);
  if (path === '/v2/messages/recipients') return { people, credits: 40 };
  if (path === '/v2/messages/preview') {
    const texts = Object.entries((body as { texts: Record<string, { message: string }> }).texts);
    const previews = texts.map(([lang, { message }]) => ({
      ...{ lang, text_lang: lang, names: ['Ann'], subject: 'S', html: '', text: message, empty: [] },
    }));
    return { previews, credits: 0, waits_until: null };
  }
  if (path === '/v2/messages/sending')
    return { kinds: [], waiting: 0, step: null, next: '2030-03-01T15:00:00.000Z' };
  if (path === '/v2/message-templates') return [];
  if (path.startsWith('/v2/message-templates/')) return template;
  if (path === '/v2/messages' && method === 'POST') return answerToSend();
  return pageOfRows([]);
}

const failure = (status: number, details: object) =>
  new Response(
    JSON.stringify({
      success: false,
      data: null,
      error: { type: 'BAD_USER_INPUT', message: 'Check your input', details },
    }),
    { status, headers: { 'content-type': 'application/json' } },
  );

beforeEach(() => {
  Object.assign(document, { fonts: new EventTarget() });
  answerToSend = () => ({ recipients: 2 });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(page = <ComposeTab />) {
  const sent = await startMockApi(reply);
  await loadMessages('messages');
  renderScreen(page, `/communication?tab=compose&appointment=${appointment.id}`);
  await screen.findByRole('checkbox', { name: /^Ann/ });
  await waitFor(() => expect(message().value).toContain('Hello'));
  return sent;
}

const message = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const write = (value: string) => fireEvent.change(message(), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: /^Send/ }));
const sendings = (all: SentRequest[]) =>
  all.filter((one) => one.path === '/v2/messages' && one.method === 'POST').map((one) => one.body);

it('checks the clients who can be reached and names why others cannot', async () => {
  await open();
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  expect([box(/^Ann/).checked, box(/^Jörg/).checked, box(/^Tom/).checked]).toEqual([true, true, false]);
  expect([box(/^Bea/).checked, box(/^Bea/).disabled]).toEqual([false, true]);
  expect(screen.getByText('Email to this address bounced earlier')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Send to 2 people' })).toBeTruthy();
});

it('sends the languages that were written, shows where it is, and empties the draft', async () => {
  // Its code is loaded once it is shown: afterwards it is there at once.
  renderScreen(<CommunicationPage />, '/communication?tab=compose');
  await new Promise((resolve) => setTimeout(resolve, 500));
  cleanup();
  const sent = await open(<CommunicationPage />);
  send();
  expect(await screen.findByText('Enter a message')).toBeTruthy();
  write('The gate is open.');
  fireEvent.click(screen.getByRole('radio', { name: /^Deutsch/ }));
  expect(message().value).toContain('Guten Tag');
  send();
  await waitFor(() => expect(sendings(sent)).toHaveLength(1));
  expect(sendings(sent)[0]).toEqual({
    ...{ appointment_id: appointment.id, channel: 'email', people: [idOf(1), idOf(2)] },
    texts: { en: { subject: 'On {{date}}', message: 'The gate is open.' } },
  });
  await waitFor(() => expect(window.location.search).toBe(`?appointment=${appointment.id}`));
  expect(localStorage.length === 0 || loadMessageDraft(keyOfUser).appointment === null).toBe(true);
});

const keyOfUser = messageDraftKey({ subscriber_id: subscriberId, id: subscriberId });

it('shows a refused text at its field in its language, and what was typed survives a reload', async () => {
  answerToSend = () => failure(400, { 'texts.de.message': 'Unknown placeholder: {{tor}}' });
  await open();
  write('The gate is open.');
  fireEvent.click(screen.getByRole('radio', { name: /^Deutsch/ }));
  write('Das {{tor}} ist offen.');
  fireEvent.click(screen.getByRole('radio', { name: /^English/ }));
  send();
  expect(await screen.findByRole('radio', { name: 'Deutsch !' })).toBeTruthy();
  expect(message().value).toBe('Das {{tor}} ist offen.');
  expect(within(screen.getByRole('form')).getByText('Unknown placeholder: {{tor}}')).toBeTruthy();
  cleanup();
  renderScreen(<ComposeTab />, '/communication?tab=compose');
  await waitFor(() => expect(message().value).toBe('The gate is open.'));
  fireEvent.click(await screen.findByRole('radio', { name: /^Deutsch/ }));
  expect(message().value).toBe('Das {{tor}} ist offen.');
});
