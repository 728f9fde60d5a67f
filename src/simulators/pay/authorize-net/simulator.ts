import { simClock } from '../kit/clock.ts';
import { simIds } from '../kit/ids.ts';
import { startListener } from '../kit/listener.ts';
import type { PaySimulator, SimulatorOptions } from '../kit/provider.ts';
import { simWebhooks } from '../kit/webhooks.ts';
import { anetBrowser } from './browser.ts';
import { type AnetState, anetSigner, emptyLedger, settle } from './ledger.ts';
import { anetApi } from './routes.ts';

/** The signature key of the only merchant, for use in the form. */
export const simSignatureKey = '5A'.repeat(64);

/** Starts a local Authorize.Net simulator; it settles at midnight UTC of its clock. */
export async function startAnetSimulator(options: SimulatorOptions = {}): Promise<PaySimulator> {
  const clock = simClock();
  const ids = simIds();
  const webhooks = simWebhooks({ clock, ids, userAgent: 'Authorize.Net Webhooks', sign: anetSigner });
  const publicUrl = options.publicUrl ?? (() => 'http://127.0.0.1');
  const world: AnetState = {
    book: emptyLedger(),
    clock,
    ids,
    webhooks,
    publicUrl,
    signatureKey: simSignatureKey,
  };
  clock.onAdvance(() => settle(world));
  const listener = await startListener(anetApi(world), options.port);
  return {
    provider: 'authorize-net',
    url: listener.url,
    listener,
    webhooks,
    clock,
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
    reset() {
      world.book = emptyLedger();
      webhooks.reset();
      clock.reset();
      listener.faults.clear();
      listener.forget();
      ids.seed(1);
    },
    seed: (seed) => ids.seed(seed),
    stop: () => listener.stop(),
  };
}
