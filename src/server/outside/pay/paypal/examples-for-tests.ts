/** A captured order as in PayPal's API description, including fields that we do not use. */
export const capturedExample = {
  id: '5O190127TN364715T',
  status: 'COMPLETED',
  payment_source: { paypal: { name: { given_name: 'John', surname: 'Doe' }, account_id: 'QYR5Z8XDVJNXQ' } },
  purchase_units: [
    {
      reference_id: 'default',
      payments: {
        captures: [
          {
            id: '3C679366HH908993F',
            status: 'COMPLETED',
            amount: { currency_code: 'USD', value: '100.00' },
            seller_protection: { status: 'ELIGIBLE', dispute_categories: ['ITEM_NOT_RECEIVED'] },
            final_capture: true,
            seller_receivable_breakdown: {
              gross_amount: { currency_code: 'USD', value: '100.00' },
              paypal_fee: { currency_code: 'USD', value: '3.00' },
              net_amount: { currency_code: 'USD', value: '97.00' },
            },
            create_time: '2018-04-01T21:20:49Z',
            update_time: '2018-04-01T21:20:49Z',
            links: [],
          },
        ],
      },
    },
  ],
  links: [
    { href: 'https://api-m.paypal.com/v2/checkout/orders/5O190127TN364715T', rel: 'self', method: 'GET' },
  ],
};

/** The format of a PayPal error. */
export const problemExample = {
  name: 'UNPROCESSABLE_ENTITY',
  details: [
    {
      issue: 'INSTRUMENT_DECLINED',
      description: 'The instrument presented was either declined or cannot be used.',
    },
  ],
  message: 'The requested action could not be performed.',
  debug_id: '90957fca61718',
  links: [{ href: 'https://developer.paypal.com/', rel: 'information_link', method: 'GET' }],
};
