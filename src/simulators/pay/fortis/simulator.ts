import type { PaySimulator, SimulatorOptions } from '../kit/provider.ts';
import { startSimulator } from '../kit/simulator.ts';
import { fortisBrowser } from './browser.ts';
import { emptyLedger, type FortisState, fortisSigner, settle } from './ledger.ts';
import { fortisApi } from './routes.ts';

/** Starts a local Fortis simulator; it settles at midnight UTC of its clock. */
export function startFortisSimulator(options: SimulatorOptions = {}): Promise<PaySimulator> {
  const head = {
    provider: 'fortis',
    userAgent: 'Fortis Postback',
    signer: () => fortisSigner,
  };
  return startSimulator(options, head, (parts) => {
    const world: FortisState = { ...parts, book: emptyLedger() };
    parts.clock.onAdvance(() => settle(world));
    return {
      api: fortisApi(world),
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
      clear() {
        world.book = emptyLedger();
      },
    };
  });
}
