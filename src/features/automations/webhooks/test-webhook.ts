import type { WebhookHeader } from '#domain/automations/action-types.ts';
import { headerProblems, webhookHeaderMessages } from '#domain/automations/webhook-headers.ts';
import { outcomeOfAnswer } from '#domain/automations/webhook-schedule.ts';
import { checkWebhookUrl, resolveWebhookUrl, webhookUrlMessages } from '#domain/automations/webhook-url.ts';
import type { ActionCtx, Installation } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../webhooks-contract.ts';
import { webhookHeaders, withoutOwnValues } from './sign-webhook.ts';
import { signingSecrets } from './webhook-secret.ts';

/** Returns the problems of a webhook's URL and headers by field; empty if it can be saved and sent. */
function webhookProblems(
  { publicUrl, privateReceivers }: Pick<Installation, 'publicUrl' | 'privateReceivers'>,
  url: string,
  headers: readonly WebhookHeader[] = [],
): Record<string, string> {
  const { problem } = checkWebhookUrl(resolveWebhookUrl(url, publicUrl), privateReceivers);
  const inHeaders = [...headerProblems(headers)].map(([i, each]) => [
    `headers.${i}.${each.field}`,
    webhookHeaderMessages[each.why],
  ]);
  return { ...(problem ? { url: webhookUrlMessages[problem] } : {}), ...Object.fromEntries(inHeaders) };
}

/** Sends one sample webhook and returns the request and the response; nothing is stored or sent again. */
export async function testWebhook(
  ctx: ActionCtx,
  { url: wanted, headers = [], payload }: HandlerInput<typeof contract.testWebhook>,
): Promise<HandlerOutput<typeof contract.testWebhook>> {
  const { installation, now } = ctx;
  const problems = webhookProblems(installation, wanted, headers);
  if (Object.keys(problems).length > 0) throw badInput(problems);
  const url = resolveWebhookUrl(wanted, installation.publicUrl);
  const id = newId();
  const sample = {
    event: { id: 0, name: 'Test' },
    sent_at: now,
    subscriber_id: ctx.subscriberId,
    data: { test: true },
  };
  const signable = { id, event_id: newId(), body: payload || JSON.stringify(sample), headers };
  const secrets = await ctx.tx(signingSecrets);
  const sent = webhookHeaders(signable, secrets, now);
  const answer = await ctx.external.webhooks.send({ url, headers: sent, body: signable.body });
  const { status, durationMs, text } = answer;
  return {
    url,
    request_headers: withoutOwnValues(sent, headers),
    body: signable.body,
    http_status: status,
    problem: status === null ? answer.problem : outcomeOfAnswer(status, undefined, now).problem,
    answer: text,
    duration_ms: durationMs,
  };
}
