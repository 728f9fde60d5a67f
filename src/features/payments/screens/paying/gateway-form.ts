import { loadScript } from '#web/loading/load-script.ts';
/**
 * Lets the gateway's own script ask for the card: digits go from its frame to the gateway, and this page gets a token.
 */
import type { PaySession } from '../../pay-contract.ts';
import { gatewayReturnUrl } from './gateway-return.ts';

/** The token from the gateway's script. With an empty value the server asks the gateway instead. */
export interface GatewayToken {
  token: string;
  descriptor?: string;
}

export interface GatewayFormCallbacks {
  onToken: (token: GatewayToken) => void;
  /** Reports what the payer must correct, in the gateway's wording. */
  onProblem: (message: string) => void;
}

/** An open gateway form. */
export interface GatewayForm {
  /** null: the gateway renders its own button. */
  submit: (() => Promise<void>) | null;
  remove: () => void;
}

export interface GatewayFormMount {
  /** The element that the gateway may fill. */
  box: HTMLElement;
  lang: string;
  labels: { button: string; title: string; confirm: string };
}

type Opens = (
  session: PaySession,
  place: GatewayFormMount,
  hears: GatewayFormCallbacks,
) => Promise<GatewayForm>;

/** Opens the form of a session's gateway; rejects when its script cannot be loaded. */
export async function openGatewayForm(
  session: PaySession,
  place: GatewayFormMount,
  hears: GatewayFormCallbacks,
): Promise<GatewayForm> {
  const opens = drivers[session.gateway];
  if (!opens) throw new Error(`no form for gateway ${session.gateway}`);
  // The script of Authorize.Net looks for its button when it loads, so it is loaded later.
  if (session.gateway !== 3 && session.script_url) await loadScript(session.script_url);
  return opens(session, place, hears);
}

// biome-ignore lint/suspicious/noExplicitAny: the globals of five providers, of which each driver knows its own part
const outer = window as any;

const stripe: Opens = async (session, { box, lang }, hears) => {
  const client = outer.Stripe(session.public_key, { locale: lang });
  const elements = client.elements({ clientSecret: session.client_token, locale: lang });
  const element = elements.create('payment');
  const ready = new Promise<void>((done) => element.on('ready', () => done()));
  element.mount(box);
  await ready;
  return {
    submit: async () => {
      const { error: problem } = (await elements.submit()) ?? {};
      if (problem) return hears.onProblem(problem.message);
      const result = await client.confirmPayment({
        elements,
        confirmParams: { return_url: gatewayReturnUrl(session.attempt_id) },
        redirect: 'if_required',
      });
      if (result.error?.type === 'validation_error') return hears.onProblem(result.error.message);
      hears.onToken({ token: result.paymentIntent?.id ?? '' });
    },
    remove: () => element.destroy(),
  };
};

const square: Opens = async (session, { box }, hears) => {
  const card = await outer.Square.payments(session.public_key, session.extra.location_id).card();
  await card.attach(box);
  return {
    submit: async () => {
      const result = await card.tokenize({
        amount: session.amount.toFixed(2),
        currencyCode: session.currency,
        intent: 'CHARGE',
        customerInitiated: true,
        sellerKeyedIn: false,
        billingContact: {},
      });
      if (result.status === 'OK') return hears.onToken({ token: result.token });
      hears.onProblem(result.errors?.[0]?.message ?? result.status);
    },
    remove: () => void card.destroy(),
  };
};

const authorizeNet: Opens = async (session, { box, labels }, hears) => {
  outer.gableAccepted = (reply: AcceptReply) => {
    const { resultCode, message = [] } = reply.messages;
    if (resultCode !== 'Ok' || !reply.opaqueData) return hears.onProblem(message[0]?.text ?? resultCode);
    const { dataValue, dataDescriptor } = reply.opaqueData;
    hears.onToken({ token: dataValue, descriptor: dataDescriptor });
  };
  const of = [session.script_url, session.extra.api_login_id, session.public_key].join(' ');
  accepting ??= { of, button: acceptButton(session, labels) };
  if (accepting.of !== of) throw new Error('the script of the gateway goes on with the keys it has read');
  const { button } = accepting;
  button.textContent = labels.button;
  box.append(button);
  if (session.script_url) await loadScript(session.script_url);
  return { submit: null, remove: () => button.remove() };
};

/**
 * The button of Authorize.Net's lightbox. Its script looks for the first one when it loads, reads it once and ignores
 * others; loaded twice it would report everything twice. So one button is reused for all attempts of a page.
 */
let accepting: { of: string; button: HTMLButtonElement } | null = null;

function acceptButton(session: PaySession, labels: GatewayFormMount['labels']): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'AcceptUI';
  const settings: Record<string, string> = {
    apiLoginID: session.extra.api_login_id ?? '',
    clientKey: session.public_key,
    responseHandler: 'gableAccepted',
    // Without the amount, which may differ in the next attempt.
    acceptUIFormBtnTxt: labels.confirm,
    acceptUIFormHeaderTxt: labels.title,
    billingAddressOptions: '{"show":true,"required":false}',
    paymentOptions: '{"showCreditCard":true,"showBankAccount":false}',
  };
  for (const [name, value] of Object.entries(settings)) button.setAttribute(`data-${name}`, value);
  return button;
}

interface AcceptReply {
  messages: { resultCode: string; message?: { text: string }[] };
  opaqueData?: { dataValue: string; dataDescriptor: string };
}

const paypal: Opens = async (session, { box }, hears) => {
  const buttons = outer.paypal.Buttons({
    createOrder: async () => session.extra.order_id,
    onApprove: async (data: { orderID: string }) => hears.onToken({ token: data.orderID }),
    onCancel: () => hears.onProblem(''),
    onError: () => hears.onProblem(''),
  });
  await buttons.render(box);
  return { submit: null, remove: () => box.replaceChildren() };
};

const fortis: Opens = async (session, { box }, hears) => {
  const elements = new outer.Commerce.elements(session.client_token);
  const ready = new Promise<void>((done) => elements.on('ready', () => done()));
  elements.on('done', (reply: { data: { id: string } }) => hears.onToken({ token: reply.data.id }));
  elements.on('validationError', (reply: unknown) => hears.onProblem(problemOf(reply)));
  elements.on('error', (reply: unknown) => hears.onProblem(problemOf(reply)));
  box.id = 'gable-card';
  elements.create({
    container: '#gable-card',
    environment: session.extra.environment,
    view: 'default',
    showReceipt: false,
    showSubmitButton: false,
  });
  await ready;
  return { submit: async () => elements.submit(), remove: () => box.replaceChildren() };
};

function problemOf(reply: unknown): string {
  const { error, message } = (reply ?? {}) as { error?: unknown; message?: unknown };
  return typeof error === 'string' ? error : typeof message === 'string' ? message : '';
}

const drivers: Readonly<Record<number, Opens>> = {
  3: authorizeNet,
  4: square,
  5: stripe,
  6: paypal,
  7: fortis,
};
