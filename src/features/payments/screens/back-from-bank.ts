import { pageSearch } from '#web/address.ts';

/** Names the try in the address to which a payer comes back from a check by the bank. */
const ours = 'attempt';
const theirs = ['payment_intent', 'payment_intent_client_secret', 'redirect_status', 'source_type'];

/** Where the gateway sends the payer after a check by the bank: this page, about this try. */
export function addressAfterBank(attemptId: string): string {
  const url = new URL(window.location.href);
  url.searchParams.set(ours, attemptId);
  url.hash = '';
  return url.href;
}

/** With which try the payer has come back. No other is asked about: only a part may have been paid. */
export function attemptFromBank(): string | null {
  return new URLSearchParams(pageSearch()).get(ours);
}

/** Takes what the bank and the gateway added out of the address: loading the page again asks nothing. */
export function cleanAddress(): void {
  const url = new URL(window.location.href);
  const names = [ours, ...theirs].filter((name) => url.searchParams.has(name));
  if (names.length === 0) return;
  for (const name of names) url.searchParams.delete(name);
  window.history.replaceState(window.history.state, '', url);
}
