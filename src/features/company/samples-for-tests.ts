import type { RouteSamples } from '#testing/routes/route-samples.ts';
import { tinyPng } from '#testing/tiny-png.ts';

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'files/{id}': 'file',
    'company/{subscriberId}': 'company',
    'company/{id}': 'company',
    'companies/{id}': 'companyPublic',
  },
  plain: {
    'pictures/{name}': 'logo',
  },
  inputs: {
    'GET /v2/geo/search': () => ({ text: '100 Congress Avenue Austin' }),
    'GET /v2/geo/street-view': () => ({ lat: 30.26, lng: -97.74 }),
    'GET /v2/geo/static-map': () => ({ lat: 30.26, lng: -97.74 }),
    'PATCH /v2/company/{subscriberId}/settings': (ids) => ({
      company_name: 'Sample Inspections',
      default_agreement_id: ids.agreementTemplate,
      social_links: { yelp: 'https://yelp.example/sample' },
      request_form: { agreement_id: ids.agreementTemplate, notify_emails: ['office@sample.example'] },
      credentials: {},
      about_company: '<p>Since 1990.</p>',
    }),
    'PUT /v2/company/{subscriberId}/payment-gateway': () => ({
      payment_type: 2,
      credentials: {},
      sandbox: true,
    }),
    'POST /v2/company/{subscriberId}/files': () => ({
      logo: new File([tinyPng], 'logo.png', { type: 'image/png' }),
    }),
  },
};
