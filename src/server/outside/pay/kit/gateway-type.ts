/** payment_type of a company: 3 Authorize.Net, 4 Square, 5 Stripe, 6 PayPal, 7 Fortis. */
export type GatewayType = 3 | 4 | 5 | 6 | 7;
/** The gateway environment that a connection's keys belong to. */
export type GatewayMode = 'simulator' | 'test' | 'live';
