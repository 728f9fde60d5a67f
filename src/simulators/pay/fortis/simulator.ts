import { simClock } from '../kit/clock.ts';
import { simIds } from '../kit/ids.ts';
import { startListener } from '../kit/listener.ts';
import type { PaySimulator, SimulatorOptions } from '../kit/provider.ts';
import { simWebhooks } from '../kit/webhooks.ts';
import { fortisBrowser } from './browser.ts';
import { emptyLedger, type FortisState, fortisSigner, settle } from './ledger.ts';
import { fortisApi } from './routes.ts';

/** Starts a local Fortis simulator; it settles at midnight UTC of its clock. */
export async function startFortisSimulator(options: SimulatorOptions = {}): Promise<PaySimulator> {
  const clock = simClock();
  const ids = simIds();
  const webhooks = simWebhooks({ clock, ids, userAgent: 'Fortis Postback', sign: fortisSigner });
  const publicUrl = options.publicUrl ?? (() => 'http://sim.test');
  const world: FortisState = { book: emptyLedger(), clock, ids, webhooks, publicUrl };
  clock.onAdvance(() => settle(world));
  const listener = await startListener(fortisApi(world), options.port);
  return {
    provider: 'fortis',
    url: listener.url,
    listener,
    webhooks,
    clock,
    browser: fortisBrowser(world),
    payments: () =>
      [...world.book.transactions.values()]
        .filter((one) => one.previous === null)
        .map((one) => ({
          ref: one.id,
          attemptId: one.apiId ?? world.book.paylinks.get(one.paylinkId ?? '')?.apiId ?? null,
          amountMinor: one.amount,
          refundedMinor: one.refunded,
          isCharged: one.status !== 301 && one.reason === 1000,
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
