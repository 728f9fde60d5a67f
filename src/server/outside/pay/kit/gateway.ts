/** What the payments room needs from a card gateway, whichever it is. Money is integer minor units. */

import type { Instant } from '#domain/base/time.ts';
import type { GatewayPaymentState } from '#domain/payments/payment-attempts.ts';
import type { Creds } from './credentials.ts';
import type { GatewayMode, GatewayType } from './gateway-type.ts';

export type Currency = 'USD' | 'CAD' | 'AUD' | 'NZD';

/** A payment or refund as the gateway names it; opaque outside of the adapter that made it. */
export type GatewayRef = string;

/** One try of a payer to pay an amount. `id` (≤ 20 characters, base32) is the idempotency key and travels everywhere. */
export interface Attempt {
  readonly id: string;
  readonly invoiceId: string;
  /** Shown to the payer and sent along: 'INV-1042'. */
  readonly invoiceNumber: string;
  readonly subscriberId: string;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly description: string;
  readonly email?: string;
  readonly companyName: string;
  /** BCP 47, such as en-US. */
  readonly locale: string;
  readonly checkoutStyle: 'embedded' | 'redirect';
  /** Where a redirected payer comes back to; our own pages. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly createdAt: Instant;
  /** What `begin` gave (BrowserSession.gatewayRef); stored before the payer sees anything. */
  readonly gatewayRef?: GatewayRef;
  /** What `begin` told of the gateway's own page (BrowserSession.page); it stays whatever `gatewayRef` becomes. */
  readonly pageRef?: string;
  readonly orderRef?: string;
}

/** What the page needs to let the payer enter a card at the gateway. */
export interface BrowserSession {
  readonly gateway: GatewayType;
  readonly mode: GatewayMode;
  /** The script to load, null with a redirect. */
  readonly scriptUrl: string | null;
  readonly publicKey: string;
  readonly clientToken?: string;
  readonly extra: Readonly<Record<string, string>>;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly csp: CspHosts;
  /** Send the payer there instead (a POST carries `fields`). */
  readonly redirect?: {
    readonly url: string;
    readonly method: 'GET' | 'POST';
    readonly fields: Readonly<Record<string, string>>;
  };
  /** Store it with the attempt before answering the page. */
  readonly gatewayRef?: GatewayRef;
  /** Of the gateway's own page, stored alike. */
  readonly page?: {
    /** By what it is closed. */
    readonly ref?: string;
    /** The order that is paid there: its payments carry it, and may carry nothing else of ours. */
    readonly orderRef?: string;
    /** Nobody can close it, it ends by itself: until then it is handed out again, never made twice. */
    readonly livesMinutes?: number;
  };
}

/** Hosts that the payment page must allow for this gateway, and no others. */
export interface CspHosts {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
  /** Where payers are sent by a form, to the gateway's own page. */
  readonly form?: readonly string[];
  /** Its script puts a style element into the page, which cannot know the page's nonce. */
  readonly insertsStyles?: boolean;
}

/** What the gateway's script handed to our page: a token, never a card. Empty value: look the attempt up (return of a redirect). */
export interface BrowserToken {
  readonly value: string;
  /** Authorize.Net's dataDescriptor. */
  readonly descriptor?: string;
  readonly postalCode?: string;
}

/** Our words for a refused payment (integrations.md 3.4). The payer sees one sentence per code. */
export type DeclineCode =
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'bad_cvc'
  | 'bad_address'
  | 'bad_number'
  | 'authentication_required'
  | 'duplicate'
  | 'fraud'
  | 'limit'
  | 'try_again'
  | 'merchant_setup'
  | 'gateway_unavailable';

export type OutcomeState = GatewayPaymentState;

/** A payment as the gateway tells it. */
export interface Outcome {
  readonly state: OutcomeState;
  /** null only where the gateway gave none (a decline, `unknown`). */
  readonly gatewayRef: GatewayRef | null;
  /** The attempt it belongs to as far as the gateway knows: compare it. */
  readonly attemptId: string | null;
  /** The gateway's order that was paid, where it tells one. */
  readonly orderRef?: string;
  /** It waits for us alone: the payer has approved it at PayPal, and nobody has taken the money yet. */
  readonly isApproved?: boolean;
  readonly amountMinor: number;
  /** null where the gateway does not tell it (Authorize.Net has one currency per account). */
  readonly currency: string | null;
  /** null where the gateway does not tell (Authorize.Net): our own book knows. */
  readonly refundedMinor: number | null;
  /** What went back of it, refund by refund, where the list tells that instead of a sum (Authorize.Net). */
  readonly refunds?: readonly ListedRefund[];
  /** It stands in the list only for what went back of it since: it is older than what was asked for. */
  readonly isOlder?: boolean;
  readonly card?: {
    readonly brand: string;
    readonly last4: string;
    readonly expMonth: number | null;
    readonly expYear: number | null;
  };
  readonly feeMinor?: number;
  readonly declineCode?: DeclineCode;
  /** The provider's own words, for the admin only. */
  readonly declineText?: string;
  /** Redacted: no name, no address, no token. Store it encrypted. */
  readonly raw: unknown;
}

/** A refund in a gateway's list. */
export interface ListedRefund {
  readonly gatewayRef: GatewayRef;
  /** Our id of it; null: it was made at the gateway. */
  readonly refundId: string | null;
  readonly amountMinor: number;
}

