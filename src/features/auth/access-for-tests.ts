import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = {
  everyone: [
    'POST /v2/auth/login',
    'POST /v2/auth/logout',
    'POST /v2/auth/sign-up',
    'POST /v2/auth/forgot-password',
    'POST /v2/auth/reset-password',
    'GET /v2/auth/verify-email',
    'POST /v2/auth/verify-email',
    'POST /v2/auth/resend-verification',
  ],
  // Requires only the session cookie, which no caller here sends.
  'only with the session cookie': ['POST /v2/auth/refresh-token'],
  'the company': [
    'GET /v2/users/me/views',
    'POST /v2/users/me/views',
    // Another user's view is not found.
    'PUT /v2/users/me/views/{id}',
    'DELETE /v2/users/me/views/{id}',
  ],
  'signed in': [
    'GET /v2/auth/me',
    'POST /v2/auth/change-password',
    'POST /v2/auth/confirm-identity',
    'GET /v2/users/me/sessions',
    'DELETE /v2/users/me/sessions/{id}',
    'PUT /v2/users/me/preferences',
  ],
};
