import { soakCalls } from './soak/soak-calls.ts';
import { runLoad } from './soak/soak-load.ts';
import { openProbe, type Probe, type Reading } from './soak/soak-probe.ts';
import { judge } from './soak/soak-verdict.ts';
import { watchedServer } from './support/loop-delay.ts';
import { withBenchServer } from './support/server.ts';

const minutes = Number(process.argv[2] ?? 30);
const measuredMs = 30_000;
const warmUpMs = 60_000;
const everyMs = 10_000;

/**
 * A mixed load at half of what one process takes, for 30 minutes or as many as the argument says: memory, handles, open
 * files and connections of the server must stay level.
 */
await withBenchServer(
  async (server) => {
    const calls = await soakCalls(server);
    await runLoad(calls, { ms: warmUpMs, atOnce: 16 });
    const most = await runLoad(calls, { ms: measuredMs, atOnce: 16 });
    const perSecond = most.answers / (measuredMs / 1_000) / 2;
    console.log(
      `soak: the process answers ${(perSecond * 2).toFixed(0)} calls a second: ${minutes} minutes at half`,
    );
    const probe = await openProbe(server);
    const readings: Reading[] = [];
    const watching = watch(probe, readings);
    const { statuses } = await runLoad(calls, { ms: minutes * 60_000, atOnce: 24, perSecond });
    await watching;
    probe.close();
    console.log(`soak: answers by call and status: ${JSON.stringify(statuses)}`);
    const failed = Object.entries(statuses).filter(([name]) => !/ (?:200|409|429)$/.test(name));
    if (failed.length > 0) process.exitCode = 1;
    if (!judge(readings)) process.exitCode = 1;
  },
  { EMAIL_VERIFICATION: '0', TRUST_PROXY: '1', ...watchedServer },
);

async function watch(probe: Probe, readings: Reading[]): Promise<void> {
  for (const end = performance.now() + minutes * 60_000; performance.now() < end; ) {
    const reading = await probe.read();
    readings.push(reading);
    if (readings.length % 12 === 1) console.log(`soak: ${JSON.stringify(reading)}`);
    await new Promise((wake) => setTimeout(wake, everyMs));
  }
}
