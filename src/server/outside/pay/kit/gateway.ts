/** The interface between the payments feature and any card gateway. Money is integer minor units. */

import type { Instant } from '#domain/base/time.ts';
import type { GatewayPaymentState } from '#domain/payments/payment-attempts.ts';
import type { Creds } from './credentials.ts';
import type { GatewayMode, GatewayType } from './gateway-type.ts';

export type Currency = 'USD' | 'CAD' | 'AUD' | 'NZD';

/** The gateway's reference of a payment or refund; opaque outside of the adapter that created it. */
export type GatewayRef = string;

/**
 * One attempt of a payer to pay an amount. `id` (≤ 20 characters, base32) is the idempotency key and is sent
 * everywhere.
 */
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
  /** One of our own pages, where a redirected payer returns to. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly createdAt: Instant;
  /** The reference returned by `begin` (BrowserSession.gatewayRef); stored before the payer sees anything. */
  readonly gatewayRef?: GatewayRef;
  /** The reference of the gateway's own page, from `begin` (BrowserSession.page); does not change with `gatewayRef`. */
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
  /** Redirects the payer instead (a POST carries `fields`). */
  readonly redirect?: {
    readonly url: string;
    readonly method: 'GET' | 'POST';
    readonly fields: Readonly<Record<string, string>>;
  };
  /** Must be stored with the attempt before responding to the page. */
  readonly gatewayRef?: GatewayRef;
  /** Describes the gateway's own page; stored likewise. */
  readonly page?: {
    /** The reference for closing it. */
    readonly ref?: string;
    /** The order paid there: its payments carry it, and possibly no other reference of ours. */
    readonly orderRef?: string;
    /** The page cannot be closed and expires on its own: until then it is reused, never created twice. */
    readonly livesMinutes?: number;
  };
}

/** The only hosts that the payment page must allow for this gateway. */
export interface CspHosts {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
  /** Hosts of the gateway's own page, where payers are sent by a form. */
  readonly form?: readonly string[];
  /** Its script inserts a style element into the page, which cannot carry the page's nonce. */
  readonly insertsStyles?: boolean;
}

/**
 * What the gateway's script gave our page: a token, never a card. Empty value: look the attempt up (return from a
 * redirect).
 */
export interface BrowserToken {
  readonly value: string;
  /** Authorize.Net's dataDescriptor. */
  readonly descriptor?: string;
  readonly postalCode?: string;
}

/** Our codes for a declined payment (integrations.md 3.4). The payer sees one message per code. */
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

/** A payment as reported by the gateway. */
export interface Outcome {
  readonly state: OutcomeState;
  /** null only when the gateway did not return one (a decline, `unknown`). */
  readonly gatewayRef: GatewayRef | null;
  /** The attempt it belongs to, as far as the gateway knows; must be compared. */
  readonly attemptId: string | null;
  /** The gateway's order that was paid, if reported. */
  readonly orderRef?: string;
  /** The payer has approved it at PayPal, but it was not captured yet: it only waits for us. */
  readonly isApproved?: boolean;
  readonly amountMinor: number;
  /** null when the gateway does not report it (Authorize.Net has one currency per account). */
  readonly currency: string | null;
  /** null when the gateway does not report it (Authorize.Net): our own records know. */
  readonly refundedMinor: number | null;
  /** The individual refunds, when the list contains those instead of a sum (Authorize.Net). */
  readonly refunds?: readonly ListedRefund[];
  /** The payment is older than the requested time and only listed because it was refunded since. */
  readonly isOlder?: boolean;
  readonly card?: {
    readonly brand: string;
    readonly last4: string;
    readonly expMonth: number | null;
    readonly expYear: number | null;
  };
  readonly feeMinor?: number;
  readonly declineCode?: DeclineCode;
  /** The provider's own message, for the admin only. */
  readonly declineText?: string;
  /** Redacted: no name, no address, no token. Must be stored encrypted. */
  readonly raw: unknown;
}

/** A refund in a gateway's list. */
interface ListedRefund {
  readonly gatewayRef: GatewayRef;
  /** Our id of the refund; null: it was made at the gateway. */
  readonly refundId: string | null;
  readonly amountMinor: number;
}

/** A refund request. `id` (≤ 20 characters) is its idempotency key: the same refund requested twice is one refund. */
export interface Refund {
  readonly id: string;
  readonly gatewayRef: GatewayRef;
  readonly amountMinor: number;
  /** The total amount paid; a full refund may become a void. */
  readonly capturedMinor: number;
  readonly currency: Currency;
  readonly reason: string;
  readonly createdAt: Instant;
  /** It was requested before with an unknown result: gateways without idempotency keys look it up first. */
  readonly isRepeat?: boolean;
}

