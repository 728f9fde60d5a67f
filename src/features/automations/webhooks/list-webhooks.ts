import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import { decodeCursor, mostCounted, pageSize, toCountedPage } from '#wire/paging.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../webhooks-contract.ts';
import { webhookIdOf } from './sign-webhook.ts';

const mostEndpoints = 200;
const statusesOf = { open: ['queued', 'sending'], delivered: ['delivered'], dead: ['dead'] } as const;

/** A page of the company's webhooks, newest first. Counts up to 1,000. */
export async function listWebhooks(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.listWebhooks>,
): Promise<HandlerOutput<typeof contract.listWebhooks>> {
  const perPage = pageSize(input);
  const after = decodeCursor(input.cursor, 'id');
  const all = filtered(ctx, input);
  const rest = after ? all.where('webhook_deliveries.id', '<', after[0]) : all;
  const rows = await withColumns(rest)
    .orderBy('webhook_deliveries.id', 'desc')
    .limit(perPage + 1)
    .execute();
  const counted = await all
    .select('webhook_deliveries.id')
    .limit(mostCounted + 1)
    .execute();
  return toCountedPage(rows.map(present), perPage, (row) => [row.id], counted);
}

function filtered(ctx: ReadCtx, input: HandlerInput<typeof contract.listWebhooks>) {
  let all = mine(ctx, 'webhook_deliveries');
  if (input.state) all = all.where('webhook_deliveries.status', 'in', statusesOf[input.state]);
  for (const column of ['appointment_id', 'endpoint_id'] as const) {
    const wanted = input[column];
    if (wanted) all = all.where(`webhook_deliveries.${column}`, '=', wanted);
  }
  return all;
}

/** One webhook with its body and every attempt. */
export async function getWebhook(
  ctx: ReadCtx,
  { id }: HandlerInput<typeof contract.getWebhook>,
): Promise<HandlerOutput<typeof contract.getWebhook>> {
  const row = await withColumns(mine(ctx, 'webhook_deliveries').where('webhook_deliveries.id', '=', id))
    .select('webhook_deliveries.body')
    .executeTakeFirst();
  if (!row) throw notFound();
  const log = await mine(ctx, 'webhook_attempts')
    .where('delivery_id', '=', id)
    .select(['number', 'started_at', 'duration_ms', 'http_status', 'answer', 'problem', 'request_headers'])
    .orderBy('number')
    .execute();
  return {
    ...present(row),
    body: row.body,
    log: log.map((each) => ({
      ...each,
      request_headers: each.request_headers as unknown as Record<string, string>,
    })),
  };
}

function withColumns(query: ReturnType<typeof filtered>) {
  return query
    .leftJoin('webhook_endpoints as e', (on) =>
      on
        .onRef('e.subscriber_id', '=', 'webhook_deliveries.subscriber_id')
        .onRef('e.id', '=', 'webhook_deliveries.endpoint_id'),
    )
    .leftJoin('appointments as a', (on) =>
      on
        .onRef('a.subscriber_id', '=', 'webhook_deliveries.subscriber_id')
        .onRef('a.id', '=', 'webhook_deliveries.appointment_id'),
    )
    .select([
      'webhook_deliveries.id',
      'webhook_deliveries.event_id',
      'webhook_deliveries.event_name',
      'webhook_deliveries.action_id',
      'webhook_deliveries.appointment_id',
      'webhook_deliveries.endpoint_id',
      'webhook_deliveries.url',
      'webhook_deliveries.status',
      'webhook_deliveries.problem',
      'webhook_deliveries.http_status',
      'webhook_deliveries.attempts',
      'webhook_deliveries.created_at',
      'webhook_deliveries.due_at',
      'webhook_deliveries.finished_at',
      'e.off_at',
      'a.order_id',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

function present({ due_at, off_at, ...row }: Row) {
  const status = row.status as 'queued' | 'sending' | 'delivered' | 'dead';
  return {
    ...row,
    status,
    webhook_id: webhookIdOf(row.id),
    next_attempt_at: status === 'queued' && off_at === null ? due_at : null,
    is_on_hold: status === 'queued' && off_at !== null,
  };
}

/** The URLs that webhooks call, newest first. */
export async function listWebhookEndpoints(
  ctx: ReadCtx,
): Promise<HandlerOutput<typeof contract.listWebhookEndpoints>> {
  const rows = await mine(ctx, 'webhook_endpoints')
    .select(['id', 'url', 'off_at', 'off_reason', 'paused_until', 'last_success_at'])
    .select((eb) => {
      const counted = (statuses: readonly string[]) =>
        eb
          .selectFrom('webhook_deliveries as d')
          .whereRef('d.subscriber_id', '=', 'webhook_endpoints.subscriber_id')
          .whereRef('d.endpoint_id', '=', 'webhook_endpoints.id')
          .where('d.status', 'in', statuses)
          .select((d) => d.fn.countAll<number>().as('count'));
      return [counted(['queued', 'sending']).as('open'), counted(['dead']).as('dead')];
    })
    .orderBy('id', 'desc')
    .limit(mostEndpoints)
    .execute();
  return rows.map(({ open, dead, off_reason, paused_until, ...row }) => ({
    ...row,
    is_on: row.off_at === null,
    off_reason: off_reason as 'person' | 'gone' | 'failing' | null,
    paused_until: paused_until !== null && paused_until > ctx.now ? paused_until : null,
    open: open ?? 0,
    dead: dead ?? 0,
  }));
}
