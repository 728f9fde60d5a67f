import type { RouteSamples } from '#testing/routes/route-samples.ts';

/** Inputs that the routes of this feature accept. */
export const samples: RouteSamples = {
  inputs: { 'GET /v2/search': () => ({ q: 'main' }) },
};
