import { describe, expect, test } from 'vitest';
import {
  areAgreementsSigned,
  isAgreementSigned,
  isDifferentName,
  missingSigners,
  signingProblems,
  signingRefusal,
} from '../agreements/agreements.ts';
import { asCents, type Cents } from '../base/money.ts';
import {
  applyRefund,
  clearanceEvents,
  invoiceState,
  type PaymentFact,
  type PaymentStatus,
  paymentProblem,
  refundProblem,
  voidProblem,
} from '../payments/payments.ts';

const cents = (n: number): Cents => asCents(n);

describe('signatures', () => {
  const client = (person_id: string) => ({ person_id, role: 'client' as const });
  test.each([
    ['no one yet', [], 'all', false],
    ['one of two', [client('a')], 'all', false],
    ['both', [client('a'), client('b')], 'all', true],
    ['any: one is enough', [client('a')], 'any', true],
    ['any: none is not enough', [], 'any', false],
    ['agent on behalf of the clients', [{ person_id: 'x', role: 'agent' }], 'all', true],
    ['on paper', [{ person_id: null, role: 'staff' }], 'all', true],
    ['a client who was removed', [client('gone'), client('a')], 'all', false],
  ] as const)('%s', (_, signatures, signers, expected) => {
    expect(isAgreementSigned(['a', 'b'], signatures, signers)).toBe(expected);
  });

  test('complete an appointment when every agreement that is not void is signed', () => {
    expect(missingSigners(['a', 'b'], [client('b')])).toEqual(['a']);
    expect(areAgreementsSigned([])).toBe(true);
    expect(
      areAgreementsSigned([
        { signed: true, voided: false },
        { signed: false, voided: true },
      ]),
    ).toBe(true);
    expect(
      areAgreementsSigned([
        { signed: true, voided: false },
        { signed: false, voided: false },
      ]),
    ).toBe(false);
  });

  const fine = {
    role: 'client',
    agreement: { signed: false, voided: false },
    hasSigned: false,
    agents_can_sign: true,
    isCanceled: false,
    unresolved: [],
  };
  test.each([
    [{}, null],
    [{ role: 'agent' }, null],
    [{ role: 'listing_agent', agents_can_sign: false }, 'You can’t sign this agreement'],
    [{ role: 'agent', personMaySign: false }, 'You can’t sign this agreement'],
    [{ role: 'agent', agents_can_sign: false, personMaySign: true }, null],
    [{ role: 'contractor' }, 'You can’t sign this agreement'],
    [{ role: null }, 'Open your personal link to sign'],
    [{ hasSigned: true }, 'This agreement has already been signed'],
    [{ agreement: { signed: false, voided: true } }, 'This agreement has been withdrawn'],
    [{ isCanceled: true }, 'This appointment has been canceled'],
    [{ unresolved: ['FOO'] }, 'This agreement isn’t complete yet. Contact the company.'],
  ])('signing with %o: %s', (more, refusal) => {
    expect(signingRefusal({ ...fine, ...more })).toBe(refusal);
  });

  test('require a name, having read the text and consent', () => {
    expect(Object.keys(signingProblems({ signer_name: ' x', consent: false, has_read: false }))).toEqual([
      'signer_name',
      'has_read',
      'consent',
    ]);
    expect(signingProblems({ signer_name: 'Ann Lee', consent: true, has_read: true })).toEqual({});
  });
});

