import { choicePage, formPage, redirectTo, webPage } from '../browser/pages.ts';
import { cardOf, type TestCard } from '../kit/cards.ts';
import type { SimReply } from '../kit/listener.ts';
import type { SimBrowser } from '../kit/provider.ts';
import type { StripeAccount } from './account.ts';
import type { SessionRow } from './ledger.ts';

const testCards: readonly TestCard[] = [
  { label: 'Succeeds', number: '4242424242424242' },
  { label: 'Declined', number: '4000000000000002' },
  { label: 'Insufficient funds', number: '4000000000009995' },
  { label: 'Expired card', number: '4000000000000069' },
  { label: 'Wrong CVC', number: '4000000000000127' },
  { label: 'Processing error', number: '4000000000000119' },
  { label: 'Needs 3-D Secure', number: '4000002500003155' },
  { label: 'Disputed later', number: '4000000000000259' },
];

/** The subset of Stripe.js that we call, on top of the frame kit (`sim`). */
const script = `
window.Stripe = function (publishableKey) {
  function outcome(reply) {
    return reply.error ? { error: reply.error } : { paymentIntent: reply };
  }
  async function settled(reply) {
    if (!reply.error && reply.status === 'requires_action') {
      await sim.challenge('stripe', reply.id);
      return outcome(await sim.ask('stripe', { action: 'retrieve', client_secret: reply.client_secret }));
    }
    return outcome(reply);
  }
  return {
    elements: function (options) {
      var frame = null, handlers = {};
      var element = {
        mount: function (where) {
          frame = sim.frame('stripe', where, { client_secret: options.clientSecret, publishable_key: publishableKey });
          frame.ready.then(function () { (handlers.ready || []).forEach(function (run) { run({}); }); });
          frame.onChange(function (state) { (handlers.change || []).forEach(function (run) { run({ complete: state.complete }); }); });
        },
        on: function (name, run) { (handlers[name] = handlers[name] || []).push(run); return element; },
        unmount: function () { if (frame) frame.remove(); },
        destroy: function () { if (frame) frame.remove(); }
      };
      return {
        create: function () { return element; },
        getElement: function () { return element; },
        submit: function () { return frame.check(); },
        _pay: function () { return frame.submit(); }
      };
    },
    confirmPayment: async function (options) { return settled(await options.elements._pay()); },
    handleNextAction: async function (options) {
      return settled(await sim.ask('stripe', { action: 'retrieve', client_secret: options.clientSecret }));
    },
    retrievePaymentIntent: async function (clientSecret) {
      return outcome(await sim.ask('stripe', { action: 'retrieve', client_secret: clientSecret }));
    }
  };
};`;

/** Returns the script of Stripe.js and what it asks the simulator. */
export function stripeBrowser(account: StripeAccount): SimBrowser {
  const bySecret = (secret: string | undefined) =>
    [...account.book.intents.values()].find((one) => one.clientSecret === secret);
  return {
    script,
    testCards,
    invalid: (message) => ({ error: { type: 'validation_error', message } }),
    tokenize(card, context) {
      const intent = bySecret(context.client_secret);
      if (!intent) return { error: { type: 'invalid_request_error', message: 'No such payment_intent' } };
      return JSON.parse(account.confirm(intent, card).body);
    },
    ask: (context) => {
      const intent = bySecret(context.client_secret);
      if (!intent) return { error: { type: 'invalid_request_error', message: 'No such payment_intent' } };
      const { id, status, clientSecret: client_secret, amount, currency, error: last_payment_error } = intent;
      return { id, object: 'payment_intent', status, client_secret, amount, currency, last_payment_error };
    },
    hosted({ method, path, form, publicUrl }) {
      const challenge = /^challenge\/(pi_\w+)$/.exec(path);
      const intent = challenge ? account.book.intents.get(challenge[1] ?? '') : undefined;
      if (intent) {
        if (method === 'GET')
          return choicePage('3-D Secure', `Pay ${intent.amount / 100} ${intent.currency}?`, [
            'approve',
            'deny',
            'close',
          ]);
        if (form.get('choice') !== 'close') account.answerChallenge(intent, form.get('choice') === 'approve');
        return webPage('3-D Secure', '<p>Done.</p>', 'sim-done');
      }
      const checkout = /^checkout\/(cs_\w+)$/.exec(path);
      const session = checkout ? account.book.sessions.get(checkout[1] ?? '') : undefined;
      return session ? checkoutPage(account, session, method, form, publicUrl) : null;
    },
  };
}

function checkoutPage(
  account: StripeAccount,
  session: SessionRow,
  method: string,
  form: URLSearchParams,
  publicUrl: string,
): SimReply {
  if (session.status !== 'open') return webPage('Checkout', '<p>This checkout is closed.</p>');
  if (method === 'GET') return formPage('Checkout', session.intent.amount, testCards);
  if (form.get('choice') === 'cancel') return redirectTo(session.cancelUrl);
  const card = cardOf(Object.fromEntries(form));
  if (typeof card === 'string') return formPage('Checkout', session.intent.amount, testCards, card);
  account.confirm(session.intent, card);
  if (session.intent.status === 'requires_action')
    return redirectTo(`${publicUrl}/hosted/stripe/challenge/${session.intent.id}`);
  if (session.intent.error)
    return formPage('Checkout', session.intent.amount, testCards, String(session.intent.error.message));
  return redirectTo(session.successUrl.replace('{CHECKOUT_SESSION_ID}', session.id));
}
