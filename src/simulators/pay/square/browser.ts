import { choicePage, formPage, redirectTo, webPage } from '../browser/pages.ts';
import { brandOf, cardOf, type TestCard } from '../kit/cards.ts';
import type { SimReply } from '../kit/listener.ts';
import type { SimBrowser } from '../kit/provider.ts';
import {
  cardErrorCode,
  type NonceRow,
  newPayment,
  requiresBuyerVerification,
  type SquareState,
} from './ledger.ts';

const testCards: readonly TestCard[] = [
  { label: 'Succeeds', number: '4111111111111111', cvc: '111' },
  { label: 'Mastercard', number: '5105105105105100', cvc: '111' },
  { label: 'Amex', number: '340000000000009', cvc: '1111' },
  { label: 'Declined', number: '4000000000000002' },
  { label: 'Wrong CVV', number: '4111111111111111', cvc: '911' },
  { label: 'Wrong postal code', number: '4111111111111111', cvc: '111', postalCode: '99999' },
  { label: 'Wrong expiry', number: '4111111111111111', cvc: '111', expiry: '01/40' },
  { label: 'Needs verification', number: '4800000000000004', cvc: '111' },
];

/** The subset of the Web Payments SDK that we call. */
const script = `
window.Square = {
  payments: function (applicationId, locationId) {
    return {
      card: async function () {
        var frame = null;
        return {
          attach: async function (where) {
            frame = sim.frame('square', where, { application_id: applicationId, location_id: locationId });
            await frame.ready;
          },
          tokenize: async function (details) {
            var reply = await frame.submit({ has_details: details ? '1' : '' });
            if (!reply.challenge) return reply;
            var signal = await sim.challenge('square', reply.challenge);
            if (signal === 'sim-closed')
              return { status: 'ERROR', errors: [{ type: 'VERIFICATION_ERROR', message: 'The check by the bank was closed.' }] };
            return { status: reply.status, token: reply.token, details: reply.details };
          },
          destroy: async function () { if (frame) frame.remove(); }
        };
      }
    };
  }
};`;

/** Returns the script of the Web Payments SDK and what it asks the simulator. */
export function squareBrowser(world: SquareState): SimBrowser {
  return {
    script,
    testCards,
    invalid: (message) => ({
      status: 'ERROR',
      errors: [{ type: 'VALIDATION_ERROR', message, field: 'cardNumber' }],
    }),
    tokenize(card, context) {
      const token = `cnon:${world.ids.text(26)}`;
      const isAsked = requiresBuyerVerification(card);
      world.book.nonces.set(token, { card, isVerified: !isAsked, isUsed: false });
      const shown = {
        brand: brandOf(card.number).toUpperCase(),
        last4: card.number.slice(-4),
        expMonth: card.expMonth,
        expYear: card.expYear,
      };
      // Without details of the purchase the buyer is not asked to verify, and the charge is declined.
      const challenge = isAsked && context.has_details === '1' ? { challenge: token.slice(5) } : {};
      return { status: 'OK', token, details: { method: 'Card', card: shown }, ...challenge };
    },
    hosted({ method, path, form }) {
      const asked = world.book.nonces.get(`cnon:${/^challenge\/(\w+)$/.exec(path)?.[1] ?? ''}`);
      if (asked) return bankPage(asked, method, form.get('choice'));
      const link = world.book.links.get(/^pay\/(\w+)$/.exec(path)?.[1] ?? '');
      if (!link) return null;
      if (link.isPaid) return webPage('Checkout', '<p>This link is paid.</p>');
      if (method === 'GET') return formPage('Checkout', link.amount, testCards);
      if (form.get('choice') === 'cancel') return redirectTo(link.redirectUrl);
      const card = cardOf(Object.fromEntries(form));
      const problem = typeof card === 'string' ? card : cardErrorCode(card, true);
      if (typeof card === 'string') return formPage('Checkout', link.amount, testCards, card);
      const { amount, currency, note, orderId, location } = link;
      newPayment(world, { amount, currency, note, orderId, location, card, error: problem, reference: null });
      if (problem) return formPage('Checkout', link.amount, testCards, problem);
      link.isPaid = true;
      return redirectTo(link.redirectUrl);
    },
  };
}

/** [U] The bank page's design and results: a denial shows in the charge, closing the page gives no token. */
function bankPage(nonce: NonceRow, method: string, choice: string | null): SimReply {
  const title = '3-D Secure';
  if (method === 'GET')
    return choicePage(title, 'Confirm this payment with your bank.', ['approve', 'deny', 'close']);
  if (choice === 'approve') nonce.isVerified = true;
  return webPage(title, '<p>Done.</p>', choice === 'close' ? 'sim-closed' : 'sim-done');
}
