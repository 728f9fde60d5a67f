import { spawnSync } from 'node:child_process';
import { runPaymentChaos } from './payments/payment-chaos.ts';

const [payments = 1000, orders = 200, kills = 20, seed = 1] = process.argv.slice(2).map(Number);

/**
 * Kills the built server with -9 while clients pay through all five gateways, with broken calls, webhooks that are
 * lost, repeated, shuffled or forged, and refunds. Then runs the payments feature's storm, in which a process dies next
 * to single calls, and `orders` shuffled orders of each gateway's webhooks. Every invoice is charged once and booked
 * once, and our records match the gateway's list.
 */
const started = performance.now();
const secondsSince = (from: number) => ((performance.now() - from) / 1000).toFixed(0);
const say = (line: string) => console.log(`payments: ${line}`);
const wrong = await runPaymentChaos({ payments, kills, seed, say });
for (const line of wrong.slice(0, 20)) say(`wrong: ${line}`);
say(
  `${payments} payments with ${kills} kills (seed ${seed}) in ${secondsSince(started)} s: ${wrong.length === 0 ? 'ok' : 'FAILED'}`,
);
const rest = performance.now();
const done = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    'src/features/payments/attempts/fault-storm.test.ts',
    'src/features/payments/webhooks/webhook-orders.test.ts',
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      GABLE_STORM_PAYMENTS: String(Math.ceil(payments / 25)),
      GABLE_WEBHOOK_ORDERS: String(orders),
    },
  },
);
say(`the storm and ${orders} webhook orders of each gateway in ${secondsSince(rest)} s`);
const isGood = done.status === 0 && wrong.length === 0;
say(isGood ? 'ok' : 'FAILED');
process.exitCode = isGood ? 0 : 1;