/** Money back. `id` (≤ 20 characters) is its idempotency key: the same refund asked twice is one refund. */
export interface Refund {
  readonly id: string;
  readonly gatewayRef: GatewayRef;
  readonly amountMinor: number;
  /** What was paid in all; a whole refund may become a void. */
  readonly capturedMinor: number;
  readonly currency: Currency;
  readonly reason: string;
  readonly createdAt: Instant;
  /** It was asked before and its end is not known: gateways without keys look for it first. */
  readonly isRepeat?: boolean;
}

export interface RefundOutcome {
  readonly state: 'pending' | 'succeeded' | 'failed' | 'unknown';
  readonly kind: 'refund' | 'void';
  readonly gatewayRef: GatewayRef | null;
  readonly amountMinor: number;
  /**
   * Why not: `too_much` (more than what is left), `not_settled` (a partial refund before settlement: possible with the next
   * batch), `refused`, `gateway_unavailable`, `merchant_setup`.
   */
  readonly failureCode?: 'too_much' | 'not_settled' | 'refused' | 'gateway_unavailable' | 'merchant_setup';
  readonly failureText?: string;
  readonly raw: unknown;
}

/** What saving keys found out. */
export type CredentialCheck =
  | {
      readonly ok: true;
      /** The account's name as the gateway tells it. */
      readonly account: string;
      /** The account's id there, the same for all its keys; empty where the gateway does not tell it. */
      readonly accountId: string;
      /** Currencies it takes, empty when it does not say. */
      readonly currencies: readonly string[];
      /** Fields that the gateway filled in (Authorize.Net's public client key). */
      readonly found: Readonly<Record<string, string>>;
    }
  | {
      readonly ok: false;
      readonly code: 'wrong_keys' | 'wrong_mode' | 'not_active' | 'gateway_unavailable';
      /** A plain English sentence for the form. */
      readonly message: string;
    };

/** An endpoint that calls us; `secrets` are fields to be stored with the credentials. */
export interface WebhookRegistration {
  readonly id: string;
  readonly url: string;
  readonly secrets: Readonly<Record<string, string>>;
}

/** A request as it arrived: raw bytes, names of headers in lower case, and the registered address from configuration. */
export interface RawRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  readonly receivedAt: Instant;
}

/** "Look at this": ids only. The state is read from the gateway by `fetch`. */
export interface WebhookHint {
  /** The provider's id of the event, to be seen once. */
  readonly eventId: string;
  readonly type: string;
  readonly about: 'payment' | 'refund' | 'dispute' | 'other';
  /** To be given to `fetch`; null when the event tells only of others. */
  readonly gatewayRef: GatewayRef | null;
  readonly attemptId: string | null;
  /** The gateway's order, where it tells one. */
  readonly orderRef?: string;
  /** False when it could not be verified (no signature key): read, never believe. */
  readonly isVerified: boolean;
}

/** A webhook that is forged, stale or not ours: answer 401, store nothing. */
export class WebhookRejected extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookRefused';
  }
}

/** A read or registration that did not work. `complete` and `refund` never throw it: they say `unknown` or `failed`. */
export class GatewayError extends Error {
  readonly code:
    | 'gateway_unavailable'
    | 'merchant_setup'
    | 'provider_contract_error'
    | 'not_found'
    | 'refused';
  constructor(code: GatewayError['code'], message: string) {
    super(message);
    this.name = 'GatewayError';
    this.code = code;
  }
}

/** A card gateway. Every call names whose keys to use. */
export interface PaymentGateway {
  readonly type: GatewayType;
  /** When `findByAttempt` still finds nothing this long after the try, it never happened. */
  readonly lookupIsFinalAfterMinutes: number;
  checkCredentials(creds: Creds): Promise<CredentialCheck>;
  /** Idempotent: an endpoint of ours is used again. */
  registerWebhook(creds: Creds, url: string): Promise<WebhookRegistration>;
  begin(creds: Creds, attempt: Attempt): Promise<BrowserSession>;
  /** Charges or captures. Never throws for what the gateway or the network does; `unknown` means it may have happened. */
  charge(creds: Creds, attempt: Attempt, token: BrowserToken): Promise<Outcome>;
  /** Makes sure that an attempt can no longer be paid; says what became of it, which may be `succeeded`. */
  cancel(creds: Creds, attempt: Attempt): Promise<Outcome>;
  /** The state of a payment as the gateway has it now. */
  fetch(creds: Creds, ref: GatewayRef): Promise<Outcome>;
  /** The payment of an attempt whose end nobody knows, or null when the gateway has none. */
  findByAttempt(creds: Creds, attempt: Attempt): Promise<Outcome | null>;
  /** Void or refund, as the gateway needs it. The same refund asked again is found, not made twice. */
  refund(creds: Creds, refund: Refund): Promise<RefundOutcome>;
  /** A refund that was pending, as it stands now. */
  fetchRefund(creds: Creds, refund: Refund, ref: GatewayRef): Promise<RefundOutcome>;
  /** Does its payer dispute this payment? Only where the payment itself does not say so. */
  isDisputed?(creds: Creds, ref: GatewayRef): Promise<boolean>;
  /** The payments of the last days, for comparing both ways. */
  list(creds: Creds, since: Instant): Promise<Outcome[]>;
  /** Verifies and reads ids. Throws WebhookRejected. */
  parseWebhook(creds: Creds, request: RawRequest): Promise<WebhookHint[]>;
}
