import { newId } from '#server/ids.ts';
import type { RouteSamples } from '#testing/routes/route-samples.ts';

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'sessions/{id}': 'session',
    'views/{id}': 'savedView',
  },
  inputs: {
    'GET /v2/users/me/views': () => ({ list: 'payments' }),
    'POST /v2/users/me/views': () => ({
      list: 'appointments',
      name: `View ${newId().slice(-8)}`,
      address: 'tab=past&paid=no',
      columns: null,
      is_default: false,
    }),
    'POST /v2/auth/change-password': () => ({ current_password: 'unknown', new_password: 'brand-New3' }),
  },
};
