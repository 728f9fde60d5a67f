// npm run bench -- <name> [arguments]: bundles bench/<name>.ts and runs it. Without a name, lists the benchmarks. Their parts are
// in the subfolders.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bestNode, install, root } from './lib.mjs';

const folder = join(root, 'bench');
const [name, ...args] = process.argv.slice(2);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'));
if (!name || !names.includes(name)) {
  console.log(`npm run bench -- <name>, where name is one of: ${names.join(', ')}`);
  process.exit(name ? 1 : 0);
}
refuseOldBuild();
install({ withTools: true });
// Packages that only one benchmark needs are installed for it alone, so that running the tests does not require them.
const own = join(folder, name);
const home = existsSync(join(own, 'package.json')) ? own : root;
if (home === own) install({ withTools: true, folder: own });
const bundle = join(home, 'node_modules/.cache/gable', `bench-${name}-${process.pid}.mjs`);
const { build } = await import('esbuild');
await build({
  entryPoints: [join(folder, `${name}.ts`)],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  packages: 'external',
  sourcemap: 'inline',
  logLevel: 'warning',
});
const done = spawnSync(bestNode(), ['--enable-source-maps', bundle, ...args], {
  cwd: root,
  stdio: 'inherit',
});
if (existsSync(bundle)) rmSync(bundle);
process.exitCode = done.status ?? 1;

/** Most benchmarks start the built server: with an older build they would measure what no longer exists. */
function refuseOldBuild() {
  const built = join(root, 'dist/server.js');
  if (!existsSync(built)) return;
  const at = statSync(built).mtimeMs;
  const newer = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true }).find(
    (entry) => entry.isFile() && statSync(join(entry.parentPath, entry.name)).mtimeMs > at,
  );
  if (!newer) return;
  console.error(`${newer.name} is newer than dist/: run npm run build first`);
  process.exit(1);
}
