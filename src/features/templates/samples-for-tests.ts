import type { RouteSamples } from '#testing/route-samples.ts';

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'templates/{id}': 'template',
  },
};
