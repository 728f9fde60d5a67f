import { pageSearch } from '#web/page-address.ts';
import type { PaySession } from '../../pay-contract.ts';

/** Names the try in the address to which a payer comes back from a check by the bank. */
const ours = 'attempt';
const theirs = [
  ...['payment_intent', 'payment_intent_client_secret', 'redirect_status', 'source_type', 'cs'],
  ...['token', 'PayerID', 'transactionId', 'orderId', 'checkoutId', 'referenceId'],
];
const left = (attemptId: string) => `paying.${attemptId}`;

/** Leads the payer to the gateway's own page; from which address they left is remembered in this tab. */
export function redirectToGateway(attemptId: string, to: NonNullable<PaySession['redirect']>): void {
  try {
    sessionStorage.setItem(left(attemptId), window.location.href);
  } catch {
    // Without storage they come back without their personal link; the payment is found all the same.
  }
  if (to.method === 'GET') {
    window.location.assign(to.url);
    return;
  }
  const form = document.createElement('form');
  form.method = 'post';
  form.action = to.url;
  for (const [name, value] of Object.entries(to.fields)) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

/**
 * Brings somebody who is back from the gateway's page to the address they left from, which knows them by their personal link;
 * the gateway is told of the page only. Says whether they are on their way.
 */
export function restoreOriginalAddress(): boolean {
  const attemptId = returnedAttemptId();
  if (!attemptId) return false;
  try {
    const known = sessionStorage.getItem(left(attemptId));
    sessionStorage.removeItem(left(attemptId));
    if (!known) return false;
    const url = new URL(known);
    if (url.origin !== window.location.origin) return false;
    url.searchParams.set(ours, attemptId);
    url.hash = '';
    if (url.href === window.location.href) return false;
    window.location.replace(url.href);
    return true;
  } catch {
    return false;
  }
}

/** Where the gateway sends the payer after a check by the bank: this page, about this try. */
export function gatewayReturnUrl(attemptId: string): string {
  const url = new URL(window.location.href);
  url.searchParams.set(ours, attemptId);
  url.hash = '';
  return url.href;
}

/** With which try the payer has come back. No other is asked about: only a part may have been paid. */
export function returnedAttemptId(): string | null {
  return new URLSearchParams(pageSearch()).get(ours);
}

/** Takes what the bank and the gateway added out of the address: loading the page again asks nothing. */
export function removeGatewayParams(): void {
  const url = new URL(window.location.href);
  const names = [ours, ...theirs].filter((name) => url.searchParams.has(name));
  if (names.length === 0) return;
  for (const name of names) url.searchParams.delete(name);
  window.history.replaceState(window.history.state, '', url);
}
