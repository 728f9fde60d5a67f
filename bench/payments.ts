import { spawnSync } from 'node:child_process';
import { payUnderFire } from './_pay-under-fire.ts';

const [payments = 1000, orders = 200, kills = 20] = process.argv.slice(2).map(Number);

/**
 * First the built server under kill -9, with simulators that live on; then the storm of the payments room at full length: 1,000 payments over five gateways with every fault, lost and repeated
 * notices and a process that dies beside its calls, and 200 shuffled orders of notices. Every invoice is charged once, booked
 * once, and our book is the gateway's own list.
 */
const started = performance.now();
const wrong = await payUnderFire({
  payments: Math.ceil(payments / 5),
  kills,
  say: (line) => console.log(`payments: ${line}`),
});
for (const line of wrong.slice(0, 20)) console.log(`payments: NOT SO: ${line}`);
console.log(`payments: killed ${kills} times: ${wrong.length === 0 ? 'ok' : 'FAILED'}`);
const done = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    'src/features/payments/storm.test.ts',
    'src/features/payments/webhooks.test.ts',
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      GABLE_STORM_PAYMENTS: String(Math.ceil(payments / 5)),
      GABLE_WEBHOOK_ORDERS: String(orders),
    },
  },
);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`payments: ${payments} payments and ${orders} orders of notices in ${seconds} s`);
const isGood = done.status === 0 && wrong.length === 0;
console.log(`payments: ${isGood ? 'ok' : 'FAILED'}`);
process.exitCode = isGood ? 0 : 1;
