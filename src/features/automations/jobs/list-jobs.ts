import { sql } from 'kysely';
import { appointmentIdsMatching } from '#features/appointments/listing/appointment-text-search.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { withinDays } from '#server/db/within-days.ts';
import { notFound } from '#wire/errors.ts';
import { decodeCursor, mostCounted, pageSize, toCountedPage } from '#wire/paging.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { requireEdit } from '../groups/require-edit.ts';
import type * as contract from '../jobs-contract.ts';
import type { AutomationJob } from '../jobs-contract.ts';
import type { JobOutcome } from '../running/job-outcome.ts';
import { deliveriesByJob } from './deliveries-store.ts';

/** A page of jobs, latest first. Counts up to 1,000. Throws FORBIDDEN unless the caller may edit what they belong to. */
export async function listAutomationJobs(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.listAutomationJobs>,
): Promise<HandlerOutput<typeof contract.listAutomationJobs>> {
  await requireEdit(ctx, input.appointmentId ?? null);
  const perPage = pageSize(input);
  const after = decodeCursor(input.cursor, 'time', 'id');
  const all = await filtered(ctx, input);
  const rest = after
    ? all.where((eb) =>
        eb(eb.refTuple('automation_jobs.run_at', 'automation_jobs.id'), '<', eb.tuple(after[0], after[1])),
      )
    : all;
  const rows = await withColumns(rest)
    .orderBy('automation_jobs.run_at', 'desc')
    .orderBy('automation_jobs.id', 'desc')
    .limit(perPage + 1)
    .execute();
  const counted = await all
    .select('automation_jobs.id')
    .limit(mostCounted + 1)
    .execute();
  const jobs = await withDeliveries(ctx, rows);
  return toCountedPage(jobs, perPage, (row) => [row.run_at, row.id], counted);
}

/** Returns a job as it is on the wire. Throws NOT_FOUND. */
export async function getAutomationJob(ctx: ReadCtx | WriteCtx, id: string): Promise<AutomationJob> {
  const row = await withColumns(
    mine(ctx, 'automation_jobs').where('automation_jobs.id', '=', id),
  ).executeTakeFirst();
  if (!row) throw notFound();
  const [job] = await withDeliveries(ctx, [row]);
  if (!job) throw notFound();
  return job;
}

/** Reminders that are off for their appointment have jobs as well, which do nothing. */
const isOfInterest = sql<boolean>`(automation_jobs.slot is null or automation_jobs.status in ('done', 'failed') or exists (
  select from appointments o where o.subscriber_id = automation_jobs.subscriber_id and o.id = automation_jobs.appointment_id
    and (o.notification_settings -> automation_jobs.slot ->> 'enabled')::boolean))`;

async function filtered(ctx: ReadCtx, input: HandlerInput<typeof contract.listAutomationJobs>) {
  const { timezone } = await getCompany(ctx);
  const within = withinDays('automation_jobs.run_at', input, timezone);
  let all = mine(ctx, 'automation_jobs').where((eb) => eb.and([...within, isOfInterest]));
  if (input.text)
    all = all.where('automation_jobs.appointment_id', 'in', await appointmentIdsMatching(ctx, input.text));
  if (input.status) all = all.where('automation_jobs.status', '=', input.status);
  if (input.appointmentId) all = all.where('automation_jobs.appointment_id', '=', input.appointmentId);
  return all;
}

function withColumns(query: Awaited<ReturnType<typeof filtered>>) {
  return query
    .innerJoin('appointments as a', (on) =>
      on
        .onRef('a.subscriber_id', '=', 'automation_jobs.subscriber_id')
        .onRef('a.id', '=', 'automation_jobs.appointment_id'),
    )
    .leftJoin('actions as x', (on) =>
      on
        .onRef('x.subscriber_id', '=', 'automation_jobs.subscriber_id')
        .onRef('x.id', '=', 'automation_jobs.action_id'),
    )
    .select([
      'automation_jobs.id',
      'automation_jobs.appointment_id',
      'automation_jobs.action_id',
      'automation_jobs.slot',
      'automation_jobs.event_type',
      'automation_jobs.status',
      'automation_jobs.reason',
      'automation_jobs.occurred_at',
      'automation_jobs.run_at',
      'automation_jobs.retry_at',
      'automation_jobs.attempts',
      'automation_jobs.outcome',
      'automation_jobs.action_snapshot',
      'automation_jobs.updated_at',
      'a.order_id',
      'a.address',
      'x.content',
      'x.action_type',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

async function withDeliveries(ctx: ReadCtx | WriteCtx, rows: readonly Row[]): Promise<AutomationJob[]> {
  const done = rows.filter((row) => row.status === 'done');
  const deliveries = await deliveriesByJob(ctx, done);
  return rows.map((row) => ({ ...present(row), deliveries: deliveries.get(row.id) ?? [] }));
}

/** An action that ran is shown as it was then. */
function present(all: Row): Omit<AutomationJob, 'deliveries'> {
  const { outcome, action_snapshot, content, action_type, updated_at, ...row } = all;
  const {
    rules = [],
    missing = [],
    reached = [],
    unreachable = [],
  } = (outcome ?? {}) as unknown as Partial<JobOutcome>;
  const action = (action_snapshot ?? { ...(content as object | null), action_type }) as {
    action_name?: string;
    action_type?: number | null;
  };
  const status = row.status as AutomationJob['status'];
  return {
    ...row,
    status,
    action_name: action.action_name ?? '',
    action_type: action.action_type ?? (row.slot === null ? null : row.slot.includes('_text_') ? 2 : 1),
    ended_at: status === 'pending' ? null : updated_at,
    rules: rules.map((rule) => ({ ...rule, saw: { ...rule.saw, value: wireValue(rule.saw.value) } })),
    missing: [...missing],
    reached: [...reached],
    unreachable: [...unreachable],
  };
}

/** Returns a copy of the value, whose lists the wire may change. */
export function wireValue(value: JobOutcome['rules'][number]['saw']['value']) {
  return typeof value === 'object' && value !== null ? [...value] : value;
}