export interface RefundOutcome {
  readonly state: 'pending' | 'succeeded' | 'failed' | 'unknown';
  readonly kind: 'refund' | 'void';
  readonly gatewayRef: GatewayRef | null;
  readonly amountMinor: number;
  /**
   * Why it failed: `too_much` (more than the remaining amount), `not_settled` (a partial refund before settlement:
   * possible with the next batch), `refused`, `gateway_unavailable`, `merchant_setup`.
   */
  readonly failureCode?: 'too_much' | 'not_settled' | 'refused' | 'gateway_unavailable' | 'merchant_setup';
  readonly failureText?: string;
  readonly raw: unknown;
}

/** The result of checking keys on saving. */
export type CredentialCheck =
  | {
      readonly ok: true;
      /** The account's name at the gateway. */
      readonly account: string;
      /** The account's id at the gateway, the same for all its keys; empty when not reported. */
      readonly accountId: string;
      /** Currencies it accepts; empty when not reported. */
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

/** A webhook endpoint of ours; `secrets` are fields to store with the credentials. */
export interface WebhookRegistration {
  readonly id: string;
  readonly url: string;
  readonly secrets: Readonly<Record<string, string>>;
}

/** A request as received: raw bytes, lower-case header names, and the registered address from the configuration. */
export interface RawRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  readonly receivedAt: Instant;
}

/** Which payment or refund to check: ids only. The state is read from the gateway by `fetch`. */
export interface WebhookHint {
  /** The provider's id of the event, for deduplication. */
  readonly eventId: string;
  readonly type: string;
  readonly about: 'payment' | 'refund' | 'dispute' | 'other';
  /** To be passed to `fetch`; null when the event does not reference a payment or refund of ours. */
  readonly gatewayRef: GatewayRef | null;
  readonly attemptId: string | null;
  /** The gateway's order, if reported. */
  readonly orderRef?: string;
  /** False when it could not be verified (no signature key): check the gateway, never trust it. */
  readonly isVerified: boolean;
}

/** A webhook that is forged, stale or not ours: respond 401, store nothing. */
export class WebhookRejected extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookRefused';
  }
}

/** A read or registration failed. `charge` and `refund` never throw it: they return `unknown` or `failed`. */
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

/** A card gateway. Every call is given the keys to use. */
export interface PaymentGateway {
  readonly type: GatewayType;
  /** When `findByAttempt` still finds nothing this long after the attempt, the payment never happened. */
  readonly lookupIsFinalAfterMinutes: number;
  checkCredentials(creds: Creds): Promise<CredentialCheck>;
  /**
   * Registers our webhook endpoint. An existing endpoint of ours is reused or replaced. With the same key, an interrupted
   * registration is repeated without a second endpoint.
   */
  registerWebhook(creds: Creds, url: string, key: string): Promise<WebhookRegistration>;
  begin(creds: Creds, attempt: Attempt): Promise<BrowserSession>;
  /** Charges or captures. Never throws for gateway or network failures; `unknown` means it may have happened. */
  charge(creds: Creds, attempt: Attempt, token: BrowserToken): Promise<Outcome>;
  /** Makes sure that an attempt can no longer be paid, and returns its outcome, which may be `succeeded`. */
  cancel(creds: Creds, attempt: Attempt): Promise<Outcome>;
  /** Returns the current state of a payment at the gateway. */
  fetch(creds: Creds, ref: GatewayRef): Promise<Outcome>;
  /** Returns the payment of an attempt with an unknown result, or null when the gateway has none. */
  findByAttempt(creds: Creds, attempt: Attempt): Promise<Outcome | null>;
  /** Voids or refunds, as the gateway requires. The same refund requested again is found, not made twice. */
  refund(creds: Creds, refund: Refund): Promise<RefundOutcome>;
  /** Returns the current state of a refund that was pending. */
  fetchRefund(creds: Creds, refund: Refund, ref: GatewayRef): Promise<RefundOutcome>;
  /** Returns whether the payer disputes this payment. Only defined if the payment itself does not say so. */
  isDisputed?(creds: Creds, ref: GatewayRef): Promise<boolean>;
  /** Returns recent payments, for reconciliation in both directions. */
  list(creds: Creds, since: Instant): Promise<Outcome[]>;
  /** Verifies a webhook and returns the ids in it. Throws WebhookRejected. */
  parseWebhook(creds: Creds, request: RawRequest): Promise<WebhookHint[]>;
}
