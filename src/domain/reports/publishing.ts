/** Whether a report may be published, and whether the public may view it. */

import { sortByPosition } from '../base/ordered.ts';
import { type Instant, isBefore } from '../base/time.ts';
import type { GateStep } from '../events/events.ts';
import type { AppointmentStatus } from '../scheduling/appointment-states.ts';
import { mostReportPages, reportPages } from './report-pages.ts';
import {
  isAnswered,
  type ReportContent,
  type ReportItem,
  type ReportSection,
  reportProgress,
  sortComments,
  visibleContent,
} from './reports.ts';

/** Something that must be completed before publishing, and where. */
export interface MissingPart {
  what: 'rating' | 'answer';
  section_id: string;
  item_id: string;
  comment_id: string | null;
  /** The names of its section, its item and its comment; a rating has no comment. */
  section: string;
  item: string;
  comment: string | null;
  /** `Roof › Coverings: rating`. */
  label: string;
}

export interface PublishProblem {
  field: 'report' | 'appointment' | 'comments' | 'pages';
  message: string;
  missing: MissingPart[];
  /** Of `pages`: how many the report fills, and the most it may. */
  counts?: { pages: number; most: number };
}

/**
 * Returns what prevents publishing, in display order: the appointment must be confirmed and not canceled, and at least
 * one comment included, and the report short enough to be printed. If the company requires completeness, every visible rating must be set and every required
 * comment answered.
 */
export function publishProblems(
  content: ReportContent,
  facts: { appointment_status: AppointmentStatus; require_completion_to_publish: boolean },
): PublishProblem[] {
  const found: PublishProblem[] = [];
  if (facts.appointment_status === 'canceled') {
    found.push({ field: 'appointment', message: 'The appointment has been canceled', missing: [] });
  } else if (facts.appointment_status === 'requested') {
    found.push({ field: 'appointment', message: 'The appointment isn’t confirmed yet', missing: [] });
  }
  const visible = visibleContent(content);
  const hasComment = visible.sections.some((s) => s.items.some((i) => i.comments.length > 0));
  if (!hasComment) {
    found.push({ field: 'comments', message: 'Include at least one comment', missing: [] });
  }
  const pages = reportPages(content);
  if (pages > mostReportPages) {
    const message = `This report fills about ${pages} pages. At most ${mostReportPages} can be printed: remove photos or texts.`;
    found.push({ field: 'pages', message, missing: [], counts: { pages, most: mostReportPages } });
  }
  if (facts.require_completion_to_publish) {
    const missing = missingParts(content);
    if (missing.length > 0)
      found.push({ field: 'report', message: 'The report isn’t complete yet', missing });
  }
  return found;
}

/** A fact that makes publishing look like a mistake: the user is asked once, with all of them. */
export type PublishDoubt =
  | { what: 'early'; starts_at: Instant }
  | { what: 'unrated'; rated: number; rateable: number };

/** Below this share of items rated, a report looks unfinished. */
const fewRated = 0.2;

/**
 * Returns what speaks against the first publication of a report without forbidding it: the appointment has not started
 * yet, or under 20 % of the items are rated. A report that was published before is not doubted again.
 */
export function publishDoubts(
  content: ReportContent,
  facts: { starts_at: Instant; now: Instant; first_published_at: string | null },
): PublishDoubt[] {
  if (facts.first_published_at !== null) return [];
  const { starts_at, now } = facts;
  const { rated, rateable } = reportProgress(content);
  return [
    ...(isBefore(now, starts_at) ? [{ what: 'early' as const, starts_at }] : []),
    ...(rated < rateable * fewRated ? [{ what: 'unrated' as const, rated, rateable }] : []),
  ];
}

/** Returns the visible ratings not set and the required comments not answered, in report order. */
export function missingParts(content: ReportContent): MissingPart[] {
  return sortByPosition(content.sections)
    .filter((section) => !section.hidden)
    .flatMap(missingInSection);
}

// A section that was not changed is the same object: with every keystroke only one is looked at again.
const missingBySection = new WeakMap<ReportSection, MissingPart[]>();

/** Returns what is missing in a section, in the order of the report. */
export function missingInSection(section: ReportSection): MissingPart[] {
  const known = missingBySection.get(section);
  if (known) return known;
  const found = sortByPosition(section.items).flatMap((item) => missingInItem(section, item));
  missingBySection.set(section, found);
  return found;
}

function missingInItem(section: ReportSection, item: ReportItem): MissingPart[] {
  const names = { section: section.name, item: item.name };
  const where = { section_id: section.id, item_id: item.id, ...names };
  const name = `${section.name} › ${item.name}`;
  const rating: MissingPart[] =
    item.show_ratings && item.rating === null
      ? [{ what: 'rating', ...where, comment_id: null, comment: null, label: `${name}: rating` }]
      : [];
  const answers = sortComments(item.comments)
    .filter((comment) => comment.is_required && !isAnswered(comment))
    .map(
      (c): MissingPart => ({
        what: 'answer',
        ...where,
        comment_id: c.id,
        comment: c.name,
        label: `${name}: ${c.name}`,
      }),
    );
  return [...rating, ...answers];
}

/** A gate waived for one appointment, until an instant or permanently. */
export interface GateWaiver {
  what: GateStep;
  until: Instant | null;
  revoked_at: Instant | null;
}

export type GateReason = GateStep | 'unpublished';

/** Returns whether a waiver is in effect. */
export function isWaived(waivers: readonly GateWaiver[], what: GateStep, now: Instant): boolean {
  return waivers.some(
    (w) => w.what === what && w.revoked_at === null && (w.until === null || isBefore(now, w.until)),
  );
}

/** What a service requires before its report may be viewed. */
export interface ServiceGate {
  report_needs_signature: boolean;
  report_needs_payment: boolean;
}

/**
 * Returns the steps required before the reports of an appointment open: each step that any booked service requires, and
 * payment only if the appointment requires it. Without services both are required.
 */
export function requiredGateSteps(
  services: readonly ServiceGate[],
  require_payment: boolean,
): { require_payment: boolean; require_signature: boolean } {
  const any = (need: keyof ServiceGate) => services.length === 0 || services.some((one) => one[need]);
  return {
    require_payment: require_payment && any('report_needs_payment'),
    require_signature: any('report_needs_signature'),
  };
}

/**
 * Returns whether a report is open, and what keeps it closed: payment (if required, not made and not waived), agreement
 * (if required, not signed and not waived), unpublished. Team members can always view it; agents pass the same gate as
 * clients.
 */
export function viewGate(facts: {
  viewer: 'team' | 'public';
  isPublished: boolean;
  require_payment: boolean;
  /** True by default. */
  require_signature?: boolean;
  paid: boolean;
  agreement_signed: boolean;
  waivers: readonly GateWaiver[];
  now: Instant;
}): { isOpen: boolean; reasons: GateReason[] } {
  if (facts.viewer === 'team') return { isOpen: true, reasons: [] };
  const reasons: GateReason[] = [];
  const needsPayment = facts.require_payment && !facts.paid;
  if (needsPayment && !isWaived(facts.waivers, 'payment', facts.now)) reasons.push('payment');
  const needsSignature = facts.require_signature !== false && !facts.agreement_signed;
  if (needsSignature && !isWaived(facts.waivers, 'agreement', facts.now)) reasons.push('agreement');
  if (!facts.isPublished) reasons.push('unpublished');
  return { isOpen: reasons.length === 0, reasons };
}
