import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import type { FaultAction } from '#simulators/pay/kit/faults.ts';
import { newId } from '../../../ids.ts';
import { type Attempt, GatewayError, WebhookRejected } from './gateway.ts';
import {
  type GatewayBench,
  makeAttempt,
  makeRefund,
  openWebhookListener,
  payAttempt,
  type WebhookListener,
} from './gateway-bench-for-tests.ts';

/**
 * Tests what every gateway must do under any fault (integrations.md 19). `chargesHere`: the server makes the charge
 * call.
 */
export function gatewaySuite(
  open: () => Promise<GatewayBench>,
  about: { chargesHere: boolean; signsWebhooks: boolean; hasCard?: boolean },
) {
  let bench: GatewayBench;
  let hook: WebhookListener;
  beforeAll(async () => {
    bench = await open();
    hook = await openWebhookListener(() => asInstant(bench.sim.clock.iso()));
  });
  afterAll(async () => {
    await hook.stop();
    await bench.sim.stop();
  });
  beforeEach(() => {
    bench.sim.reset();
    bench.waits.length = 0;
    hook.requests.length = 0;
    // Closes circuits that an earlier test opened.
    bench.clock.advance(61_000);
  });
  const charged = (attempt: Attempt) =>
    bench.sim.payments().filter((one) => one.attemptId === attempt.id && one.isCharged);
  const lookUp = (attempt: Attempt) => bench.gateway.findByAttempt(bench.creds, attempt);

  describe('a payment', () => {
    test('succeeds once and is found again', async () => {
      const { attempt, outcome } = await payAttempt(bench);
      expect(outcome).toMatchObject({ state: 'succeeded', amountMinor: 42500 });
      expect(outcome.refundedMinor ?? 0).toBe(0);
      expect(charged(attempt)).toHaveLength(1);
      if (about.hasCard !== false) expect(outcome.card?.last4).toBe(bench.cards.good.number.slice(-4));
      const again = await bench.gateway.fetch(bench.creds, outcome.gatewayRef ?? '');
      expect(again).toMatchObject({ state: 'succeeded', attemptId: attempt.id, amountMinor: 42500 });
      expect(await lookUp(attempt)).toMatchObject({ state: 'succeeded', gatewayRef: outcome.gatewayRef });
    });

    test('that is declined charges nothing; another card in a new attempt does', async () => {
      const first = await payAttempt(bench, makeAttempt(), bench.cards.declined);
      expect(first.outcome).toMatchObject({ state: 'failed', declineCode: 'declined' });
      expect(charged(first.attempt)).toHaveLength(0);
      const second = await payAttempt(bench);
      expect(second.outcome.state).toBe('succeeded');
    });

    test('appears in the list used for reconciliation', async () => {
      const { attempt, outcome } = await payAttempt(bench);
      const since = asInstant(new Date(Date.now() - 86_400_000).toISOString());
      const list = await bench.gateway.list(bench.creds, since);
      expect(list.find((one) => one.gatewayRef === outcome.gatewayRef)).toMatchObject({
        state: 'succeeded',
        attemptId: attempt.id,
      });
    });

    test('leaves no card number, key or token in log, response or record', async () => {
      const { outcome } = await payAttempt(bench);
      const all = JSON.stringify([outcome, bench.lines, bench.sim.listener.requests()]);
      expect(all).not.toContain(bench.cards.good.number);
      for (const [field, value] of Object.entries(bench.creds)) {
        const isSecret = /secret|token|transaction_key|api_key/.test(field);
        if (isSecret && typeof value === 'string') {
          expect(JSON.stringify([outcome, bench.lines]), field).not.toContain(value);
        }
      }
    });
  });

  if (about.chargesHere) chargeFaults(() => bench, charged);

  describe('reads', () => {
    test('are retried after 500 and 429, respecting Retry-After', async () => {
      const { outcome } = await payAttempt(bench);
      bench.waits.length = 0;
      bench.sim.listener.faults.add({ action: { kind: 'status', code: 500 } });
      bench.sim.listener.faults.add({ action: { kind: 'rate_limit', retryAfter: 7 } });
      const again = await bench.gateway.fetch(bench.creds, outcome.gatewayRef ?? '');
      expect(again.state).toBe('succeeded');
      expect(bench.waits).toEqual([250, 7000]);
    });

    test('with malformed responses are contract errors', async () => {
      const { outcome } = await payAttempt(bench);
      bench.sim.listener.faults.add({ action: { kind: 'malformed_json' }, times: 9 });
      const read = bench.gateway.fetch(bench.creds, outcome.gatewayRef ?? '');
      await expect(read).rejects.toThrow(GatewayError);
      await expect(read).rejects.toMatchObject({ code: 'provider_contract_error' });
    });

    test('fail immediately while the gateway keeps failing', async () => {
      const { outcome } = await payAttempt(bench);
      bench.sim.listener.faults.add({ action: { kind: 'status', code: 503 }, times: 99 });
      const read = () => bench.gateway.fetch(bench.creds, outcome.gatewayRef ?? '');
      await expect(read()).rejects.toMatchObject({ code: 'gateway_unavailable' });
      await expect(read()).rejects.toMatchObject({ code: 'gateway_unavailable' });
      const before = bench.sim.listener.requests().length;
      await expect(read()).rejects.toMatchObject({ code: 'gateway_unavailable' });
      expect(bench.sim.listener.requests().length).toBe(before);
      bench.sim.listener.faults.clear();
      bench.clock.advance(61_000);
      expect((await read()).state).toBe('succeeded');
    });
  });

  describe('keys', () => {
    test('are checked', async () => {
      expect(await bench.gateway.checkCredentials(bench.creds)).toMatchObject({ ok: true });
    });

    test('that were revoked are reported as wrong keys', async () => {
      bench.sim.listener.faults.add({ action: { kind: 'auth_revoked' }, times: 99 });
      expect(await bench.gateway.checkCredentials(bench.creds)).toMatchObject({
        ok: false,
        code: 'wrong_keys',
      });
    });
  });

  refundSuite(() => bench);
  webhookSuite(
    () => bench,
    () => hook,
    about.signsWebhooks,
  );
}

