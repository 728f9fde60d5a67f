import type { PaySimulator, SimulatorOptions } from '../kit/provider.ts';
import { startSimulator } from '../kit/simulator.ts';
import { anetBrowser } from './browser.ts';
import { type AnetState, anetSigner, emptyLedger, settle } from './ledger.ts';
import { anetApi } from './routes.ts';

/** The signature key of the only merchant, for use in the form. */
export const simSignatureKey = '5A'.repeat(64);

/** Starts a local Authorize.Net simulator; it settles at midnight UTC of its clock. */
export function startAnetSimulator(options: SimulatorOptions = {}): Promise<PaySimulator> {
  const head = {
    provider: 'authorize-net',
    userAgent: 'Authorize.Net Webhooks',
    signer: () => anetSigner,
  };
  return startSimulator(options, head, (parts) => {
    const world: AnetState = { ...parts, book: emptyLedger(), signatureKey: simSignatureKey };
    parts.clock.onAdvance(() => settle(world));
    return {
      api: anetApi(world),
      browser: anetBrowser(world),
      payments: () =>
        [...world.book.transactions.values()]
          .filter((one) => one.kind === 'authCaptureTransaction')
          .map((one) => ({
            ref: one.id,
            attemptId: one.refId,
            amountMinor: one.amount,
            refundedMinor: one.refunded,
            isCharged: !['declined', 'generalError'].includes(one.status),
          })),
      clear() {
        world.book = emptyLedger();
      },
    };
  });
}
