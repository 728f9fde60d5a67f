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

it('leads to the gateway’s page, and from its return to the address the payer left from', () => {
  at(own);
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue();
  redirectToGateway(attempt, { url: 'https://gateway.test/pay/1', method: 'GET', fields: {} });
  expect(assign).toHaveBeenCalledWith('https://gateway.test/pay/1');
  // The gateway knows the page and the try, not who the payer is here.
  at(`/invoice/abc?attempt=${attempt}&token=T1&PayerID=P1`);
  expect(restoreOriginalAddress()).toBe(true);
  const back = new URL(String(replace.mock.calls[0]?.[0]));
  expect(`${back.pathname}${back.search}`).toBe(`${own}&attempt=${attempt}`);
  at(`${own}&attempt=${attempt}`);
  // Once: loading that page again asks for the payment, and leads nowhere.
  expect(restoreOriginalAddress()).toBe(false);
  expect(returnedAttemptId()).toBe(attempt);
  removeGatewayParams();
  expect(window.location.search).toBe('?p=mine');
});

it('sends what the gateway’s page takes in a form', () => {
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

it('a browser that has forgotten where it came from stays, and takes what gateways add out of the address', () => {
  at(`/invoice/abc?attempt=${attempt}&cs=cs_1&transactionId=T&orderId=O`);
  expect(restoreOriginalAddress()).toBe(false);
  removeGatewayParams();
  expect(window.location.search).toBe('');
});

it('is led nowhere else by what lies in the tab’s memory', () => {
  sessionStorage.setItem(`paying.${attempt}`, 'https://elsewhere.test/steal');
  at(`/invoice/abc?attempt=${attempt}`);
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue();
  expect(restoreOriginalAddress()).toBe(false);
  expect(replace).not.toHaveBeenCalled();
});
