import type { RouteSamples } from '#testing/routes/route-samples.ts';

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'waivers/{waiverId}': 'waiver',
    'links/{linkId}': 'link',
    'change-requests/{requestId}': 'changeRequest',
    'appointments/{publicId}': 'appointmentPublic',
  },
  plain: {
    'technicians/{number}': '0',
    // Identified by a keyed hash of the appointment's attachments: there is no id to guess.
    'attachments/{key}': 'no-such-attachment',
    // Public for everyone.
    'short-links/{uniqId}': 'nothing',
  },
  inputs: {
    'POST /v2/appointments/{id}/waivers': () => ({
      what: 'payment',
      reason: 'Courtesy for a returning client',
    }),
    'GET /v2/public/appointments/{publicId}': (ids) => ({ p: ids.personal }),
    'POST /v2/public/appointments/{publicId}/change-requests': (ids) => ({
      p: ids.personal,
      wish: 'time',
      message: 'Could we meet an hour later?',
    }),
    'PUT /v2/appointments/{id}/links/{linkId}': () => ({ own_rights: { pay: false }, ends_on: null }),
    'POST /v2/appointments/{id}/change-requests/{requestId}/handled': () => ({ handled: true }),
    'GET /v2/public/appointments/{publicId}/calendar': (ids) => ({ p: ids.personal }),
    'GET /v2/public/appointments/{publicId}/attachments/{key}': (ids) => ({ p: ids.personal }),
  },
};
