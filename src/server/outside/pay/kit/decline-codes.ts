import type { DeclineCode } from './gateway.ts';
import type { GatewayType } from './gateway-type.ts';

type Table = Readonly<Partial<Record<DeclineCode, readonly string[]>>>;

/** integrations.md 3.4: the providers' decline codes for each of ours. */
const tables: Readonly<Record<GatewayType, Table>> = {
  5: {
    declined: ['generic_decline', 'do_not_honor', 'card_declined', 'fraudulent'],
    insufficient_funds: ['insufficient_funds'],
    expired_card: ['expired_card'],
    bad_cvc: ['incorrect_cvc', 'invalid_cvc'],
    bad_address: ['incorrect_zip'],
    bad_number: ['incorrect_number', 'invalid_number'],
    authentication_required: ['authentication_required', 'payment_intent_authentication_failure'],
    limit: ['card_velocity_exceeded'],
    try_again: ['processing_error'],
    merchant_setup: ['account_invalid'],
  },
  4: {
    declined: ['GENERIC_DECLINE', 'CARD_DECLINED'],
    insufficient_funds: ['INSUFFICIENT_FUNDS'],
    expired_card: ['CARD_EXPIRED', 'INVALID_EXPIRATION'],
    bad_cvc: ['CVV_FAILURE'],
    bad_address: ['ADDRESS_VERIFICATION_FAILURE'],
    bad_number: ['PAN_FAILURE', 'INVALID_CARD'],
    authentication_required: ['CARD_DECLINED_VERIFICATION_REQUIRED'],
    limit: ['TRANSACTION_LIMIT', 'PAYMENT_LIMIT_EXCEEDED'],
    // A nonce allows one attempt: the payer enters the card again.
    try_again: ['TEMPORARY_ERROR', 'CARD_TOKEN_USED', 'CARD_TOKEN_EXPIRED', 'RATE_LIMITED'],
    merchant_setup: ['UNAUTHORIZED', 'INVALID_LOCATION', 'ACCESS_TOKEN_REVOKED', 'ACCESS_TOKEN_EXPIRED'],
  },
  3: {
    declined: ['2', '3', '4'],
    expired_card: ['8'],
    bad_cvc: ['44', '45'],
    bad_address: ['27'],
    bad_number: ['6'],
    duplicate: ['11'],
    try_again: ['19', '20', '21', '22', '23', '25', '26', 'E00114'],
    merchant_setup: ['13', 'E00007'],
  },
  6: {
    declined: ['INSTRUMENT_DECLINED', 'TRANSACTION_REFUSED'],
    expired_card: ['REFERENCED_CARD_EXPIRED'],
    authentication_required: ['PAYER_ACTION_REQUIRED'],
    duplicate: ['DUPLICATE_INVOICE_ID', 'ORDER_ALREADY_CAPTURED'],
    fraud: ['TRANSACTION_BLOCKED_BY_PAYEE'],
    limit: ['TRANSACTION_LIMIT_EXCEEDED'],
    merchant_setup: ['PAYEE_ACCOUNT_RESTRICTED'],
  },
  7: {
    declined: ['1500', '1601', '1615'],
    insufficient_funds: ['1616'],
    expired_card: ['1622'],
    bad_cvc: ['1613', '1656'],
    bad_address: ['1655'],
    bad_number: ['1608'],
    fraud: ['1301'],
    limit: ['1619'],
    try_again: ['1530', '1531', '1603'],
    merchant_setup: ['1540', '1628'],
  },
};

const byWord = new Map(
  Object.entries(tables).flatMap(([type, table]) =>
    Object.entries(table).flatMap(([ours, words]) =>
      words.map((word) => [`${type}:${word}`, ours as DeclineCode] as const),
    ),
  ),
);

/** Returns our code for the first of the provider's codes that we know; `declined` for unknown ones. */
export function toDeclineCode(
  type: GatewayType,
  ...words: readonly (string | null | undefined)[]
): DeclineCode {
  for (const word of words) {
    const ours = word ? byWord.get(`${type}:${word}`) : undefined;
    if (ours) return ours;
  }
  return 'declined';
}
