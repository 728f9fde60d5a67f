// node e2e/support/serve.ts <folder of the seeded demo>: an end-to-end server in DATA_DIR, which starts as a copy of that demo.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { builtServer } from '#testing/running-server.ts';
import { prepareDemoData } from './demo-data.ts';

const [folder = ''] = process.argv.slice(2);
const own = process.env.DATA_DIR ?? '';
if (!existsSync(own)) {
  const copied = spawnSync('cp', ['-a', await prepareDemoData(folder), own], { stdio: 'inherit' });
  if (copied.status !== 0) throw new Error(`${own} could not be copied`);
}
await import(pathToFileURL(builtServer).href);
