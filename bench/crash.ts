import { runCrashTest } from '../src/testing/crash.ts';

const [writes = 2000, kills = 20, seed = 1] = process.argv.slice(2).map(Number);

/**
 * Kills the application and the database with -9 while writers write: no acknowledged write may be lost or duplicated.
 */
const result = await runCrashTest({ writes, kills, seed, writers: 8, say: (line) => console.log(line) });
const { mails, seconds } = result;
console.log(
  `crash: seed ${seed}: ${result.acknowledged} writes acknowledged in ${seconds.writing.toFixed(0)} s, ${result.repeats} calls repeated`,
);
console.log(`crash: killed ${JSON.stringify(result.kills)}`);
console.log(`crash: lost ${result.lost.length}, duplicated ${result.doubled.length}`);
console.log(
  `crash: mails: ${mails.expected} expected, ${mails.received} received, ${mails.arrivedAgain} duplicates`,
);
console.log(
  `crash: mails: missing ${mails.missing.length}, unexpected ${mails.unexpected.length}, changed ${mails.changed.length}; the last came ${seconds.mailing.toFixed(0)} s after the last write`,
);
const faults = [...result.lost, ...result.doubled, ...mails.missing, ...mails.unexpected, ...mails.changed];
for (const fault of faults.slice(0, 20)) console.log(`crash: wrong: ${fault}`);
console.log(`crash: ${faults.length === 0 ? 'ok' : 'FAILED'}`);
if (faults.length > 0) process.exitCode = 1;
