import type { RouteSamples } from '#testing/routes/route-samples.ts';

const oneAgreement = {
  name: 'Pool agreement',
  description: 'For pools only',
  content: '<p>The pool of {{CLIENT_NAME}}</p>',
};

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'agreements/{agreementId}': 'agreement',
    'agreements/{id}': 'spareAgreement',
    'agreements/{appointmentPublicId}': 'appointmentPublic',
    '{appointmentPublicId}/{agreementPublicId}': 'agreementPublic',
  },
  plain: {
    'versions/{version}': '1',
  },
  inputs: {
    'POST /v2/agreements': () => oneAgreement,
    'PUT /v2/agreements/{id}': () => oneAgreement,
    'POST /v2/agreements/preview': () => ({ content: oneAgreement.content }),
    'POST /v2/appointments/{id}/agreements/{agreementId}/paper': () => ({
      signer_name: 'Clara Client',
      signed_on: '2030-03-01',
      file: new File(['%PDF-1.7 signed'], 'signed.pdf', { type: 'application/pdf' }),
    }),
    'POST /v2/appointments/{id}/agreements': (ids) => ({ template_id: ids.agreementTemplate }),
    'GET /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}': (ids) => ({ p: ids.personal }),
    'POST /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/view': (ids) => ({
      p: ids.personal,
    }),
    'POST /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/sign': (ids) => ({
      p: ids.personal,
      signer_name: 'Cora Client',
      consent: true,
      has_read: true,
      content_hash: 'a'.repeat(64),
      consent_sha256: 'b'.repeat(64),
    }),
    'POST /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/decline': (ids) => ({
      p: ids.personal,
      reason: 'The price differs from the quote',
    }),
    'GET /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/pdf': (ids) => ({ p: ids.personal }),
  },
};
