import type { RouteSamples } from '#testing/route-samples.ts';

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'sessions/{id}': 'session',
  },
  inputs: {
    'POST /v2/auth/change-password': () => ({ current_password: 'unknown', new_password: 'brand-New3' }),
  },
};
