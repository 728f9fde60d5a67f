import type { Instant } from '#domain/base/time.ts';
import { type GateReason, type GateWaiver, isWaived, viewGate } from '#domain/reports/publishing.ts';

/** What locks a visitor out of the reports: the gate, no personal link, or a report that was not shared. */
type LockReason = GateReason | 'personal_link' | 'not_shared';

// The order in which a client resolves them.
const order: GateReason[] = ['agreement', 'payment', 'unpublished'];

type StepState = 'done' | 'todo' | 'waiting' | 'waived';

export interface StepFacts {
  /** Agreements that are not void. */
  agreements: readonly { signed: boolean; signed_by_me: boolean }[];
  paid: boolean;
  is_processing: boolean;
  /** The invoice is void: nothing to pay, but that does not unlock the report. */
  is_void?: boolean;
  /** The company has not confirmed the appointment: what would be signed and paid may still change. */
  is_unconfirmed?: boolean;
  require_payment: boolean;
  /** Defaults to true. */
  require_signature?: boolean;
  agreement_signed: boolean;
  has_published: boolean;
  /** Null without a personal link. */
  viewer: { can_sign: boolean; can_pay: boolean } | null;
  /** Whether this visitor may read reports or their summaries. Defaults to true. */
  can_read?: boolean;
  waivers: readonly GateWaiver[];
  now: Instant;
}

export interface PortalSteps {
  sign: { state: StepState; done: number; total: number; is_required: boolean };
  pay: { state: StepState; is_processing: boolean; is_required: boolean };
  view_report: { state: StepState; reasons: LockReason[] };
}

/**
 * Computes the state of the three portal steps for this visitor. A visitor without a personal link sees what has to be
 * done; the page then offers to mail the link. A report that can be opened is "todo": it has yet to be read.
 */
export function portalSteps(facts: StepFacts): PortalSteps {
  const { agreements, waivers, now } = facts;
  const done = agreements.filter((each) => each.signed).length;
  const gate = viewGate({ ...facts, viewer: 'public', isPublished: facts.has_published });
  const isShut = facts.can_read === false;
  const reasons: LockReason[] = [
    ...(isShut && facts.viewer === null ? (['personal_link'] as const) : []),
    ...order.filter((reason) => gate.reasons.includes(reason)),
    ...(isShut && facts.viewer !== null ? (['not_shared'] as const) : []),
  ];
  return {
    sign: {
      state: signState(facts, isWaived(waivers, 'agreement', now)),
      done,
      total: agreements.length,
      is_required: facts.require_signature !== false,
    },
    pay: {
      state: payState(facts, isWaived(waivers, 'payment', now)),
      is_processing: facts.is_processing,
      is_required: facts.require_payment,
    },
    view_report: {
      state: reasons.length === 0 ? 'todo' : 'waiting',
      reasons,
    },
  };
}

function signState({ agreements, viewer, is_unconfirmed }: StepFacts, isLetPass: boolean): StepState {
  const open = agreements.filter((each) => !each.signed);
  if (open.length === 0) return 'done';
  if (is_unconfirmed) return 'waiting';
  if (isLetPass) return 'waived';
  if (viewer === null) return 'todo';
  return viewer.can_sign && open.some((each) => !each.signed_by_me) ? 'todo' : 'waiting';
}

function payState(facts: StepFacts, isLetPass: boolean): StepState {
  const { paid, is_processing, is_void, viewer, is_unconfirmed } = facts;
  if (paid) return 'done';
  if (is_unconfirmed) return 'waiting';
  if (isLetPass) return 'waived';
  if (is_processing || is_void) return 'waiting';
  return viewer === null || viewer.can_pay ? 'todo' : 'waiting';
}
