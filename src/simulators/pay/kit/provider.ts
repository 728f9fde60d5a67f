import type { SimCard, TestCard } from './cards.ts';
import type { SimClock } from './clock.ts';
import type { SimListener, SimReply } from './listener.ts';
import type { SimWebhooks } from './webhooks.ts';

/** A payment in the simulator's own records, which tests compare with ours. */
interface RecordedPayment {
  readonly ref: string;
  readonly attemptId: string | null;
  readonly amountMinor: number;
  readonly refundedMinor: number;
  readonly isCharged: boolean;
}

/** The provider's pages in the browser. */
export interface SimBrowser {
  /** The text of /sdk/{provider}.js, without the frame kit that precedes it. */
  readonly script: string;
  readonly testCards: readonly TestCard[];
  /**
   * Tokenizes a card from the frame; `context` comes from the provider's script. Returns the reply to the parent page.
   */
  tokenize(card: SimCard, context: Readonly<Record<string, string>>): unknown;
  /** The reply of the provider's script for an invalid card. */
  invalid(message: string): unknown;
  /** Answers the script's other requests, without a card. */
  ask?(context: Readonly<Record<string, string>>): unknown;
  /** Hosted pages: /hosted/{provider}/{path}. */
  hosted(call: { method: string; path: string; form: URLSearchParams; publicUrl: string }): SimReply | null;
}

/** A running simulator of one provider. */
export interface PaySimulator {
  readonly provider: string;
  /** The base URL of its API for the client. */
  readonly url: string;
  readonly listener: SimListener;
  readonly webhooks: SimWebhooks;
  readonly clock: SimClock;
  readonly browser: SimBrowser;
  payments(): RecordedPayment[];
  /** Events that the provider reports days later: a refund that fails, a payer who disputes. */
  readonly delayedEvents?: {
    failRefund(ref: string): void;
    dispute(paymentRef: string): void;
  };
  /** Clears all state; ids start again. */
  reset(): void;
  seed(seed: number): void;
  stop(): Promise<void>;
}

export interface SimulatorOptions {
  readonly port?: number;
  /** Public URL of the pages of all simulators. */
  readonly publicUrl?: () => string;
}
