import { describe, expect, test } from 'vitest';
import { asInstant } from '../base/time.ts';
import {
  type GateWaiver,
  missingParts,
  publishDoubts,
  publishProblems,
  requiredGateSteps,
  viewGate,
} from './publishing.ts';
import { findItem, makeComment, makeReportContent } from './report-content-fixture.ts';
import { type ReportContent, reportTransition } from './reports.ts';

describe('publishing', () => {
  const facts = { appointment_status: 'scheduled' as const, require_completion_to_publish: false };
  const messages = (content: ReportContent, more: Partial<Parameters<typeof publishProblems>[1]> = {}) =>
    publishProblems(content, { ...facts, ...more }).map((p) => p.message);

  test('requires a confirmed, not canceled appointment and at least one comment', () => {
    expect(messages(makeReportContent())).toEqual([]);
    expect(messages(makeReportContent(), { appointment_status: 'requested' })).toEqual([
      'The appointment isn’t confirmed yet',
    ]);
    expect(messages(makeReportContent(), { appointment_status: 'canceled' })).toEqual([
      'The appointment has been canceled',
    ]);
    const empty = { ...makeReportContent(), sections: makeReportContent().sections.slice(1) }; // Only a hidden section has a comment.
    expect(messages(empty)).toEqual(['Include at least one comment']);
  });

  test('requires a report that can be printed, counting only what readers see', () => {
    const content = makeReportContent();
    const item = findItem(content, 'covering');
    if (!item) throw new Error('no item');
    for (let n = 0; n < 3_000; n += 1)
      item.comments.push(makeComment(`c${n}`, 'covering', { included: false }));
    expect(messages(content)).toEqual([]);
    for (const comment of item.comments) comment.included = true;
    expect(messages(content)).toEqual([
      expect.stringMatching(/^This report fills about \d+ pages. At most 600 can be printed/),
    ]);
  });

  test('requires completeness if the company does, naming what is missing', () => {
    const content = makeReportContent();
    findItem(content, 'covering')?.comments.push(
      makeComment('must', 'covering', { is_required: true, included: false }),
    );
    expect(messages(content, { require_completion_to_publish: true })).toEqual([
      'The report isn’t complete yet',
    ]);
    expect(missingParts(content).map((m) => [m.what, m.item_id, m.comment_id, m.label])).toEqual([
      ['answer', 'covering', 'must', 'roof › covering: must'],
      ['rating', 'flashing', null, 'roof › flashing: rating'],
    ]);
  });

  describe('is doubted', () => {
    const at = asInstant('2030-03-08T14:00:00Z');
    const before = asInstant('2030-03-08T13:59:59Z');
    /** A report with ten items that show ratings, `rated` of them rated. */
    const withRated = (rated: number): ReportContent => {
      const content = makeReportContent();
      const item = findItem(content, 'covering');
      if (!item) throw new Error('no item');
      const items = Array.from({ length: 10 }, (_, i) => ({
        ...item,
        ...{ id: `i${i}`, show_ratings: true, rating: i < rated ? 'IN' : null },
      }));
      const [first] = content.sections;
      return { ...content, sections: first ? [{ ...first, hidden: false, items }] : [] };
    };
    const doubts = (rated: number, now: typeof at, isFirst = true) =>
      publishDoubts(withRated(rated), {
        starts_at: at,
        now,
        first_published_at: isFirst ? null : '2030-01-01T00:00:00Z',
      }).map((doubt) => doubt.what);

    test.each([
      ['before the appointment', 2, before, ['early']],
      ['at its time', 2, at, []],
      ['under 20 % rated', 1, at, ['unrated']],
      ['both', 0, before, ['early', 'unrated']],
      ['neither', 10, at, []],
    ] as const)('%s', (_, rated, now, expected) => {
      expect(doubts(rated, now)).toEqual(expected);
    });

    test('only the first time, and not for items without ratings', () => {
      expect(doubts(0, before, false)).toEqual([]);
      const content = { ...makeReportContent(), sections: [] };
      expect(publishDoubts(content, { starts_at: at, now: at, first_published_at: null })).toEqual([]);
    });
  });

  test.each([
    ['not_started', 'edit', 'in_progress'],
    ['published', 'edit', 'published'],
    ['in_progress', 'submit', 'pending_approval'],
    ['pending_approval', 'return', 'in_progress'],
    ['not_started', 'publish', null],
    ['pending_approval', 'publish', 'published'],
    ['published', 'publish', 'published'],
    ['published', 'unpublish', 'in_progress'],
    ['in_progress', 'unpublish', null],
  ] as const)('%s, %s: %s', (status, action, next) => {
    expect(reportTransition(status, action)).toBe(next);
  });
});

describe('viewing gate', () => {
  const now = asInstant('2030-03-01T14:00:00Z');
  const waiver = (more: Partial<GateWaiver>): GateWaiver => ({
    what: 'payment',
    until: null,
    revoked_at: null,
    ...more,
  });
  const closed = {
    viewer: 'public' as const,
    isPublished: false,
    require_payment: true,
    paid: false,
    agreement_signed: false,
    waivers: [],
    now,
  };
  const open = { ...closed, isPublished: true, paid: true, agreement_signed: true };
  test.each([
    ['closed for every reason', closed, ['payment', 'agreement', 'unpublished']],
    ['open', open, []],
    ['payment not required', { ...open, paid: false, require_payment: false }, []],
    ['unpaid', { ...open, paid: false }, ['payment']],
    ['payment waived', { ...open, paid: false, waivers: [waiver({})] }, []],
    [
      'waived until later',
      { ...open, paid: false, waivers: [waiver({ until: asInstant('2030-03-01T14:01:00Z') })] },
      [],
    ],
    ['waiver expired', { ...open, paid: false, waivers: [waiver({ until: now })] }, ['payment']],
    ['waiver revoked', { ...open, paid: false, waivers: [waiver({ revoked_at: now })] }, ['payment']],
    ['waiver of the other gate', { ...open, agreement_signed: false, waivers: [waiver({})] }, ['agreement']],
    ['signature waived', { ...open, agreement_signed: false, waivers: [waiver({ what: 'agreement' })] }, []],
    ['signature not required', { ...open, agreement_signed: false, require_signature: false }, []],
    ['the team sees everything', { ...closed, viewer: 'team' as const }, []],
  ])('%s', (_, facts, reasons) => {
    expect(viewGate(facts)).toEqual({ isOpen: reasons.length === 0, reasons });
  });
});

describe('steps required by the booked services', () => {
  const both = { report_needs_signature: true, report_needs_payment: true };
  const none = { report_needs_signature: false, report_needs_payment: false };
  test.each([
    ['both without services', [], true, { require_payment: true, require_signature: true }],
    [
      'payment only if the appointment requires it',
      [both],
      false,
      { require_payment: false, require_signature: true },
    ],
    [
      'any service that requires them',
      [none, both],
      true,
      { require_payment: true, require_signature: true },
    ],
    [
      'none if no service requires them',
      [none, none],
      true,
      { require_payment: false, require_signature: false },
    ],
  ])('%s', (_, services, require_payment, steps) => {
    expect(requiredGateSteps(services, require_payment)).toEqual(steps);
  });
});
