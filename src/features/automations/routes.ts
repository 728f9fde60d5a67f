import type { ReadCtx } from '#server/context.ts';
import { handle } from '#server/http/handle.ts';
import type { HandlerInput } from '#wire/route.ts';
import * as appointment from './appointment-contract.ts';
import {
  cloneAction,
  createAction,
  deleteAction,
  orderActions,
  restoreAction,
  updateAction,
} from './groups/change-actions.ts';
import {
  chooseActionGroups,
  createActionGroup,
  deleteActionGroup,
  duplicateActionGroup,
  orderActionGroups,
  updateActionGroup,
} from './groups/change-groups.ts';
import { presentGroup } from './groups/present.ts';
import { requireRead } from './groups/require-edit.ts';
import * as store from './groups/store.ts';
import * as contract from './groups-contract.ts';
import { cancelAutomationJob, retryAutomationJob } from './jobs/change-job.ts';
import { listAutomationJobs } from './jobs/list-jobs.ts';
import * as jobs from './jobs-contract.ts';
import { dryRunAction } from './preview/dry-run.ts';
import { previewActions } from './preview/preview-actions.ts';
import { listQuietActions } from './preview/quiet-actions.ts';
import { getAppointmentAutomations } from './timeline/get-appointment-automations.ts';
import { getWebhook, listWebhookEndpoints, listWebhooks } from './webhooks/list-webhooks.ts';
import { replayWebhooks, switchWebhookEndpoint } from './webhooks/replay-webhooks.ts';
import { testWebhook } from './webhooks/test-webhook.ts';
import { rotateWebhookSecret, showWebhookSecret } from './webhooks/webhook-secret.ts';
import * as webhooks from './webhooks-contract.ts';

export const routes = [
  handle(contract.listActionGroups, listActionGroups),
  handle(contract.createActionGroup, createActionGroup),
  handle(contract.orderActionGroups, orderActionGroups),
  handle(contract.updateActionGroup, updateActionGroup),
  handle(contract.deleteActionGroup, deleteActionGroup),
  handle(contract.duplicateActionGroup, duplicateActionGroup),
  handle(contract.orderActions, orderActions),
  handle(contract.createAction, createAction),
  handle(contract.updateAction, updateAction),
  handle(contract.deleteAction, deleteAction),
  handle(contract.restoreAction, restoreAction),
  handle(contract.cloneAction, cloneAction),
  handle(contract.chooseActionGroups, chooseActionGroups),
  handle(jobs.listAutomationJobs, listAutomationJobs),
  handle(jobs.cancelAutomationJob, cancelAutomationJob),
  handle(jobs.retryAutomationJob, retryAutomationJob),
  handle(jobs.previewActions, previewActions),
  handle(jobs.dryRunAction, dryRunAction),
  handle(jobs.listQuietActions, (ctx) => listQuietActions(ctx)),
  handle(appointment.getAppointmentAutomations, getAppointmentAutomations),
  handle(webhooks.listWebhooks, listWebhooks),
  handle(webhooks.getWebhook, getWebhook),
  handle(webhooks.replayWebhooks, replayWebhooks),
  handle(webhooks.listWebhookEndpoints, listWebhookEndpoints),
  handle(webhooks.switchWebhookEndpoint, switchWebhookEndpoint),
  handle(webhooks.getWebhookSecret, (ctx) => showWebhookSecret(ctx)),
  handle(webhooks.rotateWebhookSecret, (ctx) => rotateWebhookSecret(ctx)),
  handle(webhooks.testWebhook, testWebhook),
];

async function listActionGroups(
  ctx: ReadCtx,
  { appointmentId }: HandlerInput<typeof contract.listActionGroups>,
) {
  await requireRead(ctx, appointmentId ?? null);
  return (await store.listGroups(ctx, appointmentId ?? null)).map((one) => presentGroup(ctx, one));
}
