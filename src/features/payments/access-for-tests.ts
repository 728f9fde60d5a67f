import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = {
  'company admins': [
    'GET /v2/merchant-application',
    'PUT /v2/merchant-application',
    'POST /v2/merchant-application',
    'POST /v2/merchant-application/check',
    'POST /v2/merchant-application/opened',
    'DELETE /v2/merchant-application',
    'POST /v2/appointments/{id}/invoice/send',
    'POST /v2/appointments/{id}/invoice/void',
    'POST /v2/appointments/{id}/invoice/restore',
    'POST /v2/appointments/{id}/payments',
    'POST /v2/payments/{id}/void',
    'POST /v2/payments/{id}/refund',
    'POST /v2/payment-attempts/{attemptId}/close',
    'POST /v2/payment-refunds/{refundId}/close',
    'GET /v2/payments',
    'GET /v2/payments/totals',
    'GET /v2/payment-differences',
    'POST /v2/payment-differences/{id}/resolve',
    'POST /v2/payment-differences/compare',
  ],
  'who edits some appointments': ['POST /v2/appointments/bulk-remind'],
  'who sees prices': ['GET /v2/appointments/{id}/invoice', 'GET /v2/appointments/{id}/invoice/pdf'],
  'holders of the link and who sees prices': [
    'GET /v2/public/invoices/{publicId}',
    'GET /v2/public/invoices/{publicId}/pdf',
    'POST /v2/public/invoices/{publicId}/pay-session',
    'POST /v2/public/invoices/{publicId}/paypal-capture',
    'GET /v2/public/invoices/{publicId}/pay-state',
    'POST /v2/public/invoices/{publicId}/pay',
    'POST /v2/public/invoices/{publicId}/paypal-order',
  ],
};
