/** Settings of payments and cancellation fees. */

import { bool, choice, oneOf, orNull, price, secureUrl, text, wholeNumber } from './rules.ts';
import { setting } from './setting.ts';

export const paymentSettings = {
  /** 1 none, 2 offline, 3 Authorize.net, 4 Square, 5 Stripe, 6 PayPal, 7 Fortis. */
  payment_type: setting(oneOf([1, 2, 3, 4, 5, 6, 7]), 1),
  payment_instructions: setting(text(2000), ''),
  external_payment_url: setting(orNull(secureUrl), null),
  allow_partial_payments: setting(bool, false),
  require_payment_default: setting(bool, true),
  /** Canceling costs the fee from this many hours before the start; null: free of charge. */
  cancellation_hours: setting(orNull(wholeNumber(0, 720)), null),
  /** 1 percent of the total, 2 a fixed amount. */
  cancellation_fee_type: setting(oneOf([1, 2]), 1),
  cancellation_fee: setting(price, 0),
  /** Charged when the technician arrives but the inspection can't take place. */
  trip_fee: setting(price, 0),
  /** Uses the gateway's sandbox: nothing is really charged. */
  gateway_sandbox: setting(bool, false),
  /** Where clients enter their card: on our pages or on the gateway's. */
  checkout_style: setting(choice(['embedded', 'redirect']), 'embedded'),
};
