import { formPage, redirectTo, webPage } from '../browser/pages.ts';
import { brandOf, cardOf, type TestCard } from '../kit/cards.ts';
import type { SimBrowser } from '../kit/provider.ts';
import { type AnetState, accountTypes, chargeCard, isDuplicate, newNonce } from './ledger.ts';

const tokenMs = 15 * 60_000;

const testCards: readonly TestCard[] = [
  { label: 'Visa, succeeds', number: '4007000000027', cvc: '900' },
  { label: 'Visa 2', number: '4012888818888', cvc: '900' },
  { label: 'Mastercard', number: '5424000000000015', cvc: '900' },
  { label: 'Amex', number: '370000000000002', cvc: '9004' },
  { label: 'Discover', number: '6011000000000012', cvc: '900' },
  { label: 'Declined (ZIP 46282)', number: '4007000000027', cvc: '900', postalCode: '46282' },
  { label: 'Wrong card code', number: '4007000000027', cvc: '901' },
  { label: 'Address mismatch', number: '4007000000027', cvc: '900', postalCode: '46205' },
  { label: 'Held for review (simulator only)', number: '4007000000027', cvc: '999' },
];

/**
 * AcceptUI, like the provider's script: uses the first button that exists when it starts, reads it once and never
 * searches for another; inserts a style and a lightbox with a frame of its host, which the button then shows.
 */
const script = `
(function () {
  var button, options = {}, box, frame;
  function draw() {
    box = document.createElement('div');
    box.id = 'AcceptUIContainer';
    box.setAttribute('role', 'dialog');
    box.setAttribute('aria-label', options.header || 'Card');
    box.style.cssText = 'position:fixed;inset:10% 0 auto 0;margin:auto;max-width:420px;background:Canvas;border:1px solid;padding:8px';
    var pay = document.createElement('button');
    pay.type = 'button';
    pay.textContent = options.text || 'Pay';
    var place = document.createElement('div');
    box.append(place, pay);
    document.body.append(box);
    frame = sim.frame('authorize-net', place, { login: options.login, key: options.key });
    pay.addEventListener('click', async function () {
      var reply = await frame.submit();
      window[options.handler](reply);
      box.remove();
      draw();
    });
  }
  function start() {
    button = document.getElementsByClassName('AcceptUI')[0];
    options = {
      login: button.getAttribute('data-apiLoginID'),
      key: button.getAttribute('data-clientKey'),
      handler: button.getAttribute('data-responseHandler'),
      text: button.getAttribute('data-acceptUIFormBtnTxt'),
      header: button.getAttribute('data-acceptUIFormHeaderTxt')
    };
    button.addEventListener('click', function (event) {
      event.preventDefault();
      box.className = 'show';
      scrollTo(0, 0);
    });
    draw();
    var style = document.createElement('style');
    style.textContent = '#AcceptUIContainer { visibility: hidden; opacity: 0; z-index: -1 } #AcceptUIContainer.show { visibility: visible; opacity: 1; z-index: 9999 }';
    document.head.append(style);
  }
  if (document.readyState === 'complete') start();
  else document.addEventListener('readystatechange', function () { if (document.readyState === 'complete') start(); });
})();`;

/** Returns the script of Accept.js and what it asks the simulator. */
export function anetBrowser(world: AnetState): SimBrowser {
  return {
    script,
    testCards,
    invalid: (message) => ({
      messages: { resultCode: 'Error', message: [{ code: 'E_WC_05', text: message }] },
    }),
    tokenize(card) {
      const dataValue = newNonce(world.ids);
      world.book.nonces.set(dataValue, { card, madeMs: world.clock.ms(), isUsed: false });
      return {
        opaqueData: { dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', dataValue },
        messages: { resultCode: 'Ok', message: [{ code: 'I_WC_01', text: 'Successful.' }] },
        customerInformation: { firstName: '', lastName: '', zip: card.postalCode },
        encryptedCardData: {
          cardNumber: `XXXX${card.number.slice(-4)}`,
          expDate: `${card.expMonth}/${card.expYear}`,
          bin: accountTypes[brandOf(card.number)],
        },
      };
    },
    hosted({ method, path, form }) {
      const token = form.get('token') ?? '';
      const known = path === 'payment' ? world.book.hosted.get(token) : undefined;
      const row = known && world.clock.ms() - known.madeMs < tokenMs ? known : undefined;
      if (!row) return path === 'payment' ? webPage('Payment', '<p>This page is no longer valid.</p>') : null;
      const page = (problem = '') => withToken(formPage('Payment', row.amount, testCards, problem), token);
      if (method === 'GET' || !form.has('choice')) return page();
      if (form.get('choice') === 'cancel') return redirectTo(row.cancelUrl);
      const card = cardOf(Object.fromEntries(form));
      if (typeof card === 'string') return page(card);
      if (isDuplicate(world, card, row, 28_800)) return page('A duplicate transaction has been submitted.');
      const { verdict } = chargeCard(world, card, row);
      if (verdict.code === '2' || verdict.code === '3') return page(verdict.reason[1]);
      world.book.hosted.delete(token);
      return redirectTo(row.returnUrl);
    },
  };
}

function withToken<R extends { body: string }>(reply: R, token: string): R {
  return {
    ...reply,
    body: reply.body.replace(
      '<form method="post">',
      `<form method="post"><input type="hidden" name="token" value="${token}">`,
    ),
  };
}
