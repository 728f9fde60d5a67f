import type { SimCard, TestCard } from './cards.ts';
import type { SimClock } from './clock.ts';
import type { SimListener, SimReply } from './listener.ts';
import type { SimWebhooks } from './webhooks.ts';

/** A payment as the simulator's own book has it: what a test compares our view with. */
export interface RecordedPayment {
  readonly ref: string;
  readonly attemptId: string | null;
  readonly amountMinor: number;
  readonly refundedMinor: number;
  readonly isCharged: boolean;
}

/** What the provider's pages in the browser do. */
export interface SimBrowser {
  /** The text of /sdk/{provider}.js, apart from the frame kit it is put behind. */
  readonly script: string;
  readonly testCards: readonly TestCard[];
  /** A card from the frame; `context` is what the shim told the frame. Answers what goes back to the parent page. */
  tokenize(card: SimCard, context: Readonly<Record<string, string>>): unknown;
  /** What the provider's script says of a card that cannot be one. */
  invalid(message: string): unknown;
  /** What else the shim asks, without a card. */
  ask?(context: Readonly<Record<string, string>>): unknown;
  /** Hosted pages: /hosted/{provider}/{path}. */
  hosted(call: { method: string; path: string; form: URLSearchParams; publicUrl: string }): SimReply | null;
}

/** A running simulator of one provider. */
export interface PaySimulator {
  readonly provider: string;
  /** Where its API stands: the base URL for the client. */
  readonly url: string;
  readonly listener: SimListener;
  readonly webhooks: SimWebhooks;
  readonly clock: SimClock;
  readonly browser: SimBrowser;
  payments(): RecordedPayment[];
  /** What happens days later, where the provider tells of it: a refund that does not arrive, a payer who disputes. */
  readonly delayedEvents?: {
    failRefund(ref: string): void;
    dispute(paymentRef: string): void;
  };
  /** Everything forgotten; ids start again. */
  reset(): void;
  seed(seed: number): void;
  stop(): Promise<void>;
}

export interface SimulatorOptions {
  readonly port?: number;
  /** Where browsers find the pages of all simulators. */
  readonly publicUrl?: () => string;
}
