import { newId } from '#server/ids.ts';
import type { Ids } from '#testing/ids.ts';
import type { RouteSamples } from '#testing/routes/route-samples.ts';

/** An action with a value for every member. */
function sampleAction(ids: Ids) {
  return {
    enable: true,
    action_name: 'Remind',
    action_type: 1,
    event_type: 18,
    duration: 1.5,
    duration_type: 1,
    trigger_type: 'before',
    trigger_once: true,
    when_noti_disabled: false,
    is_certain_hours: true,
    certain_hours: [16, 40],
    no_weekends: true,
    rules: [
      { id: newId(), event_type: 1, changed_services: [ids.service] },
      { id: newId(), event_type: 2, changed_service_addons: [ids.addOn] },
      { id: newId(), event_type: 7, trigger_type: 'has_not', services: [ids.service] },
      { id: newId(), event_type: 8, service_addons: [ids.addOn] },
    ],
    rules_match: 'any',
    to_address: ['clients', 'someone@example.org'],
    from_address: 2,
    cc_address: ['agents'],
    bcc_address: [],
    subject: 'Soon',
    body_content: '<p>See you soon.</p>',
    webhook_url: 'https://example.org/hook',
    webhook_data: [{ key: 'total', label: 'Total', value: '{{charges.total}}' }],
    webhook_headers: [{ name: 'x-source', value: 'gable' }],
  };
}

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'action-groups/{id}': 'actionGroup',
    'actions/{actionId}': 'action',
    'automation-jobs/{id}': 'automationJob',
    'deliveries/{id}': 'webhook',
    'endpoints/{id}': 'webhookEndpoint',
  },
  inputs: {
    'GET /v2/action-groups': (ids) => ({ appointmentId: ids.appointment }),
    'POST /v2/action-groups': (ids) => ({
      name: 'Before the visit',
      enable: true,
      is_default: false,
      appointment_id: ids.appointment,
    }),
    'PUT /v2/action-groups/order': (ids) => ({ groupIds: [ids.actionGroup] }),
    'PUT /v2/action-groups/{id}': () => ({ name: 'Before the visit', enable: true, is_default: true }),
    'PUT /v2/action-groups/{id}/order': (ids) => ({ actionIds: [ids.action] }),
    'POST /v2/action-groups/{id}/actions': sampleAction,
    'PUT /v2/action-groups/{id}/actions/{actionId}': sampleAction,
    'PUT /v2/appointments/{id}/action-groups': (ids) => ({ groupIds: [ids.actionGroup] }),
    'GET /v2/automation-jobs': (ids) => ({
      ...{ appointmentId: ids.appointment, status: 'pending', text: 'Oak' },
      ...{ from: '2030-03-01', to: '2030-03-31' },
    }),
    'POST /v2/action-groups/preview': (ids) => ({
      appointment_id: ids.appointment,
      draft: {
        ...{ date_time: '2030-03-08T09:00', duration_minutes: 120, confirm_inspection: true },
        services: [{ id: ids.service, add_ons: [ids.addOn] }],
        ...{ inspectors: [ids.technician], clients: [ids.client], agents: [ids.agent] },
        ...{ listing_agents: [ids.agent], contractors: [ids.contractor] },
      },
      groups: [ids.actionGroup],
      action: sampleAction(ids),
    }),
    'POST /v2/action-groups/dry-run': (ids) => ({ action: sampleAction(ids) }),
    'GET /v2/webhooks/deliveries': (ids) => ({
      appointment_id: ids.appointment,
      endpoint_id: ids.webhookEndpoint,
    }),
    'POST /v2/webhooks/deliveries/replay': (ids) => ({ ids: [ids.webhook] }),
    'PUT /v2/webhooks/endpoints/{id}': () => ({ is_on: false }),
    // This name leads nowhere.
    'POST /v2/webhooks/test': () => ({ url: 'https://hooks.sample.invalid/', headers: [], payload: '{}' }),
  },
};
