import { sql } from 'kysely';
import { type Retention, readRetention, type StoredRetention } from '#domain/platform/retention.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from './contract.ts';

const key = 'retention';

/** Returns after how many days each kind of data is deleted. */
export async function getRetention(ctx: ReadCtx): Promise<Retention> {
  const row = await ctx.db
    .selectFrom('platform_settings')
    .where('key', '=', key)
    .select('value')
    .executeTakeFirst();
  return readRetention(row?.value, ctx.installation.publicUrl);
}

/** Changes the named kinds and leaves the others as another administrator may just have set them. */
export async function changeRetention(
  ctx: WriteCtx,
  changes: HandlerInput<typeof contract.changeRetention>,
): Promise<Retention> {
  const before = await getRetention(ctx);
  const { publicUrl } = ctx.installation;
  const stored: StoredRetention =
    changes.unused_files === undefined ? changes : { ...changes, unused_files_at: publicUrl };
  const { value } = await ctx.db
    .insertInto('platform_settings')
    .values({ key, value: JSON.stringify(stored), updated_at: ctx.now })
    .onConflict((oc) =>
      oc.column('key').doUpdateSet({
        value: sql`platform_settings.value || excluded.value`,
        updated_at: ctx.now,
      }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  const after = readRetention(value, publicUrl);
  await ctx.audit({
    action: 'platform.retention_changed',
    entity: 'platform',
    entity_id: key,
    before,
    after,
  });
  return after;
}
