import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod/mini';
import { createQueryClient, useWrite } from '#web/api.ts';
import { startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { toasts } from '#web/toast.ts';
import { write } from '#wire/route.ts';
import { Form, useRouteForm } from './form.tsx';

const addCity = write('POST /v2/cities', {
  access: 'member',
  summary: 'Adds a city.',
  input: z.object({ city: z.string() }),
  output: z.object({ id: z.string() }),
});

let sent: unknown[];
let answer: () => Response;
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

beforeEach(async () => {
  sent = [];
  answer = () => json(200, { success: true, data: { id: '1' }, error: null });
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return answer();
  });
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
});
afterEach(() => {
  cleanup();
  for (const toast of toasts.visible()) toasts.close(toast.id);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Cities() {
  const create = useWrite(addCity, { toast: 'Added' });
  const form = useRouteForm({ initialValues: { city: 'Ulm' }, write: create });
  return (
    <Form of={form} label="City">
      <input aria-label="Name" key={form.key('city')} {...form.getInputProps('city')} />
    </Form>
  );
}

const show = () =>
  render(
    <Providers queries={createQueryClient()}>
      <Cities />
    </Providers>,
  );
const press = () => fireEvent.submit(screen.getByRole('form', { name: 'City' }));
const answered = () =>
  waitFor(() => expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('false'));

it('sends nothing on a second press after the response of the first', async () => {
  show();
  press();
  await answered();
  press();
  await answered();
  expect(sent).toEqual([{ city: 'Ulm' }]);
});

it('sends other values at once, and the same values again a moment later', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5000);
  show();
  press();
  await answered();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Bern' } });
  press();
  await answered();
  clock.mockReturnValue(6001);
  press();
  await answered();
  expect(sent).toEqual([{ city: 'Ulm' }, { city: 'Bern' }, { city: 'Bern' }]);
});

it('allows sending rejected values again at once', async () => {
  answer = () => json(409, { success: false, data: null, error: { type: 'CONFLICT', message: 'Busy' } });
  show();
  press();
  await answered();
  press();
  await answered();
  expect(sent).toHaveLength(2);
});

const badInput = (details: Record<string, string>) => () =>
  json(400, {
    success: false,
    data: null,
    error: { type: 'BAD_USER_INPUT', message: Object.values(details)[0], details },
  });
const shownMessages = () => toasts.visible().map((toast) => toast.message);

it('shows no toast for messages that the form shows, below its fields or above them', async () => {
  answer = badInput({ city: 'No such city', country: 'No such country' });
  show();
  press();
  await screen.findByText('No such country');
  expect(shownMessages()).toEqual([]);
});

function Bare({ reads }: { reads?: string }) {
  const create = useWrite(addCity);
  return (
    <button type="button" onClick={() => void create.send({ city: '' })}>
      {reads ? create.fieldErrors[reads] : null} Add
    </button>
  );
}

it.each([
  [undefined, ['No such city No such country']],
  ['city', ['No such country']],
])('shows messages that no field reads in a toast (fields on screen: %s)', async (reads, notices) => {
  answer = badInput({ city: 'No such city', country: 'No such country' });
  render(
    <Providers queries={createQueryClient()}>
      <Bare {...(reads ? { reads } : {})} />
    </Providers>,
  );
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(shownMessages()).toEqual(notices));
});

it('returns the focus after a limit was reached, which is said as a warning', async () => {
  answer = () => {
    // As browsers do with a field that is disabled while it is sent.
    screen.getByLabelText('Name').blur();
    const error = { type: 'RATE_LIMITED', message: 'You can send again at 7:00 PM.', details: null };
    return json(429, { success: false, data: null, error });
  };
  show();
  screen.getByLabelText('Name').focus();
  press();
  await answered();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  expect(toasts.visible().map(({ kind, milliseconds }) => [kind, milliseconds])).toEqual([
    ['warning', 20_000],
  ]);
});
