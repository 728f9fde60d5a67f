import { pageSearch } from '#web/navigation/page-address.ts';
import type { PaySession } from '../../pay-contract.ts';

/** The query parameter that names the attempt when a payer returns from a bank check. */
const ours = 'attempt';
const theirs = [
  ...['payment_intent', 'payment_intent_client_secret', 'redirect_status', 'source_type', 'cs'],
  ...['token', 'PayerID', 'transactionId', 'orderId', 'checkoutId', 'referenceId'],
];
const left = (attemptId: string) => `paying.${attemptId}`;

/** Redirects the payer to the gateway's page and remembers the original address in this tab. */
export function redirectToGateway(attemptId: string, to: NonNullable<PaySession['redirect']>): void {
  try {
    sessionStorage.setItem(left(attemptId), window.location.href);
  } catch {
    // Without storage they return without their personal link; the payment is found anyway.
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
 * Redirects a payer who returns from the gateway's page to their original address, which includes their personal link;
 * the gateway only gets the address of the page. Returns whether it redirects.
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

/** Returns where the gateway sends the payer after a bank check: this page, with the attempt. */
export function gatewayReturnUrl(attemptId: string): string {
  const url = new URL(window.location.href);
  url.searchParams.set(ours, attemptId);
  url.hash = '';
  return url.href;
}

/** Returns the attempt the payer has returned with. Others are not asked about: only a part may have been paid. */
export function returnedAttemptId(): string | null {
  return new URLSearchParams(pageSearch()).get(ours);
}

/** Removes the parameters of the bank and the gateway from the address, so that a reload asks for nothing. */
export function removeGatewayParams(): void {
  const url = new URL(window.location.href);
  const names = [ours, ...theirs].filter((name) => url.searchParams.has(name));
  if (names.length === 0) return;
  for (const name of names) url.searchParams.delete(name);
  window.history.replaceState(window.history.state, '', url);
}
