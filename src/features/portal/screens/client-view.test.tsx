import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allRights } from '#domain/people/client-rights.ts';
import { sampleBrand } from '#testing/sample-brand.ts';
import { createQueryClient } from '#web/api.ts';
import { CompanyDateFormat } from '#web/format.ts';
import { changeLanguage, loadMessages, startI18n } from '#web/i18n.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import { Providers } from '#web/providers.tsx';
import type { ClientView } from '../contract.ts';
import { ClientViewBody } from './client-view-body.tsx';

const publicId = 'a'.repeat(24);
const sent: { url: string; body: unknown }[] = [];

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, options: { body?: string } = {}) => {
    sent.push({ url: String(url), body: options.body ? JSON.parse(options.body) : null });
    return new Response(JSON.stringify({ success: true, data: null, error: null }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  window.history.replaceState(null, '', `/client-view/${publicId}`);
  await startI18n();
  await loadMessages('portal');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const base: ClientView = {
  public_id: publicId,
  order_id: '1001',
  status: 'scheduled',
  display_status: 'scheduled',
  cancel_reason: '',
  company: { ...sampleBrand, company_phone: '5125550199', company_email: 'office@harbor.example' },
  property: {
    address: '12 Main St',
    city: 'Boulder',
    state: 'CO',
    zip_code: '80301',
    square_feet: null,
    year_built: null,
    foundation: null,
    picture: '/picture',
    has_photo: false,
  },
  date_time: '2030-03-08T09:00:00-05:00',
  end_time: '2030-03-08T12:00:00-05:00',
  timezone: 'America/New_York',
  technicians: [],
  services: [],
  link: 'ok',
  viewer: {
    name: 'Clara Client',
    first_name: 'Clara',
    role: 'client',
    can_sign: true,
    can_pay: true,
    rights: allRights,
    link_ends_at: null,
  },
  may_change: false,
  people: [],
  moved_from: null,
  proposed_until: null,
  is_team: false,
  appointment_id: null,
  steps: {
    sign: { state: 'todo', done: 0, total: 1, is_required: true },
    pay: { state: 'todo', is_processing: false, is_required: true },
    view_report: { state: 'waiting', reasons: ['agreement', 'payment'] },
  },
  agreements: [
    {
      public_id: 'b'.repeat(24),
      name: 'Inspection agreement',
      signed: false,
      signed_at: null,
      signed_by_me: false,
      can_read: true,
      waiting_for: ['Clara Client'],
    },
  ],
  invoice: {
    public_id: 'c'.repeat(24),
    number: 'INV-1001',
    status: 'open',
    currency: 1,
    total: 600,
    paid_amount: 0,
    outstanding: 600,
    payment_type: 5,
    can_pay_online: false,
  },
  reports: [
    {
      public_id: 'd'.repeat(24),
      name: 'Home report',
      published_at: '2030-03-09T09:00:00-05:00',
      is_open: false,
      is_summary_only: false,
    },
  ],
  report_files: [],
  attachments: [],
  change_requests: [],
};

function show(more: Partial<ClientView> = {}) {
  return render(
    <Providers queries={createQueryClient()}>
      <NavigationProvider place={{ path: '/', search: '' }} go={vi.fn()}>
        <CompanyDateFormat format={base.company.date_format}>
          <ClientViewBody view={{ ...base, ...more }} />
        </CompanyDateFormat>
      </NavigationProvider>
    </Providers>,
  );
}

const step = (name: string) =>
  within(
    screen
      .getAllByRole('listitem')
      .find((item) => within(item).queryByRole('heading', { name })) as HTMLElement,
  );

test('greets the client and lists what a locked report needs, each with a link to it', () => {
  show();
  expect(screen.getByText('Hello Clara')).toBeTruthy();
  const report = step('View report Waiting');
  expect(report.getByText('all agreements are signed')).toBeTruthy();
  expect(report.getByRole('link', { name: 'Inspection agreement' }).getAttribute('href')).toContain(
    '/agreement/agreement-detail/',
  );
  expect(report.getByText('the invoice is paid')).toBeTruthy();
  expect(report.getByRole('link', { name: 'Invoice INV-1001' })).toBeTruthy();
  expect(report.queryByRole('link', { name: 'View report' })).toBeNull();
});

test.each([
  ['en', 'Fri, 03/08/2030', '9:00 AM EST'],
  ['de', 'Fr, 08.03.2030', '09:00 EST'],
  ['fr', 'ven., 08/03/2030', '09:00 EST'],
] as const)(
  "writes the appointment as the visitor's language does, in the company's zone: %s",
  async (lang, day, time) => {
    await changeLanguage(lang);
    await loadMessages('portal');
    show();
    const when = (await screen.findAllByText(day))[0]?.parentElement?.textContent;
    expect(when).toContain(`${day}, ${time}`);
    await changeLanguage('en');
  },
);

test('shows an open report as one button and labels a summary as such', () => {
  const reports = base.reports.map((each) => ({ ...each, is_open: true }));
  const steps: ClientView['steps'] = { ...base.steps, view_report: { state: 'todo', reasons: [] } };
  show({ reports, steps });
  expect(screen.getByRole('link', { name: 'View report' }).getAttribute('href')).toContain('/view-report2/');
  cleanup();
  show({ steps, reports: reports.map((each) => ({ ...each, is_summary_only: true })) });
  expect(screen.getByRole('link', { name: 'View summary' })).toBeTruthy();
});

test('shows the status of agreements and prices that the visitor may not read', () => {
  const agreements = base.agreements.map((each) => ({ ...each, can_read: false }));
  const steps: ClientView['steps'] = {
    ...base.steps,
    sign: { state: 'waiting', done: 0, total: 1, is_required: true },
    pay: { state: 'waiting', is_processing: false, is_required: true },
  };
  show({ agreements, steps, invoice: null });
  expect(screen.queryByRole('link', { name: /Inspection agreement/ })).toBeNull();
  expect(screen.getByText('To sign')).toBeTruthy();
  expect(screen.getByText('Waiting for Clara Client.')).toBeTruthy();
  expect(screen.queryByText(/600/)).toBeNull();
});

test('mails a visitor without a personal link one after they pick a name', async () => {
  const people = [
    { key: 'k1', name: 'Clara Client' },
    { key: 'k2', name: 'Adam Agent' },
  ];
  show({ viewer: null, link: 'none', people });
  expect(screen.getByText('You are viewing this page without your personal link')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Who are you?'), { target: { value: 'k2' } });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send me my link' })));
  expect(await screen.findByText('Check your inbox')).toBeTruthy();
  expect(sent[0]?.url).toContain(`/appointments/${publicId}/send-link`);
  expect(sent[0]?.body).toEqual({ key: 'k2' });
});

