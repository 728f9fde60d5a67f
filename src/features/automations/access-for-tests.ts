import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = {
  'company admins': [
    'PUT /v2/action-groups/order',
    'PUT /v2/action-groups/{id}',
    'DELETE /v2/action-groups/{id}',
    'POST /v2/action-groups/{id}/duplicate',
    'PUT /v2/action-groups/{id}/order',
    'POST /v2/action-groups/{id}/actions',
    'PUT /v2/action-groups/{id}/actions/{actionId}',
    'DELETE /v2/action-groups/{id}/actions/{actionId}',
    'POST /v2/action-groups/{id}/actions/{actionId}/restore',
    'POST /v2/action-groups/{id}/actions/{actionId}/clone',
    'POST /v2/action-groups/dry-run',
    'GET /v2/action-groups/quiet',
    'GET /v2/webhooks/deliveries',
    'GET /v2/webhooks/deliveries/{id}',
    'POST /v2/webhooks/deliveries/replay',
    'GET /v2/webhooks/endpoints',
    'PUT /v2/webhooks/endpoints/{id}',
    'GET /v2/webhooks/secret',
    'POST /v2/webhooks/secret/rotate',
    'POST /v2/webhooks/test',
  ],
  'who edits the appointment': [
    // Without an appointment these two are for company admins, which groups.test.ts covers.
    'GET /v2/action-groups',
    'POST /v2/action-groups',
    'PUT /v2/appointments/{id}/action-groups',
    'GET /v2/automation-jobs',
    'POST /v2/automation-jobs/{id}/cancel',
    'POST /v2/automation-jobs/{id}/retry',
    'POST /v2/action-groups/preview',
    'GET /v2/appointments/{id}/automations',
  ],
};