describe('invoices', () => {
  const payment = (amount: number, status: PaymentStatus = 'succeeded', refunded = 0): PaymentFact => ({
    amount_cents: cents(amount),
    refunded_cents: cents(refunded),
    status,
  });
  const state = (total: number, payments: PaymentFact[] = [], credits = 0, isVoid = false) => {
    const s = invoiceState({ total_cents: cents(total), credits_cents: cents(credits), payments, isVoid });
    return [s.status, s.outstanding_cents, s.paid];
  };
  test.each([
    ['open', state(600), ['open', 600, false]],
    ['total 0 is paid at once', state(0), ['paid', 0, true]],
    ['partial payment', state(600, [payment(200)]), ['partial', 400, false]],
    ['full payment', state(600, [payment(200), payment(400)]), ['paid', 0, true]],
    ['overpayment is credit', state(600, [payment(700)]), ['paid', -100, true]],
    ['pending payments do not count', state(600, [payment(600, 'pending')]), ['open', 600, false]],
    ['failed payments do not count', state(600, [payment(600, 'failed')]), ['open', 600, false]],
    [
      'partial refund with its credit',
      state(600, [payment(600, 'partially_refunded', 100)], 100),
      ['paid', 0, true],
    ],
    ['full refund with its credit', state(600, [payment(600, 'refunded', 600)], 600), ['refunded', 0, true]],
    [
      'full refund, then paid again',
      state(600, [payment(600, 'refunded', 600), payment(50)], 550),
      ['paid', 0, true],
    ],
    ['void: nothing is owed, and no report opens', state(600, [], 0, true), ['void', 0, false]],
    [
      'void with a late payment: credit, and it counts as paid',
      state(600, [payment(600)], 0, true),
      ['void', -600, true],
    ],
    ['void with total 0 closes no report', state(0, [], 0, true), ['void', 0, true]],
    ['total raised after payment', state(700, [payment(600)]), ['partial', 100, false]],
  ])('%s', (_, actual, expected) => {
    expect(actual).toEqual(expected);
  });

  test.each([
    [{}, null],
    [{ paid_cents: 1 }, 'holds_money'],
    [{ hasPending: true }, 'pending'],
    [{ attempt: 'waiting' }, 'waiting'],
    [{ attempt: 'confirming' }, 'confirming'],
    [{ isRefunding: true, paid_cents: 1 }, 'refunding'],
  ] as const)('voiding with %j: %s', (given, problem) => {
    const free = { paid_cents: 0, hasPending: false, attempt: 'none', isRefunding: false } as const;
    const facts = { ...free, ...given };
    expect(voidProblem({ ...facts, paid_cents: cents(facts.paid_cents) })).toBe(problem);
  });

  test('are processing while a payment is pending', () => {
    const given = { total_cents: cents(1), credits_cents: cents(0), payments: [payment(1, 'pending')] };
    expect(invoiceState(given).isProcessing).toBe(true);
  });

  test.each([
    [600, {}, null],
    [0, {}, 'Amount must be more than 0'],
    [-5, { isByHand: true }, 'Amount must be more than 0'],
    [700, {}, 'Amount is more than the balance due'],
    [700, { isByHand: true }, null],
    [100, {}, 'Amount must be the full balance due'],
    [100, { allow_partial_payments: true }, null],
    [100, { outstanding_cents: cents(0) }, 'This invoice is already paid'],
    [100_000_001, { isByHand: true }, 'Amount is too large'],
    [100_000_000, { isByHand: true, outstanding_cents: cents(-950_000_000) }, 'Amount is too large'],
  ])('paying %i %o: %s', (amount, more, problem) => {
    const facts = { outstanding_cents: cents(600), isByHand: false, allow_partial_payments: false, ...more };
    expect(paymentProblem(cents(amount), facts)).toBe(problem);
  });

  test('allow refunds up to the paid amount and credit them', () => {
    const paid = payment(600);
    expect(refundProblem(cents(600), paid)).toBe(null);
    expect(refundProblem(cents(601), paid)).toBe('Amount is more than can be refunded');
    expect(refundProblem(cents(0), paid)).toBe('Amount must be more than 0');
    expect(refundProblem(cents(1), payment(600, 'pending'))).toBe('Only received payments can be refunded');
    const once = applyRefund(paid, cents(100));
    expect(once).toEqual({ payment: payment(600, 'partially_refunded', 100), credit_cents: 100 });
    expect(applyRefund(once.payment, cents(500)).payment.status).toBe('refunded');
  });
});

describe('events 15, 16 and 17', () => {
  const at = (paid: boolean, agreement_signed: boolean) => ({ paid, agreement_signed });
  test.each([
    ['last signature', at(false, false), at(false, true), 'signature', ['agreements.completed']],
    ['signature, others missing', at(false, false), at(false, false), 'signature', []],
    ['payment', at(false, false), at(true, false), 'payment', ['invoice.paid']],
    [
      'payment after signing',
      at(false, true),
      at(true, true),
      'payment',
      ['invoice.paid', 'appointment.signed_and_paid'],
    ],
    [
      'signing after payment',
      at(true, false),
      at(true, true),
      'signature',
      ['agreements.completed', 'appointment.signed_and_paid'],
    ],
    ['a lowered price', at(false, true), at(true, true), 'other', []],
    ['already paid', at(true, true), at(true, true), 'payment', []],
    ['a price lowered while signing does not trigger 16', at(false, false), at(true, false), 'signature', []],
  ] as const)('%s', (_, before, after, cause, events) => {
    expect(clearanceEvents(before, after, cause)).toEqual(events);
  });
});

describe('the name of a signature', () => {
  test.each([
    ['Clara Client', 'clara  client', false],
    ['Zoe Muller', 'Zoë Müller', false],
    ['Clara B. Client', 'Clara Client', false],
    ["Sean O'Neil", 'Sean O’Neil', false],
    ['Carl Client', 'Clara Client', true],
    ['Clara Clint', 'Clara Client', true],
    ['C', 'Clara Client', true],
    ['', 'Clara Client', false],
    ['Clara Client', '', false],
  ])('compares %s with %s', (typed, known, isOther) => {
    expect(isDifferentName(typed, known)).toBe(isOther);
  });
});
