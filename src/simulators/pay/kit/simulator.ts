import { type SimClock, simClock } from './clock.ts';
import { type SimIds, simIds } from './ids.ts';
import { type SimApi, startListener } from './listener.ts';
import type { PaySimulator, SimulatorOptions } from './provider.ts';
import { type Signer, type SimWebhooks, simWebhooks } from './webhooks.ts';

/** What the state of every simulator is made of. */
export interface SimParts {
  readonly clock: SimClock;
  readonly ids: SimIds;
  readonly webhooks: SimWebhooks;
  /** Public URL of the pages of all simulators. */
  readonly publicUrl: () => string;
  /** The base URL of this simulator's API, once it listens. */
  readonly apiUrl: () => string;
}

/** How a provider delivers its webhooks. */
interface Head {
  readonly provider: string;
  readonly userAgent: string;
  /** Creates the signer of its webhooks. */
  signer(parts: Pick<SimParts, 'ids' | 'apiUrl'>): Signer;
}

/** What one provider adds: its API, its pages and its records. */
type SimProvider = Pick<PaySimulator, 'browser' | 'payments' | 'delayedEvents'> & {
  api: SimApi;
  /** Clears the provider's records. */
  clear(): void;
};

/** Starts a simulator: the API and pages that `open` creates, around its own clock, ids, webhooks and listener. */
export async function startSimulator(
  options: SimulatorOptions,
  head: Head,
  open: (parts: SimParts) => SimProvider,
): Promise<PaySimulator> {
  const clock = simClock();
  const ids = simIds();
  const publicUrl = options.publicUrl ?? (() => 'http://127.0.0.1');
  let url = '';
  const apiUrl = () => url;
  const { provider, userAgent } = head;
  const webhooks = simWebhooks({ clock, ids, userAgent, sign: head.signer({ ids, apiUrl }) });
  const { api, clear, ...own } = open({ clock, ids, webhooks, publicUrl, apiUrl });
  const listener = await startListener(api, options.port);
  url = listener.url;
  return {
    ...{ provider, url, listener, webhooks, clock },
    ...own,
    reset() {
      clear();
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
