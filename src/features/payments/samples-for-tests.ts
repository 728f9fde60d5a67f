import type { RouteSamples } from '#testing/routes/route-samples.ts';

const oneMerchant = {
  legal_name: 'Sample Inspections, LLC',
  dba_name: 'Sample Inspections',
  email: 'office@sample.example',
  phone: '5125550100',
  address: '100 Congress Avenue',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  principal_first_name: 'Sam',
  principal_last_name: 'Sample',
  principal_phone: '5125550101',
};

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'payments/{id}': 'payment',
    'payment-attempts/{attemptId}': 'attempt',
    'payment-refunds/{refundId}': 'refund',
    'payment-differences/{id}': 'difference',
    'invoices/{publicId}': 'invoicePublic',
  },
  inputs: {
    'POST /v2/appointments/bulk-remind': (ids) => ({ ids: [ids.appointment], about: 'signature' }),
    'PUT /v2/merchant-application': () => oneMerchant,
    'POST /v2/merchant-application': () => oneMerchant,
    'POST /v2/appointments/{id}/payments': () => ({ amount: 5, method: 'cash' }),
    'GET /v2/payments/totals': (ids) => ({ appointmentId: ids.appointment }),
    'GET /v2/payments': (ids) => ({ appointmentId: ids.appointment }),
    'GET /v2/public/invoices/{publicId}': (ids) => ({ p: ids.personal }),
    'GET /v2/public/invoices/{publicId}/pdf': (ids) => ({ p: ids.personal }),
    'POST /v2/public/invoices/{publicId}/pay-session': (ids) => ({ p: ids.personal }),
    'POST /v2/public/invoices/{publicId}/pay': (ids) => ({ p: ids.personal, attempt_id: ids.attempt }),
    'GET /v2/public/invoices/{publicId}/pay-state': (ids) => ({ p: ids.personal, attempt_id: ids.attempt }),
    'POST /v2/public/invoices/{publicId}/paypal-order': (ids) => ({ p: ids.personal }),
    'POST /v2/public/invoices/{publicId}/paypal-capture': (ids) => ({
      p: ids.personal,
      order_id: '5O190127TN364715T',
    }),
    'POST /v2/payments/{id}/refund': () => ({ amount: 1, reason: 'Too much' }),
  },
};
