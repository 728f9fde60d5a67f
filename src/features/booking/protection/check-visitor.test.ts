import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { newId } from '#server/ids.ts';
import { startCaptchaSimulator } from '#simulators/captcha/captcha-simulator.ts';
import { startTestApp } from '#testing/test-app.ts';
import { checkVisitor, getBookingPage, submitBooking } from '../contract.ts';
import { asNewVisitor, type BookableCompany, bookableCompany } from '../public-booking-for-tests.ts';

let nowMs = Date.parse('2030-03-01T14:00:00Z');
const sim = await startCaptchaSimulator({ provider: 'turnstile', nowMs: () => nowMs });
afterAll(sim.stop);
const app = await startTestApp({
  at: '2030-03-01T14:00:00Z',
  env: {
    CAPTCHA_SITE_KEY: sim.keys.site,
    CAPTCHA_SECRET_KEY: sim.keys.secret,
    CAPTCHA_API_BASE: sim.url,
  },
});
let company: BookableCompany;
beforeEach(async () => {
  company = await bookableCompany(app);
});

const issue = (host = 'gable.test', action?: string) => sim.issue(host, action);
const check = (submission_key: string, token: string) =>
  app.visitor.request(checkVisitor, { requestId: company.requestId, submission_key, token }, asNewVisitor());
const proofOf = async (key: string, token = issue()) =>
  ((await check(key, token)).data as { proof: string }).proof;
const send = (form: object) => app.visitor.request(submitBooking, form as never, asNewVisitor());
const total = async () => (await company.owner.call(listAppointments, { tab: 'all' })).pageInfo.total;

test('the page gets what the widget needs, and no secret', async () => {
  const page = await app.visitor.call(getBookingPage, { requestId: company.requestId }, asNewVisitor());
  expect(page.visitor_check).toEqual({
    provider: 'turnstile',
    site_key: sim.keys.site,
    script: `${sim.url}/turnstile/v0/api.js?render=explicit`,
  });
  expect(JSON.stringify(page)).not.toContain(sim.keys.secret);
});

describe('a form', () => {
  test('is booked with a proof, and again with the same proof after its answer was lost', async () => {
    const form = company.form();
    const visitor_check = await proofOf(form.submission_key);
    const wrong = await send({ ...form, visitor_check, accept_terms: false });
    expect(wrong.error?.details).toEqual({ accept_terms: 'Please accept the terms' });
    const first = await send({ ...form, visitor_check });
    expect(first.data).toMatchObject({ status: 'requested' });
    expect((await send({ ...form, visitor_check })).data).toEqual(first.data);
    expect(await total()).toBe(1);
    const [call] = sim.requests().filter((one) => one.path === '/turnstile/v0/siteverify');
    const sent = new URLSearchParams(call?.text);
    expect([...sent.keys()]).toEqual(['secret', 'response', 'remoteip']);
    expect(sent.get('remoteip')).toMatch(/^10\.9\./);
  });

  test.each<[string, (key: string) => Promise<string | null>]>([
    ['no proof', async () => null],
    ['a made-up proof', async () => '2030-03-01T15:00:00.000Z passed abc'],
    ['the proof of another form', () => proofOf(newId())],
    [
      'a proof whose result was changed',
      async (key) => (await proofOf(key)).replace('passed', 'unavailable'),
    ],
    ['a proof whose time was changed', async (key) => (await proofOf(key)).replace('2030', '2031')],
  ])('with %s is refused, and nothing is stored', async (_what, proof) => {
    const form = company.form();
    const answer = await send({ ...form, visitor_check: await proof(form.submission_key) });
    expect(answer.error?.details).toEqual({ visitor_check: 'Please confirm that you are a person' });
    expect(await total()).toBe(0);
  });

  test('is refused an hour after the check', async () => {
    const form = company.form();
    const visitor_check = await proofOf(form.submission_key);
    app.clock.advance(60 * 60_000);
    expect((await send({ ...form, visitor_check })).status).toBe(400);
    app.clock.advance(-60 * 60_000);
  });
});

describe('a token', () => {
  test.each<[string, () => string]>([
    ['that was made up', () => 'turnstile.00000000'],
    [
      'that is older than five minutes',
      () => {
        const token = issue();
        nowMs += 301_000;
        return token;
      },
    ],
    ['of another site', () => issue('evil.example')],
    ['of another form of the site', () => issue('gable.test', 'login')],
  ])('%s is refused', async (_what, token) => {
    const answer = await check(newId(), token());
    expect(answer.error?.details).toEqual({
      visitor_check: 'Please confirm again that you are a person',
    });
  });

  test('is worth one proof', async () => {
    const token = issue();
    expect((await check(newId(), token)).status).toBe(200);
    expect((await check(newId(), token)).status).toBe(400);
  });

  test('that the browser could not get is explained', async () => {
    expect((await check(newId(), '')).error?.message).toBe(
      'The check could not be loaded. Allow it in your browser and load the page again, or call the company.',
    );
  });
});

test.each([
  { kind: 'timeout_before_commit' },
  { kind: 'timeout_after_commit' },
  { kind: 'reset' },
  { kind: 'status', code: 500 },
  { kind: 'malformed_json' },
  { kind: 'rate_limit', retryAfter: 5 },
  { kind: 'auth_revoked' },
] as const)('while the service fails ($kind), a booking is confirmed by mail instead', async (action) => {
  sim.faults.add({ action });
  const form = company.form();
  const visitor_check = await proofOf(form.submission_key, '');
  expect((await send({ ...form, visitor_check })).data).toMatchObject({
    status: 'unconfirmed',
    confirm: { email: 'john@doe.example' },
  });
  expect(await total()).toBe(0);
  app.clock.advance(61 * 60_000);
});
