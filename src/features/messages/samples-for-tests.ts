import type { RouteSamples } from '#testing/routes/route-samples.ts';

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: { 'text-replies/{id}': 'textReply' },
  inputs: {
    'PUT /v2/notification-slots': () => ({
      client_email_1: {
        enabled: true,
        when: 'pre',
        value: 1,
        unit: 2,
        subject: 'Soon',
        body: 'See you soon.',
      },
    }),
    'GET /v2/text-replies': (ids) => ({ appointmentId: ids.appointment }),
    'GET /v2/messages': (ids) => ({ appointmentId: ids.appointment }),
  },
};
