import { sql } from 'kysely';
import type { ReportContent } from '#domain/reports/reports.ts';
import type { SummaryMode } from '#domain/settings/reports.ts';
import type { RichText } from '#domain/text/rich-text.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { ReportRecord } from './store.ts';

type AnyCtx = ReadCtx | WriteCtx;

/** The last published state, or the version with this number, counted from 1; undefined if there is none. */
export function snapshot(ctx: AnyCtx, report: Pick<ReportRecord, 'id' | 'published_rev'>, version?: number) {
  const all = mine(ctx, 'report_snapshots').where('report_id', '=', report.id);
  const found =
    version === undefined
      ? all.where('rev', '=', report.published_rev ?? -1)
      : all
          .orderBy('rev')
          .offset(version - 1)
          .limit(1);
  return found.select(['rev', 'content', 'published_at', 'media_ids', 'withdrawn_at']).executeTakeFirst();
}

/** The number of published versions. */
export async function versionCount(ctx: AnyCtx, reportId: string): Promise<number> {
  const { count } = await mine(ctx, 'report_snapshots')
    .where('report_id', '=', reportId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of a published version, counted from 1, by its revision. */
export async function versionNumberOf(ctx: AnyCtx, reportId: string, rev: number): Promise<number> {
  const { count } = await mine(ctx, 'report_snapshots')
    .where('report_id', '=', reportId)
    .where('rev', '<=', rev)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The name of a report as published with this revision, and the number of that version; undefined if it does not exist. */
export async function versionFacts(ctx: AnyCtx, reportId: string, rev: number) {
  const row = await mine(ctx, 'report_snapshots')
    .where('report_id', '=', reportId)
    .where('rev', '=', rev)
    .select(sql<string>`content ->> 'name'`.as('name'))
    .executeTakeFirst();
  return row && { name: row.name, version: await versionNumberOf(ctx, reportId, rev) };
}

/** The newest versions, newest first, with who published them. */
export function versions(ctx: AnyCtx, reportId: string, most: number) {
  return mine(ctx, 'report_snapshots')
    .leftJoin('users', (on) =>
      on
        .onRef('users.subscriber_id', '=', 'report_snapshots.subscriber_id')
        .onRef('users.id', '=', 'report_snapshots.published_by'),
    )
    .where('report_id', '=', reportId)
    .orderBy('report_snapshots.rev', 'desc')
    .limit(most)
    .select([
      'report_snapshots.content',
      'report_snapshots.published_at',
      'withdrawn_at',
      'users.first_name',
      'users.last_name',
    ])
    .execute();
}

/** The content of a snapshot: enough to show the report as published, independent of later changes. */
export interface Snapshot {
  name: string;
  header_text: RichText | null;
  disclaimer: RichText | null;
  content: ReportContent;
  /** What its summary lists; absent in older versions, which follow the company's setting. */
  summary?: SummaryMode;
}
