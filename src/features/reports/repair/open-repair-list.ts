import { fromCents } from '#domain/base/money.ts';
import {
  defectsByPublicId,
  type RepairItem,
  repairItemState,
  repairTotals,
} from '#domain/reports/repair/repair-list.ts';
import { getCompanyBranding } from '#features/agreements/company-branding.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { decimalCost } from '#wire/costs.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { ReaderCredentials } from '../access/reader-access.ts';
import { type OpenedReport, openReportThroughGate } from '../access/view-gate.ts';
import type {
  getRepairList as contract,
  ListedItem,
  RepairList,
  RepairTotalsOnWire,
} from '../repair-contract.ts';
import { type Snapshot, versionCount, versionNumberOf } from '../snapshots-store.ts';
import * as store from '../store.ts';
import { categoryNames, choicesOf, readDefects, shownRev, type VisibleDefects } from './repair-defects.ts';
import { mayEditRepairList } from './repair-rights.ts';
import { findRepairList, itemsOf, lockRepairList, type RepairListRow, snapshotAt } from './repair-store.ts';

/** A repair list opened through the gate of its report. */
export interface OpenedRepairList {
  list: RepairListRow;
  opened: OpenedReport;
  /** The defects of the version that it shows. */
  version: VisibleDefects;
  canEdit: boolean;
}

type Credentials = ReaderCredentials & { t?: string | undefined; e?: string | undefined };

/** Opens the list of the link. Throws LOCKED with the missing steps while its report is not open for this reader. */
export async function openRepairList(ctx: ReadCtx, input: Credentials): Promise<OpenedRepairList> {
  return opened(ctx, await findRepairList(ctx, ctx.link?.id ?? ''), input);
}

/** The same, locked for a change until the end of the transaction. */
export async function openRepairListForChange(ctx: WriteCtx, input: Credentials): Promise<OpenedRepairList> {
  return opened(ctx, await lockRepairList(ctx, ctx.link?.id ?? ''), input);
}

async function opened(
  ctx: ReadCtx,
  list: RepairListRow | undefined,
  input: Credentials,
): Promise<OpenedRepairList> {
  const report = list && (await store.findReport(ctx, { id: list.report_id }));
  if (!list || !report) throw notFound();
  const through = await openReportThroughGate(ctx, report, input, 'view_summary');
  const rev = await shownRev(ctx, through, list.report_rev);
  const version = await readDefects(ctx, report, rev, through);
  const canEdit = await mayEditRepairList(ctx, list, through, input.e);
  return { list, opened: through, version, canEdit };
}

/** Shows a repair list as its page needs it. */
export async function getRepairList(ctx: ReadCtx, input: HandlerInput<typeof contract>): Promise<RepairList> {
  return presentRepairList(ctx, await openRepairList(ctx, input));
}

/** The list as its readers see it. */
export async function presentRepairList(ctx: ReadCtx, from: OpenedRepairList): Promise<RepairList> {
  const { list, opened: through, version, canEdit } = from;
  const { report, appointment, query } = through;
  const { company, defects } = version;
  const items = itemsOf(list);
  const newest =
    report.published_rev === null || report.published_rev === version.rev
      ? null
      : await snapshotAt(ctx, report.id, report.published_rev);
  const newestDefects = newest ? defectsByPublicId((newest.content as unknown as Snapshot).content) : null;
  const number = await versionNumberOf(ctx, report.id, version.rev);
  const { address, city, state, zip_code } = appointment;
  return {
    public_id: list.public_id,
    rev: list.rev,
    title: list.title,
    addressees: list.addressees,
    items: items.map((item) => listedItem(item, version, newestDefects)),
    totals: totalsOnWire(items, version),
    // The report's own rule: whether readers see the name of a client.
    maker: {
      name: list.role === 'client' && !company.settings.show_client ? '' : list.maker_name,
      role: list.role,
    },
    created_at: list.created_at,
    updated_at: list.updated_at,
    report: {
      public_id: report.public_id,
      name: version.snapshot.name,
      published_at: version.published_at,
    },
    version: { number, newest: await versionCount(ctx, report.id) },
    company: getCompanyBranding(company, appointment.public_id),
    property: { address, city, state, zip_code },
    categories: categoryNames(company),
    costs: company.settings.cost_estimator,
    can_edit: canEdit,
    choices: canEdit ? choicesOf(version).filter((choice) => defects.has(choice.id)) : [],
    media_path: `/api/v2/reports/${report.public_id}/media`,
    media_query: `${query === '' ? '?' : `${query}&`}version=${number}`,
  };
}

/** Of a defect that this version does not show only the request is left. */
function listedItem(
  item: RepairItem,
  { defects }: VisibleDefects,
  newest: ReturnType<typeof defectsByPublicId> | null,
): ListedItem {
  const found = defects.get(item.id);
  const written = {
    id: item.id,
    request: item.request,
    credit: decimalCost(item.credit_cents),
    note: item.note,
  };
  if (!found) {
    const nothing = { number: '', name: '', place: '', text: null, locations: [], category: null };
    return {
      ...written,
      ...nothing,
      state: 'gone',
      recommendation: '',
      min_cost: null,
      max_cost: null,
      photos: [],
    };
  }
  const { shown, place, comment } = found;
  const { number, name, text, locations, category, recommendation, min_cost, max_cost, photos } = shown;
  return {
    ...written,
    state: newest ? repairItemState(comment, newest.get(item.id)) : 'same',
    ...{ number, name, place, text, locations, category, recommendation, min_cost, max_cost },
    photos: photos.filter((photo) => photo.kind === 'photo'),
  };
}

/** The sums of a list: of the estimates its readers see, and of the requested credits. */
export function totalsOnWire(
  items: readonly RepairItem[],
  { defects, company }: VisibleDefects,
): RepairTotalsOnWire {
  const hasCosts = company.settings.cost_estimator;
  const sums = repairTotals(
    items.map(({ id, request, credit_cents }) => {
      const comment = hasCosts ? defects.get(id)?.comment : undefined;
      return {
        request,
        credit_cents,
        min_cost_cents: comment?.min_cost_cents ?? null,
        max_cost_cents: comment?.max_cost_cents ?? null,
      };
    }),
  );
  return {
    count: sums.count,
    estimated: sums.estimated,
    min_cost: fromCents(sums.min_cents),
    max_cost: fromCents(sums.max_cents),
    credits: fromCents(sums.credits_cents),
  };
}