function chargeFaults(at: () => GatewayBench, charged: (attempt: Attempt) => unknown[]) {
  const run = async (action: FaultAction, times = 1) => {
    const bench = at();
    bench.sim.listener.faults.add({ match: bench.chargeCall, action, times });
    return payAttempt(bench);
  };
  const settle = async (attempt: Attempt) => {
    const bench = at();
    bench.sim.listener.faults.clear();
    bench.clock.advance(61_000);
    return bench.gateway.findByAttempt(bench.creds, attempt);
  };

  describe('a charge', () => {
    test('whose response is lost is unknown, then found as charged once', async () => {
      const { attempt, outcome } = await run({ kind: 'timeout_after_commit' }, 9);
      expect(outcome.state).toBe('unknown');
      expect(await settle(attempt)).toMatchObject({ state: 'succeeded', attemptId: attempt.id });
      expect(charged(attempt)).toHaveLength(1);
    });

    test('that never arrived is unknown, then not found', async () => {
      const { attempt, outcome } = await run({ kind: 'timeout_before_commit' }, 9);
      expect(outcome.state).toBe('unknown');
      expect(charged(attempt)).toHaveLength(0);
      const found = await settle(attempt);
      expect(found === null || found.state === 'awaiting_payer').toBe(true);
    });

    for (const kind of ['malformed_json', 'truncate', 'reset_after_commit'] as const) {
      test(`with the fault ${kind} is charged once`, async () => {
        const { attempt, outcome } = await run({ kind }, 9);
        expect(outcome.state).toBe('unknown');
        expect(await settle(attempt)).toMatchObject({ state: 'succeeded' });
        expect(charged(attempt)).toHaveLength(1);
      });
    }

    test('that gets status 500 is unknown unless a retry with its key resolves it', async () => {
      const { attempt, outcome } = await run({ kind: 'status', code: 500 }, 9);
      expect(outcome.state).toBe('unknown');
      expect(charged(attempt)).toHaveLength(0);
    });

    test('under a rate limit is charged once or fails without charging', async () => {
      const { attempt, outcome } = await run({ kind: 'rate_limit', retryAfter: 2 });
      expect(['succeeded', 'failed']).toContain(outcome.state);
      expect(charged(attempt)).toHaveLength(outcome.state === 'succeeded' ? 1 : 0);
    });

    test('with revoked keys fails and blames the merchant setup', async () => {
      const { attempt, outcome } = await run({ kind: 'auth_revoked' }, 9);
      expect(outcome).toMatchObject({ state: 'failed', declineCode: 'merchant_setup' });
      expect(charged(attempt)).toHaveLength(0);
    });
  });
}

