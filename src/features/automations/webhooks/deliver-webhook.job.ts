import {
  addSeconds,
  mostAtOnce,
  nextStep,
  outcomeOfAnswer,
  type WebhookOutcome,
} from '#domain/automations/webhook-schedule.ts';
import { addMinutes, type Instant } from '#domain/base/time.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { job } from '#server/jobs.ts';
import type { WebhookAnswer } from '#server/outside/webhook-sender.ts';
import * as store from '../webhooks-store.ts';
import { notifyEndpointFailed } from './notify-endpoint-failed.ts';
import {
  postponeDelivery,
  scheduleDelivery,
  scheduleLaterDelivery,
  webhookDelivery,
} from './schedule-delivery.ts';
import { webhookHeaders, withoutOwnValues } from './sign-webhook.ts';
import { signingSecrets } from './webhook-secret.ts';

/** How many webhooks of all companies this process sends to one host at once, so that one host cannot use all workers. */
const mostToHost = 4;
const onTheWay = new Map<string, number>();

/**
 * Sends the next due webhook of a URL. One job sends one webhook and schedules the next, so that companies take turns.
 * A killed worker's webhook is sent again when its lease ends, with the same id and the same bytes.
 */
export const deliverWebhook = job<{ endpoint_id: string }>(webhookDelivery, deliver, {
  retryLimit: 12,
  retryDelay: 5,
  concurrency: 8,
});

async function deliver(ctx: ActionCtx, { endpoint_id }: { endpoint_id: string }): Promise<void> {
  const startedAt = performance.now();
  const claimed = await ctx.tx((w) => claimNext(w, endpoint_id));
  if (!claimed) return;
  const { delivery, headers } = claimed;
  onTheWay.set(delivery.host, (onTheWay.get(delivery.host) ?? 0) + 1);
  const answer = await ctx.external.webhooks
    .send({ url: delivery.url, headers, body: delivery.body })
    .finally(() => onTheWay.set(delivery.host, (onTheWay.get(delivery.host) ?? 1) - 1));
  // `ctx.now` is when the job started.
  const now = addMinutes(ctx.now, (performance.now() - startedAt) / 60_000);
  await ctx.tx((w) => record(w, delivery, answer, now));
}

/** Claims the webhook that is due first; null if none may be sent now, and then the next run is scheduled. */
async function claimNext(w: WriteCtx, endpointId: string) {
  await store.lockClaims(w);
  const endpoint = await store.lockEndpoint(w, endpointId);
  if (!endpoint || endpoint.off_at) return null;
  if (endpoint.paused_until && endpoint.paused_until > w.now) {
    await scheduleLaterDelivery(w, endpointId, endpoint.paused_until);
    return null;
  }
  const due = await store.dueDeliveries(w, endpointId);
  if (due[0] && (await isBusy(w, endpoint.host))) {
    await postponeDelivery(w, endpointId);
    return null;
  }
  const claimed = due[0] ? await claim(w, due[0].id) : null;
  const next = await store.nextDueAt(w, endpointId);
  if (next) await scheduleLaterDelivery(w, endpointId, next);
  if (due.length > 1) await scheduleDelivery(w, endpointId);
  return claimed;
}

async function isBusy(w: WriteCtx, host: string): Promise<boolean> {
  if ((onTheWay.get(host) ?? 0) >= mostToHost) return true;
  const sending = await store.countSending(w, host);
  return sending.toHost >= mostAtOnce.perHost || sending.inAll >= mostAtOnce.perCompany;
}

async function claim(w: WriteCtx, id: string) {
  const delivery = await store.claimDelivery(w, id);
  const own = store.ownHeaders(w, delivery);
  const headers = webhookHeaders({ ...delivery, headers: own }, await signingSecrets(w), w.now);
  await store.beginAttempt(w, delivery, withoutOwnValues(headers, own));
  return { delivery, headers };
}

async function record(
  w: WriteCtx,
  delivery: store.Claimed,
  answer: WebhookAnswer,
  now: Instant,
): Promise<void> {
  const endpoint = await store.lockEndpoint(w, delivery.endpoint_id);
  const outcome: WebhookOutcome =
    answer.status === null
      ? { status: null, problem: answer.problem, retryAfter: null }
      : outcomeOfAnswer(answer.status, answer.retryAfter, now);
  await store.endAttempt(w, delivery, { ...outcome, ...answer, problem: outcome.problem }, now);
  if (outcome.problem === null) await store.markDelivered(w, delivery, outcome.status, now);
  else if (endpoint) await recordFailure(w, { delivery, outcome, now, endpoint });
  await scheduleDelivery(w, delivery.endpoint_id);
}

interface Failure {
  delivery: store.Claimed;
  outcome: WebhookOutcome;
  now: Instant;
  endpoint: store.Endpoint;
}

async function recordFailure(w: WriteCtx, { delivery, outcome, now, endpoint }: Failure): Promise<void> {
  const { failures, started_at: startedAt } = delivery;
  const step = nextStep(outcome, { attempts: failures + 1, startedAt, now }, Math.random());
  const isOurs = await store.markFailed(w, delivery, outcome, step, now);
  if (!isOurs) return;
  const { status, retryAfter } = outcome;
  if (retryAfter !== null) await store.pauseEndpoint(w, endpoint.id, addSeconds(now, retryAfter));
  if (step !== 'abandon') return;
  const isGone = status === 410;
  const hasWorked = endpoint.last_success_at !== null && endpoint.last_success_at > startedAt;
  if (isGone || !hasWorked) await store.switchOff(w, endpoint.id, isGone ? 'gone' : 'failing');
  await notifyEndpointFailed(w, { ...endpoint, reason: isGone ? 'gone' : 'failing' });
}
