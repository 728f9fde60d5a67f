import type { Runtime } from '#server/runtime.ts';
import { createJobContexts } from '../create-runtime.ts';
import { jobs } from '../features.ts';
import { cleanUp } from './clean-up.ts';
import { cleanUpDocuments } from './clean-up-documents.ts';
import { cleanUpFiles } from './clean-up-files.ts';
import { reconcileGateways } from './reconcile-gateways.ts';
import { sweepAutomations } from './sweep-automations.ts';
import { sweepHeldMessages } from './sweep-held-messages.ts';
import { sweepPayments } from './sweep-payments.ts';
import { sweepReports } from './sweep-reports.ts';
import { sweepSyncs } from './sweep-syncs.ts';
import { sweepWebhooks } from './sweep-webhooks.ts';

const cleanUpEveryMs = 3_600_000;
const firstCleanUpMs = 120_000;
const sweepEveryMs = 60_000;
const sweepAutomationsEveryMs = 500;

/** What the shutdown of this process calls, last first. */
export type Closers = (() => Promise<void> | void)[];

/** Runs queued jobs, and what is done every hour, every minute and twice a second, each soon after the start as well. */
export async function startWork(runtime: Runtime, closers: Closers): Promise<void> {
  await runtime.queue.work(createJobContexts(runtime));
  // One that fails is logged, and the others run.
  const attempt = (what: string, work: Promise<unknown>) =>
    work.catch((err: unknown) => runtime.log.error({ err }, `could not ${what}`));
  const hourly = async () => {
    // Money first: the cleanup of an installation that has run for years takes long.
    await attempt('sweep payments', sweepPayments(runtime));
    await attempt('start gateway comparisons', reconcileGateways(runtime));
    await attempt('clean up', cleanUp(runtime));
    await attempt('clean up documents', cleanUpDocuments(runtime));
    await attempt('clean up files', cleanUpFiles(runtime));
  };
  const minutely = () =>
    Promise.all([
      attempt('sweep syncs', sweepSyncs(runtime, jobs)),
      attempt('sweep webhooks', sweepWebhooks(runtime)),
      attempt('sweep reports', sweepReports(runtime)),
      attempt('sweep waiting messages', sweepHeldMessages(runtime)),
    ]);
  let isSweeping = false;
  const sweepDue = async () => {
    if (isSweeping) return;
    isSweeping = true;
    await attempt('sweep automations', sweepAutomations(runtime));
    isSweeping = false;
  };
  const timers = [
    setInterval(() => void sweepDue(), sweepAutomationsEveryMs),
    setInterval(() => void hourly(), cleanUpEveryMs),
    setInterval(() => void minutely(), sweepEveryMs),
  ];
  // Soon after the start as well: a process that restarts more often than hourly would never clean up.
  const first = setTimeout(() => void hourly(), firstCleanUpMs);
  void minutely();
  closers.push(() => {
    timers.forEach(clearInterval);
    clearTimeout(first);
  });
}
