import { addHours } from '#domain/base/time.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { HandlerOutput } from '#wire/route.ts';
import type * as contract from '../jobs-contract.ts';

const days = 90;

/** Lists the enabled actions of the company that are older than 90 days and ran for no appointment since. */
export async function listQuietActions(
  ctx: ReadCtx,
): Promise<HandlerOutput<typeof contract.listQuietActions>> {
  const since = addHours(ctx.now, -24 * days);
  const rows = await mine(ctx, 'actions')
    .innerJoin('action_groups as g', (on) =>
      on.onRef('g.subscriber_id', '=', 'actions.subscriber_id').onRef('g.id', '=', 'actions.group_id'),
    )
    .where('actions.appointment_id', 'is', null)
    .where('actions.deleted_at', 'is', null)
    .where('actions.enable', '=', true)
    .where('g.enable', '=', true)
    .where('actions.created_at', '<', since)
    .orderBy('g.position')
    .orderBy('actions.position')
    .select(['actions.id', 'actions.group_id', 'actions.event_type', 'actions.content', 'g.name'])
    .select((eb) =>
      eb
        .selectFrom('automation_jobs as j')
        .whereRef('j.subscriber_id', '=', 'actions.subscriber_id')
        .whereRef('j.source_id', '=', 'actions.id')
        .where('j.status', '=', 'done')
        .select((job) => job.fn.max('j.updated_at').as('at'))
        .as('last_run_at'),
    )
    .execute();
  return rows
    .filter(({ last_run_at }) => last_run_at === null || Date.parse(last_run_at) < Date.parse(since))
    .map(({ id, group_id, event_type, content, name, last_run_at }) => ({
      ...{ action_id: id, group_id, group_name: name, event_type, last_run_at },
      action_name: (content as { action_name?: string }).action_name ?? '',
    }));
}
