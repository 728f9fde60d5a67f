import { simSignatureKey } from '#simulators/pay/authorize-net/simulator.ts';
import type { SimCard } from '#simulators/pay/kit/cards.ts';
import type { PaySimulator } from '#simulators/pay/kit/provider.ts';
import type { PaySimulators } from '#simulators/pay/pay-simulators.ts';
import type { PaySession } from '../pay-contract.ts';

export type TestGateway = 3 | 4 | 5 | 6 | 7;
export const testGateways: readonly TestGateway[] = [3, 4, 5, 6, 7];

/** Keys that the simulators accept. */
export const testGatewayKeys: Record<TestGateway, Record<string, string>> = {
  3: {
    api_login_id: 'gableLogin',
    transaction_key: 'gableTransactionKey',
    public_client_key: 'clientKey',
    signature_key: simSignatureKey,
  },
  4: {
    application_id: 'sandbox-sq0idb-gable',
    location_id: 'L88917AVBK2S5',
    access_token: 'EAAAsimulatedAccessToken',
  },
  5: { publishable_key: 'pk_test_gable', secret_key: 'sk_test_gableSecretKey' },
  6: { client_id: 'AaSimulatedClientId', client_secret: 'EESimulatedClientSecret' },
  7: {
    user_id: '11e9simulateduser',
    user_api_key: '11e9SimulatedUserApiKey',
    location_id: '11e95f8ec39de8fbdb0a4f1a',
    product_transaction_id: '11e9product',
    developer_id: 'gable-dev',
  },
};

const typed = (number: string, more: Partial<SimCard> = {}): SimCard => ({
  number,
  expMonth: 12,
  expYear: 2034,
  cvc: '123',
  postalCode: '78701',
  ...more,
});

/** What a payer enters at each gateway. PayPal asks for a choice instead of a card. */
const cards: Record<TestGateway, { good: SimCard; declined: SimCard }> = {
  3: {
    good: typed('4007000000027', { cvc: '900' }),
    declined: typed('4007000000027', { cvc: '900', postalCode: '46282' }),
  },
  4: {
    good: typed('4111111111111111', { cvc: '111' }),
    declined: typed('4000000000000002', { cvc: '111' }),
  },
  5: { good: typed('4242424242424242'), declined: typed('4000000000000002') },
  6: {
    good: typed('none', { postalCode: 'approve' }),
    declined: typed('none', { postalCode: 'wrong funding source' }),
  },
  7: { good: typed('4111111111111111'), declined: typed('4000000000000002') },
};

/** Card numbers that tests enter; none of them may appear anywhere in our data. */
export const typedCardNumbers = ['4007000000027', '4111111111111111', '4242424242424242', '4000000000000002'];

/** Returns the simulator of a gateway. */
export function getSimulator(sims: PaySimulators, gateway: TestGateway): PaySimulator {
  const all = { 3: sims.authorizeNet, 4: sims.square, 5: sims.stripe, 6: sims.paypal, 7: sims.fortis };
  return all[gateway];
}

/** Acts as the payer at the gateway of a session and returns what the page gets: a token, never a card. */
export function createTestToken(
  sim: PaySimulator,
  session: Pick<PaySession, 'gateway' | 'client_token' | 'extra'>,
  choice: 'good' | 'declined',
): { token: string; descriptor?: string } {
  const { browser } = sim;
  const card = cards[session.gateway as TestGateway][choice];
  if (session.gateway === 3) {
    const { opaqueData } = browser.tokenize(card, {}) as {
      opaqueData: { dataDescriptor: string; dataValue: string };
    };
    return { token: opaqueData.dataValue, descriptor: opaqueData.dataDescriptor };
  }
  if (session.gateway === 4)
    return { token: (browser.tokenize(card, { has_details: '1' }) as { token: string }).token };
  if (session.gateway === 5) {
    browser.tokenize(card, { client_secret: session.client_token });
    return { token: session.client_token.split('_secret')[0] ?? '' };
  }
  if (session.gateway === 6) {
    const id = session.extra.order_id ?? '';
    const form = new URLSearchParams({ choice: card.postalCode });
    browser.hosted({ method: 'POST', path: `approve/${id}`, form, publicUrl: '' });
    return { token: id };
  }
  const reply = browser.tokenize(card, { client_token: session.client_token });
  return { token: (reply as { data: { id: string } }).data.id };
}

const pageCards: Partial<Record<TestGateway, { number: string; cvc: string }>> = {
  3: { number: '4007000000027', cvc: '900' },
  4: { number: '4111111111111111', cvc: '111' },
  5: { number: '4242424242424242', cvc: '123' },
  7: { number: '4111111111111111', cvc: '123' },
};

/** Acts as the payer on the hosted page and returns the redirect target; empty when they stay there. */
export function payOnGatewayPage(
  sim: PaySimulator,
  session: Pick<PaySession, 'gateway' | 'redirect'>,
  choice: 'pay' | 'cancel',
  other: Record<string, string> = {},
): string {
  const { pathname } = new URL(session.redirect?.url ?? '');
  const path = pathname.replace(/^\/hosted\/[\w-]+\//, '');
  const typed = {
    ...pageCards[session.gateway as TestGateway],
    expiry: '12/34',
    postal_code: '78701',
    ...other,
  };
  const isPaypal = session.gateway === 6;
  const fields = isPaypal ? { choice: choice === 'pay' ? 'approve' : 'cancel' } : { choice, ...typed };
  const form = new URLSearchParams({ ...fields, ...session.redirect?.fields });
  const reply = sim.browser.hosted({ method: 'POST', path, form, publicUrl: '' });
  return reply?.headers?.location ?? '';
}
