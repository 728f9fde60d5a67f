import type { RouteSamples } from '#testing/route-samples.ts';

/** Inputs that the routes of this feature accept. */
export const samples: RouteSamples = {
  inputs: { 'GET /v2/search': () => ({ q: 'main' }) },
};
