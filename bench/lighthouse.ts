import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import lighthouse from 'lighthouse';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { freePort } from '../src/testing/running-server.ts';
import { hostTicks } from './support/cpu.ts';
import { type BenchServer, type Caller, median, withBenchServer } from './support/server.ts';

const rounds = 3;
const wanted = { performance: 95, accessibility: 100 };

/**
 * Lighthouse's mobile profile on the pages that clients open on a phone. Medians of three runs each, after one to warm
 * up.
 */
await withBenchServer(async (server) => {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'gable-chromium-'));
  const browser = spawn(
    findBrowser() ?? 'chromium',
    [
      ...browserFlags(),
      '--headless=new',
      '--disable-gpu',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  );
  try {
    await untilUp(port);
    const before = hostTicks();
    // A host name other than that of the gateway simulators: a gateway's form is cross-site and has a separate process.
    const origin = server.origin.replace('127.0.0.1', 'localhost');
    for (const [name, path] of Object.entries(await pagesOf(server)))
      await measure(name, origin + path, port);
    const after = hostTicks();
    if (before && after) {
      const share = (100 * (after.taken - before.taken)) / (after.all - before.all);
      console.log(`lighthouse: the host gave ${share.toFixed(1)} % of the processor time to other machines`);
    }
  } finally {
    browser.kill();
    await sleep(500);
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});

async function measure(name: string, url: string, port: number): Promise<void> {
  const scores: Record<keyof typeof wanted, number[]> = { performance: [], accessibility: [] };
  const facts: string[] = [];
  // The first round warms up and is not counted: a server that has just started still generates the PDFs of its demo
  // company.
  for (let round = -1; round < rounds; round += 1) {
    const result = await lighthouse(url, {
      port,
      onlyCategories: ['performance', 'accessibility'],
      output: 'json',
      logLevel: 'error',
    });
    const broken = result?.lhr.runtimeError;
    if (broken) console.log(`lighthouse: ${name}: ${broken.code}: ${broken.message}`);
    if (round < 0) continue;
    const { categories, audits } = result?.lhr ?? {};
    for (const key of ['performance', 'accessibility'] as const)
      scores[key].push(Math.round((categories?.[key]?.score ?? 0) * 100));
    facts.push(
      ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
        .map((id) => `${id.replace(/(\w)\w+-?/g, '$1')} ${audits?.[id]?.displayValue}`)
        .join(', '),
    );
    const faults = Object.values(audits ?? {}).filter(
      (one) =>
        one.score === 0 &&
        categories?.accessibility?.auditRefs.some((ref) => ref.id === one.id && ref.weight > 0),
    );
    for (const fault of faults) console.log(`lighthouse: ${name}: ${fault.id}: ${fault.title}`);
  }
  for (const key of ['performance', 'accessibility'] as const) {
    const score = median(scores[key]);
    console.log(
      `lighthouse: ${name}: ${key} ${score} (at least ${wanted[key]}) ${score >= wanted[key] ? 'ok' : 'TOO LOW'}`,
    );
    if (score < wanted[key]) process.exitCode = 1;
  }
  console.log(`lighthouse: ${name}: ${facts.join(' | ')}`);
}

/** The booking pages, the client page and the report of a completed demo inspection, the payment page of an unpaid one. */
async function pagesOf(server: BenchServer): Promise<Record<string, string>> {
  const owner = await server.login('owner@demo.test');
  const done = (await owner.get('/v2/appointments?published=true&paid=true&signed=true&perPage=1')).data
    .pageData[0];
  const { reports } = (await owner.get(`/v2/appointments/${done.id}/reports`)).data;
  const { request_id } = (await owner.get(`/v2/company/${owner.id}/settings`)).data;
  return {
    schedule: `/schedule/${request_id}`,
    'appointment-request': `/appointment-request/${request_id}`,
    'iframe-appointment': `/iframe-appointment/${request_id}`,
    'public-profile': `/public-profile/${request_id}`,
    'client-view': await linkOf(owner, done.id),
    'view-report2': `/view-report2/${reports[0].public_id}`,
    'create-payment': await payPage(owner),
  };
}

/** The personal page of an appointment's client. */
async function linkOf(owner: Caller, appointmentId: string): Promise<string> {
  const { people } = (await owner.post('/inspections/get-by-id', { inspection_id: appointmentId })).data;
  const link = new URL(people.find((one: { role: string }) => one.role === 'client').link);
  return link.pathname + link.search;
}

/** The online payment page, with the personal link that paying requires. */
async function payPage(owner: Caller): Promise<string> {
  const { pageData } = (await owner.get('/v2/appointments?perPage=40')).data;
  for (const { id } of pageData) {
    const invoice = (await owner.get(`/v2/appointments/${id}/invoice`)).data;
    if (!invoice.online || invoice.outstanding <= 0 || invoice.is_canceled) continue;
    const [, search] = (await linkOf(owner, id)).split('?');
    return `/create-payment/${invoice.appointment_public_id}?${search}`;
  }
  throw new Error('the demo has no invoice that can be paid online');
}

async function untilUp(port: number): Promise<void> {
  for (let i = 0; i < 200; i += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error('the browser did not start');
}