function refundSuite(at: () => GatewayBench) {
  const sendRefund = async (ref: string, amountMinor: number, id?: string) => {
    const bench = at();
    return bench.gateway.refund(bench.creds, makeRefund(ref, { amountMinor, ...(id ? { id } : {}) }));
  };
  describe('a refund', () => {
    test('of the whole amount succeeds once and is rejected a second time', async () => {
      const bench = at();
      const { outcome } = await payAttempt(bench);
      const ref = outcome.gatewayRef ?? '';
      const given = await sendRefund(ref, 42500);
      expect(['succeeded', 'pending']).toContain(given.state);
      const more = await sendRefund(ref, 42500);
      expect(more).toMatchObject({ state: 'failed' });
      expect((await bench.gateway.fetch(bench.creds, ref)).state).toMatch(/^(refunded|canceled)$/);
    });

    test('whose response was lost is made once', async () => {
      const bench = at();
      const { outcome } = await payAttempt(bench);
      const ref = outcome.gatewayRef ?? '';
      bench.sim.listener.faults.add({
        match: bench.refundCall,
        action: { kind: 'timeout_after_commit' },
        times: 9,
      });
      const refund = makeRefund(ref);
      expect((await bench.gateway.refund(bench.creds, refund)).state).toBe('unknown');
      bench.sim.listener.faults.clear();
      bench.clock.advance(61_000);
      expect(['succeeded', 'pending']).toContain(
        (await bench.gateway.refund(bench.creds, { ...refund, isRepeat: true })).state,
      );
      expect(bench.sim.payments().find((one) => one.isCharged)?.refundedMinor).toBe(42500);
    });
  });
}

function webhookSuite(at: () => GatewayBench, hookAt: () => WebhookListener, isSigned: boolean) {
  const registered = async () => {
    const bench = at();
    const { secrets, id } = await bench.gateway.registerWebhook(bench.creds, hookAt().url, newId());
    return { id, creds: { ...bench.creds, ...secrets } as GatewayBench['creds'] };
  };
  const received = async () => {
    const { creds } = await registered();
    const { attempt, outcome } = await payAttempt(at());
    await at().sim.webhooks.idle();
    return { creds, attempt, outcome, requests: [...hookAt().requests] };
  };

  describe('webhooks', () => {
    test('are registered once', async () => {
      const first = await registered();
      const again = await at().gateway.registerWebhook(first.creds, hookAt().url, newId());
      expect(again.id).toBe(first.id);
    });

    test('contain the reference of the payment', async () => {
      const { creds, outcome, requests } = await received();
      expect(requests.length).toBeGreaterThan(0);
      const hints = (await Promise.all(requests.map((one) => at().gateway.parseWebhook(creds, one)))).flat();
      expect(hints.every((hint) => hint.eventId && hint.isVerified)).toBe(true);
      const refs = hints.filter((hint) => hint.about === 'payment').map((hint) => hint.gatewayRef);
      expect(refs).toContain(outcome.gatewayRef);
    });

    test('that are forged or unsigned are rejected', async () => {
      const { creds, requests } = await received();
      const [good] = requests;
      if (!good) throw new Error('nothing arrived');
      const refuses = (request: typeof good, keys = creds) =>
        expect(at().gateway.parseWebhook(keys, request)).rejects.toThrow(WebhookRejected);
      if (isSigned) {
        const text = Buffer.from(good.body).toString('utf8');
        await refuses({ ...good, body: Buffer.from(`${text} `) });
        await refuses({ ...good, body: Buffer.from(JSON.stringify(JSON.parse(text), null, 1)) });
      }
      const unsigned = Object.fromEntries(
        Object.entries(good.headers).filter(([name]) => !/sig|auth/.test(name)),
      );
      await refuses({ ...good, headers: unsigned });
    });

    test('with a bad signature are rejected', async () => {
      at().sim.webhooks.mode({ kind: 'bad_signature' });
      const { creds, requests } = await received();
      for (const request of requests) {
        await expect(at().gateway.parseWebhook(creds, request)).rejects.toThrow(WebhookRejected);
      }
      expect(requests.length).toBeGreaterThan(0);
    });
  });
}
