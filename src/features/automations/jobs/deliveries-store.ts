import { sql } from 'kysely';
import { quietHoursNote } from '#domain/messages/text-reasons.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import type { JobDelivery } from '../jobs-contract.ts';

const mostRead = 2000;

interface Row {
  job_id: string;
  channel: JobDelivery['channel'];
  address: string;
  status: string;
  problem: string | null;
  http_status: number | null;
  due_at: string | null;
  is_off: boolean;
}

/**
 * Returns what became of the webhooks and messages that these jobs sent, by the job's id. Of a message that was sent
 * again only the repetition counts.
 */
export async function deliveriesByJob(
  ctx: ReadCtx | WriteCtx,
  jobs: readonly { id: string; appointment_id: string }[],
): Promise<Map<string, JobDelivery[]>> {
  const ids = jobs.map((one) => one.id);
  const appointments = [...new Set(jobs.map((one) => one.appointment_id))];
  const { rows } = await sql<Row>`
    select split_part(w.key, '.', 2) as job_id, 'webhook' as channel, w.url as address, w.status, w.problem,
      w.http_status, w.due_at, e.off_at is not null as is_off, w.id
    from webhook_deliveries w
    left join webhook_endpoints e on e.subscriber_id = w.subscriber_id and e.id = w.endpoint_id
    where w.subscriber_id = ${ctx.subscriberId}::uuid and w.key = any(${ids.map((id) => `action.${id}`)}::text[])
    union all
    select split_part(m.key, '.', 2), m.channel, m.to_address, m.status, m.error, null, null, false, m.id
    from outbound_messages m
    where m.subscriber_id = ${ctx.subscriberId}::uuid and m.appointment_id = any(${appointments}::uuid[])
      and m.key ^@ 'action.' and split_part(m.key, '.', 2) = any(${ids}::text[])
      and not exists (select from outbound_messages again
        where again.subscriber_id = m.subscriber_id and again.resend_of = m.id)
    order by id desc limit ${mostRead}`.execute(ctx.db);
  const byJob = new Map<string, JobDelivery[]>();
  for (const row of rows.reverse()) {
    const known = byJob.get(row.job_id);
    if (known) known.push(present(row));
    else byJob.set(row.job_id, [present(row)]);
  }
  return byJob;
}

function present(row: Row): JobDelivery {
  const state = stateOf(row);
  const hasArrived = state === 'sent' || state === 'delivered';
  return {
    channel: row.channel,
    to: row.address,
    state,
    problem: hasArrived ? null : row.problem,
    http_status: hasArrived ? null : row.http_status,
    next_attempt_at: state === 'retrying' ? row.due_at : null,
  };
}

function stateOf({ status, problem, is_off }: Row): JobDelivery['state'] {
  switch (status) {
    case 'queued':
    case 'sending':
      if (is_off || problem === quietHoursNote) return 'on_hold';
      return problem === null ? 'sending' : 'retrying';
    case 'opened':
    case 'clicked':
      return 'delivered';
    case 'dead':
      return 'failed';
    default:
      return status as JobDelivery['state'];
  }
}
