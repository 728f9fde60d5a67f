import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import type { PublicInvoice } from '../../contract.ts';
import type { PayResult, PaySession } from '../../pay-contract.ts';
import { InvoiceSheet } from '../invoice/invoice-sheet.tsx';
import { PayPanel } from './pay-panel.tsx';
import type { PaymentFlow } from './use-payment-flow.ts';

/** Fakes the gateway's script as the page sees it: it draws a frame that the page cannot look into. */
function fakeStripe() {
  const element = {
    on: (_: string, ready: () => void) => ready(),
    mount: (box: HTMLElement) => {
      box.textContent = 'the frame of the gateway';
    },
    destroy: () => undefined,
  };
  const elements = { create: () => element, submit: async () => ({}) };
  return { elements: () => elements, confirmPayment: async () => ({ paymentIntent: { id: 'pi_1' } }) };
}

const intoSight = vi.fn();

beforeEach(async () => {
  intoSight.mockClear();
  Element.prototype.scrollIntoView = intoSight;
  Object.assign(document, { fonts: new EventTarget() });
  vi.stubGlobal('Stripe', fakeStripe);
  await startI18n();
  await loadMessages('payments');
  // Lazily loaded in the app; imported here so that no test waits for it.
  await import('./pay-form.tsx');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const online = {
  gateway: 5,
  mode: 'live',
  checkout_style: 'embedded',
  allow_partial_payments: false,
} as const;
const ready = {
  public_id: 'i'.repeat(24),
  appointment_public_id: 'a'.repeat(24),
  number: 'INV-0001',
  status: 'open',
  currency: 1,
  issued_on: '2030-03-01',
  due_date: null,
  voided_on: null,
  subtotal: 600,
  taxes: [],
  total: 600,
  credits: 0,
  credit_lines: [],
  paid_amount: 0,
  outstanding: 600,
  paid: false,
  is_processing: false,
  lines: [],
  payments: [],
  notes: '',
  bill_to: [],
  property_address: '12 Main St',
  order_id: '1001',
  date_time: '2030-03-09T09:00:00-05:00',
  is_canceled: false,
  payment_type: 5,
  payment_instructions: '',
  external_payment_url: null,
  online,
  needs_personal_link: false,
  link_state: 'ok',
  company: { company_name: 'Acme', timezone: 'America/New_York', address_lines: [], website: '' },
  appointment_id: null,
} as unknown as PublicInvoice;
const session = {
  ...{ attempt_id: 'pa0123456789abcdef', gateway: 5, mode: 'live', script_url: null },
  ...{ public_key: 'pk', client_token: 'cs', extra: {}, amount: 600, currency: 'USD' },
} as PaySession;

const idle: PaymentFlow = {
  session: null,
  result: null,
  failure: null,
  isBeginning: false,
  isSending: false,
  isBack: false,
  askAgain: null,
  begin: async () => undefined,
  send: async () => undefined,
};
const result = (state: PayResult['state'], code = '') => ({
  attempt_id: session.attempt_id,
  state,
  code,
  amount: 600,
});

/** Renders the parts of the page about paying: the sheet shows what the panel does not. */
function page(invoice: Partial<PublicInvoice>, paying: Partial<PaymentFlow>, startsAtOnce: boolean) {
  const now = { ...ready, ...invoice };
  const panel = <PayPanel invoice={now} paying={{ ...idle, ...paying }} startsAtOnce={startsAtOnce} />;
  return (
    <Providers queries={createQueryClient()}>
      <InvoiceSheet invoice={now} startsWithPaying payPanel={panel} />
    </Providers>
  );
}

function show(invoice: Partial<PublicInvoice> = {}, paying: Partial<PaymentFlow> = {}, startsAtOnce = false) {
  return render(page(invoice, paying, startsAtOnce));
}

const panel = () => screen.queryByRole('region', { name: / due|Online payment/ });
const button = (name: RegExp) => screen.queryByRole('button', { name });

it('scrolls each result into view, because the form below it is taller than a phone screen', async () => {
  const declined = () => page({}, { result: result('declined', 'declined') }, false);
  const { rerender } = show();
  expect(intoSight).not.toHaveBeenCalled();
  rerender(declined());
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(intoSight.mock.contexts).toEqual([alert.parentElement]));
  rerender(declined());
  await waitFor(() => expect(intoSight).toHaveBeenCalledTimes(2));
});

it('ready: shows the amount and one button that starts the payment', () => {
  const begin = vi.fn(async () => undefined);
  show({}, { begin });
  expect(panel()).toBeTruthy();
  expect(screen.getByText('$600.00 due')).toBeTruthy();
  expect(screen.queryByText(/TEST MODE: no real charges/)).toBeNull();
  expect(begin).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Pay $600.00' }));
  expect(begin).toHaveBeenCalledTimes(1);
});

it('ready: starts automatically, once, on the payment page', () => {
  const begin = vi.fn(async () => undefined);
  const { rerender } = show({}, { begin }, true);
  rerender(page({ outstanding: 600 }, { begin }, true));
  expect(begin).toHaveBeenCalledTimes(1);
});

it('shows no button while it starts automatically, until that has failed', () => {
  const payButton = () => button(/^Pay \$600/);
  const { rerender } = show({}, {}, true);
  expect(payButton()).toBeNull();
  expect(screen.getByRole('status', { name: 'Loading payment form' })).toBeTruthy();
  const failure = { message: 'The gateway cannot be reached', fields: {} } as unknown as ApiFailure;
  rerender(page({}, { failure }, true));
  expect(payButton()).toBeTruthy();
  rerender(page({}, { isBeginning: true }, true));
  expect(payButton()).toBeTruthy();
});

it('shows nothing while nothing is due, and then the result of a payer who returned', () => {
  const { rerender } = show({ online: null, outstanding: 0 }, { isBack: true }, true);
  expect(panel()).toBeNull();
  rerender(page({ online: null, outstanding: 0 }, { isBack: true, result: result('paid') }, true));
  expect(screen.getByText(/received. Thank you!/)).toBeTruthy();
});

it.each([
  ['back from the bank', {}, { isBack: true }],
  ['another payer is paying', { is_processing: true }, {}],
] as const)('%s: does not start automatically', (_, invoice, paying) => {
  const begin = vi.fn(async () => undefined);
  show(invoice, { ...paying, begin }, true);
  expect(begin).not.toHaveBeenCalled();
});

it('partial payments: rejects a wrong amount below the field and starts with a valid one', () => {
  const begin = vi.fn(async () => undefined);
  show({ online: { ...online, checkout_style: 'embedded', allow_partial_payments: true } }, { begin }, true);
  expect(begin).not.toHaveBeenCalled();
  const amount = screen.getByLabelText(/^Amount to pay/);
  const go = () => fireEvent.submit(screen.getByRole('form', { name: 'Online payment' }));
  for (const [typed, said] of [
    ['700', 'This is more than the balance due'],
    ['0', 'Enter an amount greater than 0'],
    ['ten', 'Enter a number'],
    ['1.005', 'Use at most two decimals'],
  ] as const) {
    fireEvent.change(amount, { target: { value: typed } });
    go();
    expect(screen.getByText(said)).toBeTruthy();
  }
  fireEvent.change(amount, { target: { value: '250.50' } });
  go();
  expect(begin).toHaveBeenCalledTimes(1);
  expect(begin).toHaveBeenCalledWith(250.5);
});

it('test mode: says that there are no real charges', () => {
  show({ online: { ...online, mode: 'test' } });
  expect(screen.getByText(/TEST MODE: no real charges/)).toBeTruthy();
});

it('form: shows the gateway’s frame in the page and sends its token', async () => {
  const send = vi.fn(async () => undefined);
  // The first render loads the form's code.
  await act(async () => void show({}, { session, send }));
  expect(await screen.findByText(/Your card details go directly to/)).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $600.00' }));
  await waitFor(() => expect(send).toHaveBeenCalledWith({ token: 'pi_1' }));
  expect(screen.getByText('the frame of the gateway')).toBeTruthy();
  expect(document.querySelector('input')).toBeNull();
});

it.each([
  ['immediately', 0],
  ['a moment after the form was submitted', 30],
])('after a declined card, sent %s, the button of the next form has the focus', async (_, wait) => {
  const send = async (): Promise<void> => {
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    rerender(page({}, { session, isSending: true }, false));
  };
  // Awaited, so that the lazy form is ready even if this is the only test that runs.
  const { rerender } = await act(async () => show({}, { session, send }));
  const pay = () => screen.findByRole('button', { name: 'Pay $600.00' });
  const first = await pay();
  first.focus();
  await act(async () => void fireEvent.click(first));
  await act(() => new Promise((done) => setTimeout(done, wait * 3)));
  expect(first.hasAttribute('data-loading')).toBe(true);
  const next = { ...session, attempt_id: 'pa0000000000000002' };
  rerender(page({}, { session: next, result: result('declined', 'declined') }, false));
  await waitFor(async () => expect(document.activeElement).toBe(await pay()));
  expect(screen.getByRole('alert')).toBeTruthy();
});

it('sending: the button shows that it is loading', async () => {
  show({}, { session, isSending: true });
  const pay = await screen.findByRole('button', { name: /Pay \$600/ });
  expect(pay.hasAttribute('data-loading')).toBe(true);
});

it.each([
  ['in progress: the payer', {}, { result: result('processing') }],
  ['unknown: any other visitor', { is_processing: true, online: null }, {}],
] as const)('%s is asked to wait and cannot pay again', (_, invoice, paying) => {
  show(invoice, paying);
  expect(screen.getByText('A payment is processing.')).toBeTruthy();
  expect(screen.getByText(/Please don’t pay again/)).toBeTruthy();
  expect(button(/^Pay/)).toBeNull();
});

it('declined: shows the reason in plain language and offers another attempt', () => {
  show({}, { result: result('declined', 'insufficient_funds') });
  expect(screen.getByRole('alert').textContent).toMatch(/declined.*This card has insufficient funds/);
  expect(button(/^Pay \$600/)).toBeTruthy();
});

it('closed: says that nothing was charged and offers another attempt', () => {
  show({}, { result: result('closed') });
  expect(screen.getByText(/you weren’t charged/)).toBeTruthy();
  expect(button(/^Pay \$600/)).toBeTruthy();
});

it('rejected by the server: shows its message', () => {
  const failure = { message: 'The amount has changed. Check the invoice and try again.', fields: {} };
  show({}, { failure: failure as ApiFailure });
  expect(screen.getByRole('alert').textContent).toBe(failure.message);
});

it('paid: shows the amount and the receipt notice, without a button', () => {
  show({ status: 'paid', outstanding: 0, paid: true, online: null }, { result: result('paid') });
  expect(screen.getByRole('alert').textContent).toMatch(
    /\$600\.00 received\. Thank you!.*We’ve emailed you a receipt/,
  );
  expect(button(/^Pay/)).toBeNull();
});

it('paid in part: shows the balance due and offers to pay it', () => {
  show({ status: 'partial', outstanding: 350 }, { result: { ...result('paid'), amount: 250 } });
  expect(screen.getByText(/\$350\.00 is still due/)).toBeTruthy();
  expect(button(/^Pay \$350/)).toBeTruthy();
});

it('paid before: shows no panel, because the sheet says so', () => {
  show({ status: 'paid', outstanding: 0, paid: true, online: null });
  expect(panel()).toBeNull();
  expect(screen.getByText('This invoice is paid. Thank you!')).toBeTruthy();
});

it.each([
  [
    'void',
    { status: 'void', outstanding: 0, voided_on: '2030-03-04' },
    'This invoice was voided. You don’t need to pay it.',
  ],
  [
    'void with late money',
    { status: 'void', outstanding: -600, voided_on: '2030-03-04' },
    'This invoice was voided. You don’t need to pay it.',
  ],
  ['locked: canceled', { is_canceled: true }, /This appointment was canceled/],
  ['locked: no online payment', { payment_type: 1 }, 'Payment is due at the appointment.'],
] as const)('%s: shows no panel and no button', (_, invoice, said) => {
  show({ ...invoice, online: null });
  expect(panel()?.querySelector('form') ?? null).toBeNull();
  expect(screen.getByText(said)).toBeTruthy();
  expect(button(/^Pay/)).toBeNull();
});

it('void: the header says since when', () => {
  show({ status: 'void', outstanding: 0, voided_on: '2030-03-04', online: null });
  expect(screen.getByText(/voided /)).toBeTruthy();
  // Next to the number, and in place of the balance due.
  expect(screen.getAllByText('Void')).toHaveLength(2);
});

it('without a personal link: offers to mail it, without a pay button', () => {
  show({ online: null, needs_personal_link: true });
  expect(screen.getByText('Use your personal link to pay')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Send me my link' }).getAttribute('href')).toContain(
    '/client-view/',
  );
  expect(button(/^Pay/)).toBeNull();
});
