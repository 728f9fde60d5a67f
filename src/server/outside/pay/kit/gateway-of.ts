import type { Creds, CredsOf } from './credentials.ts';
import type { Attempt, BrowserToken, Outcome, PaymentGateway } from './gateway.ts';
import type { GatewayType } from './gateway-type.ts';
import { runCharge, runLookup, runRead, runRefund, waitingOutcome } from './outcomes.ts';
import { asCredsOf, verifyCredentials } from './verify-credentials.ts';

/** An operation that takes the gateway's own keys instead of those of any gateway. */
type WithOwnKeys<T extends GatewayType, F> = F extends (creds: Creds, ...rest: infer A) => infer R
  ? (creds: CredsOf<T>, ...rest: A) => R
  : F;

type Complete<T extends GatewayType> = (
  creds: CredsOf<T>,
  attempt: Attempt,
  token: BrowserToken,
) => Promise<Outcome>;

/** What one gateway does, on its own keys. May throw what its client throws. */
type GatewayOperations<T extends GatewayType> = {
  [K in keyof Omit<PaymentGateway, 'type' | 'charge'>]: WithOwnKeys<T, PaymentGateway[K]>;
} & {
  type: T;
  /** Runs a read and turns its failures into a GatewayError; by default `runRead`. */
  runRead?: <R>(run: () => Promise<R>) => Promise<R>;
} & (
    | {
        /** Charges a card. Without one, the payer paid on the gateway's page, and the payment is looked up. */
        charge: Complete<T>;
      }
    | {
        /** Finishes what the payer approved or paid at the gateway. If this fails, the result is unknown. */
        complete: Complete<T>;
      }
  );

/** Creates a gateway from its operations: narrows the keys and turns failures into the results that callers expect. */
export function gatewayOf<T extends GatewayType>(operations: GatewayOperations<T>): PaymentGateway {
  const { type, lookupIsFinalAfterMinutes, isDisputed, runRead: read = runRead } = operations;
  const own = (creds: Creds) => asCredsOf(creds, type);
  return {
    type,
    lookupIsFinalAfterMinutes,
    checkCredentials: (creds) => verifyCredentials(creds, () => operations.checkCredentials(own(creds))),
    registerWebhook: (creds, url, key) => read(() => operations.registerWebhook(own(creds), url, key)),
    begin: (creds, attempt) => read(() => operations.begin(own(creds), attempt)),
    charge: (creds, attempt, token) => {
      if ('complete' in operations)
        return runLookup(attempt, () => operations.complete(own(creds), attempt, token));
      if (token.value !== '') return runCharge(attempt, () => operations.charge(own(creds), attempt, token));
      const find = () => operations.findByAttempt(own(creds), attempt);
      return runLookup(attempt, async () => (await find()) ?? waitingOutcome(attempt));
    },
    cancel: (creds, attempt) => read(() => operations.cancel(own(creds), attempt)),
    fetch: (creds, ref) => read(() => operations.fetch(own(creds), ref)),
    findByAttempt: (creds, attempt) => read(() => operations.findByAttempt(own(creds), attempt)),
    refund: (creds, refund) => runRefund(refund, 'refund', () => operations.refund(own(creds), refund)),
    fetchRefund: (creds, refund, ref) => read(() => operations.fetchRefund(own(creds), refund, ref)),
    ...(isDisputed
      ? { isDisputed: (creds: Creds, ref: string) => read(() => isDisputed(own(creds), ref)) }
      : {}),
    list: (creds, since) => read(() => operations.list(own(creds), since)),
    parseWebhook: (creds, request) => runRead(() => operations.parseWebhook(own(creds), request)),
  };
}
