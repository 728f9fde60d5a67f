import { newId } from '#server/ids.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { createAction, createActionGroup } from './groups-contract.ts';
import { listAutomationJobs } from './jobs-contract.ts';
import { queueWebhook } from './webhooks/queue-webhook.ts';
import { listWebhookEndpoints, switchWebhookEndpoint } from './webhooks-contract.ts';

/** A group of the company with one action. */
export async function createAutomationRecords(owner: TestUser, marker: string) {
  const group = await owner.call(createActionGroup, { name: `${marker} group` });
  const action = await owner.call(createAction, {
    id: group.id,
    action_name: `${marker} action`,
    event_type: 18,
    to_address: ['clients'],
    subject: marker,
    body_content: `<p>${marker}</p>`,
  });
  return { actionGroup: group.id, action: action.id };
}

/** A job of the appointment, and a webhook to a URL that is switched off, so that nothing is sent. */
export async function createWebhookRecords(
  testApp: TestApp,
  owner: TestUser,
  appointment_id: string,
  marker: string,
) {
  const { id: webhook } = await testApp.writeAs(owner.subscriberId, (w) =>
    queueWebhook(w, {
      key: `sample.${newId()}`,
      appointment_id,
      event_id: newId(),
      event_name: `${marker} event`,
      url: `https://hooks.sample.invalid/${marker.replace(/\W/g, '')}`,
      body: JSON.stringify({ marker }),
    }),
  );
  const [endpoint] = await owner.call(listWebhookEndpoints, {});
  const webhookEndpoint = endpoint?.id ?? '';
  await owner.call(switchWebhookEndpoint, { id: webhookEndpoint, is_on: false });
  // A reminder of the appointment.
  const { pageData } = await owner.call(listAutomationJobs, { appointmentId: appointment_id });
  return { webhook, webhookEndpoint, automationJob: pageData[0]?.id ?? '' };
}
