/** Repair lists: what a client or agent asks for about the defects of a published report. */
import { canonicalJson } from '../../base/canonical-json.ts';
import { type Cents, sumCents, zeroCents } from '../../base/money.ts';
import type { ReportComment, ReportContent } from '../reports.ts';

/** In display order. */
export const repairRequests = ['repair', 'replace', 'credit', 'none'] as const;
export type RepairRequest = (typeof repairRequests)[number];

/** What a repair list may hold. */
export const repairLimits = { items: 300, note: 1000, title: 120, addressees: 20, addressee: 120 } as const;

/** One defect of a list. `id` is the public id of the comment. */
export interface RepairItem {
  id: string;
  request: RepairRequest;
  /** Only with the request `credit`. */
  credit_cents: Cents | null;
  note: string;
}

/** The part of a list that its maker writes. */
export interface RepairDocument {
  title: string;
  addressees: readonly string[];
  items: readonly RepairItem[];
}

/** Returns the item of a defect that was just ticked. */
export function newRepairItem(id: string): RepairItem {
  return { id, request: 'repair', credit_cents: null, note: '' };
}

/**
 * Returns the invalid fields of a list's items: a defect that may not be on it, a defect named twice, a credit without
 * an amount. `allowed` are the defects its maker can read.
 */
export function repairItemProblems(
  items: readonly RepairItem[],
  allowed: ReadonlySet<string>,
): Record<string, string> {
  const problems: Record<string, string> = {};
  const seen = new Set<string>();
  items.forEach((item, i) => {
    if (!allowed.has(item.id)) problems[`items.${i}.id`] = 'This defect isn’t in the published report';
    else if (seen.has(item.id)) problems[`items.${i}.id`] = 'This defect is already on the list';
    if (item.request === 'credit' && item.credit_cents === null)
      problems[`items.${i}.credit`] = 'Enter the amount of the credit';
    seen.add(item.id);
  });
  return problems;
}

/** Returns an item without an amount that its request does not have. */
export function cleanRepairItem(item: RepairItem): RepairItem {
  return item.request === 'credit' ? item : { ...item, credit_cents: null };
}

type Costs = Pick<ReportComment, 'min_cost_cents' | 'max_cost_cents'>;

/** The sums of a list. `estimated` counts the defects that have an estimate. */
export interface RepairTotals {
  count: number;
  estimated: number;
  min_cents: Cents;
  max_cents: Cents;
  credits_cents: Cents;
}

/** Sums estimates and requested credits. A defect with only one bound counts with it on both sides. */
export function repairTotals(
  items: readonly (Costs & Partial<Pick<RepairItem, 'request' | 'credit_cents'>>)[],
): RepairTotals {
  const estimated = items.filter((item) => item.min_cost_cents !== null || item.max_cost_cents !== null);
  const credits = items.filter((item) => item.request === 'credit');
  return {
    count: items.length,
    estimated: estimated.length,
    min_cents: sumCents(estimated.map((item) => item.min_cost_cents ?? item.max_cost_cents ?? zeroCents)),
    max_cents: sumCents(estimated.map((item) => item.max_cost_cents ?? item.min_cost_cents ?? zeroCents)),
    credits_cents: sumCents(credits.map((item) => item.credit_cents ?? zeroCents)),
  };
}

/** How a defect of a list's version compares with the newest one. */
export const repairItemStates = ['same', 'changed', 'gone'] as const;
export type RepairItemState = (typeof repairItemStates)[number];

const comparedFields = [
  'name',
  'text',
  'locations',
  'category',
  'recommendation',
  'min_cost_cents',
  'max_cost_cents',
] as const satisfies readonly (keyof ReportComment)[];

/** Compares a defect as a list shows it with the same defect in the newest version, if that still shows it. */
export function repairItemState(
  shown: Partial<ReportComment>,
  newest: Partial<ReportComment> | undefined,
): RepairItemState {
  if (!newest) return 'gone';
  const same = comparedFields.every(
    (field) => canonicalJson(shown[field] ?? null) === canonicalJson(newest[field] ?? null),
  );
  return same ? 'same' : 'changed';
}

/** Returns the included deficiencies by public id, with their place. */
export function defectsByPublicId(content: ReportContent): Map<string, ReportComment> {
  const comments = content.sections
    .filter((section) => !section.hidden)
    .flatMap((section) => section.items.flatMap((item) => item.comments));
  return new Map(
    comments
      .filter((comment) => comment.kind === 3 && comment.included && comment.public_id)
      .map((comment) => [comment.public_id ?? '', comment]),
  );
}