test.each([
  ['over', 'Your personal link has expired'],
  ['revoked', 'Your personal link was replaced'],
] as const)('a link that is %s says so and offers a new one', async (link, title) => {
  window.history.replaceState(null, '', `/client-view/${publicId}?p=old.link`);
  show({ viewer: null, link, people: [{ key: 'k1', name: 'Clara Client' }] });
  expect(screen.getByText(title)).toBeTruthy();
  expect(screen.queryByLabelText('Who are you?')).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send me a new link' })));
  expect(sent[0]?.body).toEqual({ p: 'old.link' });
});

test('does not offer to mail a link that the company ended', () => {
  show({ viewer: null, link: 'ended', people: [{ key: 'k1', name: 'Clara Client' }] });
  expect(screen.getByText('Your personal link has expired')).toBeTruthy();
  expect(screen.getByText(/Contact the company/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Send me/ })).toBeNull();
});

test('offers to mail the link for a waived payment and for a hidden invoice', () => {
  const steps = { ...base.steps, sign: { ...base.steps.sign, state: 'done' } } as const;
  const waived = { ...steps, pay: { ...steps.pay, state: 'waived' } } as const;
  const people = [{ key: 'k1', name: 'Clara Client' }];
  show({ viewer: null, link: 'none', people, steps: waived });
  expect(screen.getByRole('button', { name: 'Send me my link' })).toBeTruthy();
  cleanup();
  const paid = { ...steps, pay: { ...steps.pay, state: 'done' } } as const;
  show({ viewer: null, link: 'none', people, steps: paid, invoice: null });
  expect(screen.getByRole('button', { name: 'Send me my link' })).toBeTruthy();
});

test('sends a change request and confirms it in place', async () => {
  show({ viewer: null, link: 'none' });
  fireEvent.click(screen.getByRole('button', { name: 'Request a change' }));
  fireEvent.change(await screen.findByLabelText('Describe your request'), {
    target: { value: 'Could we meet at ten?' },
  });
  fireEvent.change(screen.getByLabelText('Your name'), { target: { value: 'Ned' } });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send to the company' })));
  expect(await screen.findByText('Request sent')).toBeTruthy();
  expect(sent[0]?.body).toEqual({ wish: 'time', message: 'Could we meet at ten?', name: 'Ned', email: '' });
});

