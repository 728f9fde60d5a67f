import type { RouteSamples } from '#testing/routes/route-samples.ts';

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: { 'sending-limits/{id}': 'company' },
  inputs: {
    'PUT /v2/admin/sending-limits/{id}': () => ({
      ...{ email: 500, text: null, stranger: null, invitation: null, rev: 0 },
    }),
  },
};
