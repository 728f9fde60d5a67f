import { afterEach, expect, it, vi } from 'vitest';
import {
  redirectToGateway,
  removeGatewayParams,
  restoreOriginalAddress,
  returnedAttemptId,
} from './gateway-return.ts';

const attempt = 'pa0123456789abcdef';
const own = '/create-payment/abc?p=mine';
const at = (path: string) => window.history.replaceState(null, '', path);

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  document.body.replaceChildren();
  at('/');
});

it('redirects to the gateway’s page, and after the return to the payer’s original address', () => {
  at(own);
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue();
  redirectToGateway(attempt, { url: 'https://gateway.test/pay/1', method: 'GET', fields: {} });
  expect(assign).toHaveBeenCalledWith('https://gateway.test/pay/1');
  // The gateway knows the page and the attempt, but not the payer's personal link.
  at(`/invoice/abc?attempt=${attempt}&token=T1&PayerID=P1`);
  expect(restoreOriginalAddress()).toBe(true);
  const back = new URL(String(replace.mock.calls[0]?.[0]));
  expect(`${back.pathname}${back.search}`).toBe(`${own}&attempt=${attempt}`);
  at(`${own}&attempt=${attempt}`);
  // Only once: reloading that page asks for the payment and does not redirect.
  expect(restoreOriginalAddress()).toBe(false);
  expect(returnedAttemptId()).toBe(attempt);
  removeGatewayParams();
  expect(window.location.search).toBe('?p=mine');
});

it('submits a form where the gateway’s page requires a POST', () => {
  const sent: Record<string, string>[] = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const fields = [...this.querySelectorAll('input')].map((one) => [one.name, one.value]);
    sent.push({ ...Object.fromEntries(fields), action: this.action, method: this.method });
  });
  redirectToGateway(attempt, {
    url: 'https://gateway.test/payment',
    method: 'POST',
    fields: { token: 'abc' },
  });
  expect(sent).toEqual([{ token: 'abc', action: 'https://gateway.test/payment', method: 'post' }]);
});

it('stays on the page when the original address is unknown, and removes the gateway’s parameters', () => {
  at(`/invoice/abc?attempt=${attempt}&cs=cs_1&transactionId=T&orderId=O`);
  expect(restoreOriginalAddress()).toBe(false);
  removeGatewayParams();
  expect(window.location.search).toBe('');
});

it('never redirects to another origin found in session storage', () => {
  sessionStorage.setItem(`paying.${attempt}`, 'https://elsewhere.test/steal');
  at(`/invoice/abc?attempt=${attempt}`);
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue();
  expect(restoreOriginalAddress()).toBe(false);
  expect(replace).not.toHaveBeenCalled();
});