test('shows that an appointment was canceled or moved', () => {
  show({ status: 'canceled', display_status: 'canceled', cancel_reason: 'The house was sold' });
  expect(screen.getByText('The house was sold')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: /Sign/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Request a change' })).toBeNull();
  cleanup();
  show({ moved_from: '2030-03-07T09:00:00-05:00' });
  expect(screen.getByText(/This appointment was rescheduled. Previous time: .*7.*9:00/)).toBeTruthy();
});

test('leads to the times that the company proposes while one can be chosen', () => {
  show({ proposed_until: '2030-03-07T09:00:00-05:00' });
  expect(screen.getByText(/Choose one until .*9:00/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Choose a time' });
  expect(link.getAttribute('href')).toContain(`/proposed-times/${base.public_id}`);
});

test('shows that a void invoice needs no payment, and what unlocks the report', () => {
  const invoice = { ...(base.invoice as NonNullable<ClientView['invoice']>), status: 'void', outstanding: 0 };
  const steps: ClientView['steps'] = {
    ...base.steps,
    pay: { ...base.steps.pay, state: 'waiting' },
    view_report: { state: 'waiting', reasons: ['payment'] },
  };
  show({ invoice, steps });
  expect(screen.getByText('The invoice was voided. Contact the company.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'View invoice' })).toBeNull();
  expect(screen.queryByText('the invoice is paid')).toBeNull();
  expect(screen.getByText('Void')).toBeTruthy();
});

test.each([
  ['can be paid online', { can_pay_online: true }, 'todo', 'Pay', `/create-payment/${publicId}`],
  [
    'partly paid',
    { can_pay_online: true, paid_amount: 200, outstanding: 400 },
    'todo',
    'Pay',
    '/create-payment/',
  ],
  ['payment waived', { can_pay_online: true }, 'waived', 'Pay', '/create-payment/'],
  ['no payments connected', {}, 'todo', 'View invoice', '/invoice/'],
  ['paid', { status: 'paid', outstanding: 0 }, 'done', null, ''],
  ['overpaid', { status: 'paid', outstanding: -20, paid_amount: 620 }, 'done', null, ''],
  ['payment in progress', {}, 'waiting', null, ''],
] as const)('offers the way to pay: %s', (_, more, state, button, href) => {
  const invoice = { ...(base.invoice as NonNullable<ClientView['invoice']>), ...more };
  show({ invoice, steps: { ...base.steps, pay: { ...base.steps.pay, state } } });
  const links = step(
    `Pay ${{ todo: 'To do', waived: 'Not needed', done: 'Done', waiting: 'Waiting' }[state]}`,
  );
  const link = links.queryByRole('link');
  expect(link?.textContent ?? null).toBe(button);
  expect(link?.getAttribute('href') ?? '').toContain(href);
});

test('a report that can be opened is ready, not to do', () => {
  const steps = { ...base.steps, view_report: { state: 'todo' as const, reasons: [] } };
  show({ steps, reports: base.reports.map((report) => ({ ...report, is_open: true })) });
  expect(step('View report Ready').getByRole('link', { name: 'View report' })).toBeTruthy();
});

test('shows two services and two technicians of one name as two', () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  show({
    technicians: [
      { name: 'Sam Lee', picture: null },
      { name: 'Sam Lee', picture: null },
    ],
    services: [
      { name: 'Radon test', add_ons: ['Basement'] },
      { name: 'Radon test', add_ons: [] },
    ],
  } as Partial<ClientView>);
  expect(screen.getAllByText('Sam Lee')).toHaveLength(2);
  expect(screen.getAllByText('Radon test')).toHaveLength(2);
  expect(errors).not.toHaveBeenCalled();
  errors.mockRestore();
});

test('a request says that it waits for the company, and offers nothing to sign or pay', () => {
  show({
    status: 'requested',
    display_status: 'requested',
    reports: [],
    steps: {
      sign: { state: 'waiting', done: 0, total: 1, is_required: true },
      pay: { state: 'waiting', is_processing: false, is_required: true },
      view_report: { state: 'waiting', reasons: ['agreement', 'payment', 'unpublished'] },
    },
  });
  expect(screen.getByText('Your request is waiting for confirmation')).toBeTruthy();
  expect(screen.getByText('You can sign once the appointment is confirmed.')).toBeTruthy();
  expect(screen.getByText('You pay once the appointment is confirmed.')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Steps' })).queryAllByRole('link')).toEqual([]);
  expect(screen.queryByText('To sign')).toBeNull();
});
