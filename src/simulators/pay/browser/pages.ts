import type { TestCard } from '../kit/cards.ts';
import type { SimReply } from '../kit/listener.ts';

const style = `<style>
:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif }
body { margin: 0; padding: 12px } h1 { font-size: 18px; margin: 0 0 8px }
label { display: block; margin: 8px 0 2px; font-size: 14px }
input { font: inherit; width: 100%; box-sizing: border-box; padding: 8px; border: 1px solid #888; border-radius: 4px }
.row { display: flex; gap: 8px } .row > * { flex: 1; min-width: 0 }
button { font: inherit; padding: 8px 14px; margin: 8px 6px 0 0; cursor: pointer }
.note { background: #7a4a00; color: #fff; padding: 4px 8px; border-radius: 4px; font-size: 13px; font-weight: 600 }
.cards button { font-size: 13px; padding: 4px 8px; margin: 4px 4px 0 0 } [role=alert] { color: light-dark(#c92a2a, #ff8787); min-height: 1.4em }
</style>`;

/** Returns a page of a simulator; `signal` is sent to the page that framed it. */
export function webPage(title: string, body: string, signal?: string): SimReply {
  const signalScript = signal ? `<script>parent.postMessage(${JSON.stringify(signal)}, '*')</script>` : '';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)} (simulator)</title>${style}</head><body><p class="note">SIMULATOR – use test cards</p>
<h1>${escaped(title)}</h1>${body}${signalScript}</body></html>`;
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: html,
  };
}

/** Returns a page with buttons that post `choice`. */
export function choicePage(title: string, text: string, choices: readonly string[]): SimReply {
  const buttons = choices
    .map(
      (one) =>
        `<button name="choice" value="${escaped(one)}">${escaped(one[0]?.toUpperCase() + one.slice(1))}</button>`,
    )
    .join('');
  return webPage(title, `<p>${escaped(text)}</p><form method="post">${buttons}</form>`);
}

/** Returns a hosted page with card fields and clickable test cards. */
export function formPage(
  title: string,
  amountMinor: number,
  cards: readonly TestCard[],
  problem = '',
): SimReply {
  const pay = `<button name="choice" value="pay">Pay ${(amountMinor / 100).toFixed(2)}</button>`;
  const back = '<button name="choice" value="cancel" formnovalidate>Cancel</button>';
  return webPage(
    title,
    `<form method="post">${cardFields()}<p role="alert">${escaped(problem)}</p>${pay}${back}</form>${cardButtons(cards)}`,
  );
}

/** Returns the inputs of a card as HTML. */
export function cardFields(): string {
  return `<label for="number">Card number</label><input id="number" name="number" inputmode="numeric" autocomplete="off">
<div class="row"><div><label for="expiry">Expiry (MM/YY)</label><input id="expiry" name="expiry" autocomplete="off"></div>
<div><label for="cvc">Security code</label><input id="cvc" name="cvc" inputmode="numeric" autocomplete="off"></div>
<div><label for="postal_code">Postal code</label><input id="postal_code" name="postal_code" autocomplete="off"></div></div>`;
}

/** Returns buttons that fill the inputs with test cards, as HTML. */
export function cardButtons(cards: readonly TestCard[]): string {
  const buttons = cards
    .map(
      (card) =>
        `<button type="button" data-card="${escaped(JSON.stringify(card))}">${escaped(card.label)}</button>`,
    )
    .join('');
  return `<div class="cards" role="group" aria-label="Test cards">${buttons}</div><script>
document.querySelectorAll('[data-card]').forEach(function (button) {
  button.addEventListener('click', function () {
    var card = JSON.parse(button.dataset.card);
    var set = function (id, value) { var field = document.getElementById(id); field.value = value; field.dispatchEvent(new Event('input', { bubbles: true })); };
    set('number', card.number); set('expiry', card.expiry || '12/34'); set('cvc', card.cvc || '123'); set('postal_code', card.postalCode || '78701');
  });
});</script>`;
}

/** Redirects the browser to a URL. */
export function redirectTo(url: string): SimReply {
  return { status: 303, headers: { location: url }, body: '' };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
