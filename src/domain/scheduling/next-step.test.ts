import { describe, expect, test } from 'vitest';
import { isAccepted, isNextAct, type JobFacts, jobSteps, nextStep } from './next-step.ts';

const open: JobFacts = {
  status: 'scheduled',
  hasBegun: false,
  agreements: 1,
  isSigned: false,
  total: 450,
  isPaid: false,
  reports: [{ id: 'r1', status: 'not_started' }],
  mayEdit: true,
  mayRecordPayments: true,
  mayEditReport: true,
  mayPublish: true,
};
const states = (facts: Partial<JobFacts>) =>
  Object.fromEntries(jobSteps({ ...open, ...facts }).map((step) => [step.id, step.state]));
const next = (facts: Partial<JobFacts>) => nextStep({ ...open, ...facts })?.action ?? null;

describe('the steps', () => {
  test('are open until done', () => {
    expect(states({})).toEqual({ signed: 'open', paid: 'open', report: 'open' });
    expect(states({ isSigned: true, isPaid: true, reports: [{ id: 'r1', status: 'published' }] })).toEqual({
      signed: 'done',
      paid: 'done',
      report: 'done',
    });
  });

  test('have nothing to do without agreements, price or reports', () => {
    expect(states({ agreements: 0, isSigned: true, total: 0, isPaid: true, reports: [] })).toEqual({
      signed: 'none',
      paid: 'none',
      report: 'none',
    });
  });

  test('leave out the payment for those who may not see prices', () => {
    expect(states({ total: null })).toEqual({ signed: 'open', report: 'open' });
  });

  test('stay open while one of several reports is not published', () => {
    const reports = [
      { id: 'r1', status: 'published' },
      { id: 'r2', status: 'in_progress' },
    ];
    expect(states({ reports }).report).toBe('open');
    expect(nextStep({ ...open, isSigned: true, isPaid: true, reports })).toEqual({
      action: 'continue_report',
      reportId: 'r2',
    });
  });
});

describe('the next step', () => {
  test.each<[string, Partial<JobFacts>, string | null]>([
    ['reminds of the signature first', {}, 'remind'],
    ['then records the payment', { isSigned: true }, 'record_payment'],
    ['then starts the report', { isSigned: true, isPaid: true }, 'start_report'],
    ['starts the report first once the time has come', { hasBegun: true }, 'start_report'],
    ['returns to the signature after the report', { hasBegun: true, reports: [] }, 'remind'],
    [
      'publishes what waits for approval',
      { hasBegun: true, reports: [{ id: 'r1', status: 'pending_approval' }] },
      'publish_report',
    ],
    [
      'does not offer to publish without the right',
      { hasBegun: true, mayPublish: false, reports: [{ id: 'r1', status: 'pending_approval' }] },
      'remind',
    ],
    ['skips what the user may not do', { mayEdit: false, mayRecordPayments: false }, 'start_report'],
    [
      'is nothing without any right',
      { mayEdit: false, mayRecordPayments: false, mayEditReport: false },
      null,
    ],
    ['is nothing for those without prices but the report', { isSigned: true, total: null }, 'start_report'],
    ['is nothing while requested', { status: 'requested' }, null],
    ['is nothing when canceled', { status: 'canceled' }, null],
    [
      'remains for a completed one that is unpaid',
      { status: 'completed', hasBegun: true, isSigned: true, reports: [] },
      'record_payment',
    ],
    ['is nothing when all is done', { agreements: 0, isPaid: true, reports: [] }, null],
  ])('%s', (_, facts, action) => {
    expect(next(facts)).toBe(action);
  });
});

test('never are two buttons filled, and never none while there is something to do', () => {
  const reports = ['not_started', 'in_progress', 'pending_approval', 'published'].map((status) => [
    { id: 'r1', status },
  ]);
  const both = [true, false];
  // The first status change the page offers in each state.
  const acts = {
    requested: 'confirm',
    scheduled: 'complete',
    completed: undefined,
    canceled: 'restore',
  } as const;
  for (const [status, act] of Object.entries(acts) as [JobFacts['status'], string | undefined][])
    for (const isSigned of both)
      for (const isPaid of both)
        for (const hasBegun of both)
          for (const report of [[], ...reports]) {
            const step = nextStep({ ...open, status, isSigned, isPaid, hasBegun, reports: report });
            const filled = (step ? 1 : 0) + (isNextAct(act, step !== null) ? 1 : 0);
            const isAllDone =
              status === 'completed' &&
              isSigned &&
              isPaid &&
              !report.some((one) => one.status !== 'published');
            expect(filled, JSON.stringify([status, isSigned, isPaid, report])).toBe(
              status === 'canceled' || isAllDone ? 0 : 1,
            );
          }
});

test('what a visitor requests or books is accepted, what the office enters is confirmed', () => {
  const sources = ['request', 'iframe', 'online', 'agent', 'internal'];
  expect(sources.map(isAccepted)).toEqual([true, true, true, true, false]);
});
