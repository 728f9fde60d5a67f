import { startAnetSimulator } from './authorize-net/simulator.ts';
import { publicApi } from './browser/public-pages.ts';
import { startFortisSimulator } from './fortis/simulator.ts';
import { controlRoutes } from './kit/control.ts';
import { type ListenerPlace, startListener } from './kit/listener.ts';
import type { PaySimulator } from './kit/provider.ts';
import { startPaypalSimulator } from './paypal/simulator.ts';
import { startSquareSimulator } from './square/simulator.ts';
import { startStripeSimulator } from './stripe/simulator.ts';

/** All gateway simulators, each on a separate port, and one more port for what browsers need. */
export interface PaySimulators {
  readonly stripe: PaySimulator;
  readonly square: PaySimulator;
  readonly authorizeNet: PaySimulator;
  readonly paypal: PaySimulator;
  readonly fortis: PaySimulator;
  /** Scripts, frames, hosted pages and the control API. */
  readonly publicUrl: string;
  stop(): Promise<void>;
}

export interface PaySimulatorsOptions {
  /** Port of the public pages, followed by those of the five APIs; 0 or undefined uses any free ports. */
  readonly portBase?: number;
  /** Where browsers reach the public port; undefined: on this computer only. The APIs are always on loopback. */
  readonly place?: ListenerPlace;
  /** Public URL of the public port, when it is behind a proxy. */
  readonly publicUrl?: string;
  /** Required for the control API; without it only local callers may use it. */
  readonly controlToken?: string;
}

/** Starts all simulators. State is in memory: a restart clears every payment. */
export async function startPaySimulators(options: PaySimulatorsOptions = {}): Promise<PaySimulators> {
  let publicUrl = options.publicUrl ?? '';
  const at = (n: number) => ({
    port: options.portBase ? options.portBase + n : 0,
    publicUrl: () => publicUrl,
  });
  const stripe = await startStripeSimulator(at(1));
  const square = await startSquareSimulator(at(2));
  const authorizeNet = await startAnetSimulator(at(3));
  const paypal = await startPaypalSimulator(at(4));
  const fortis = await startFortisSimulator(at(5));
  const all = [stripe, square, authorizeNet, paypal, fortis];
  const find = (name: string) => all.find((sim) => sim.provider === name);
  const routes = controlRoutes(all, options.controlToken ?? null);
  const pages = await startListener(
    publicApi(find, routes, () => publicUrl),
    options.portBase,
    options.place,
  );
  publicUrl ||= pages.url;
  return {
    stripe,
    square,
    authorizeNet,
    paypal,
    fortis,
    publicUrl,
    stop: async () => {
      await Promise.all([...all.map((sim) => sim.stop()), pages.stop()]);
    },
  };
}
