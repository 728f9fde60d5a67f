// Builds dist/: the server and its child processes with esbuild, the browser files with Vite.
// `buildAll()` builds only if the sources have changed since the last build.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow, isMain, onModernNode, root, sourcesHash } from './lib.mjs';

const out = join(root, 'dist');
const stamp = join(out, 'stamp');

/** Whether dist/ was built from the current sources. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash();
}

/** The esbuild options for the build and for the watching development server. */
export function serverBuild() {
  // A file named …-child.ts runs as a separate process and becomes dist/…-child.js.
  const children = filesBelow('src', (path) => path.endsWith('-child.ts'));
  const entries = ['src/app/server.ts', ...children];
  return {
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries.map((file) => [basename(file, '.ts'), file])),
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    sourcemap: true,
    // Lines are enough for stack traces; with the sources, each process needs 60 MB more.
    sourcesContent: false,
    logLevel: 'warning',
  };
}

async function buildServer() {
  const { build } = await import('esbuild');
  await build(serverBuild());
}

async function buildWeb() {
  const { build } = await import('vite');
  const { mergeChunks } = await import('./build/merge-chunks.ts');
  const { buildEmbed, buildWorker, drawIcons } = await import('./build/build-worker.ts');
  // The first build only shows which modules are used together.
  const { output } = await build({ root, logLevel: 'silent', build: { write: false } });
  const rolldownOptions = { output: { codeSplitting: mergeChunks(output) } };
  // Built next to the old one and moved into place: a running server keeps its files until the last moment.
  await intoPlace('web', async (fresh) => {
    await build({ root, logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true, rolldownOptions } });
    await Promise.all([buildWorker(fresh), buildEmbed(fresh), drawIcons(join(fresh, 'assets'))]);
    await compress(join(fresh, 'assets'));
  });
}

async function intoPlace(name, make) {
  const fresh = join(out, `${name}.new-${process.pid}`);
  try {
    await make(fresh);
    rmSync(join(out, name), { recursive: true, force: true });
    renameSync(fresh, join(out, name));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Builds the screens of the public entry for the server, which prerenders the pages that clients open. */
async function buildPrerender() {
  const { build } = await import('vite');
  const options = {
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/app/pages/prerender-page.tsx',
      emptyOutDir: true,
      manifest: false,
      target: 'node20.19',
      rolldownOptions: { input: 'src/app/pages/prerender-page.tsx' },
    },
  };
  await intoPlace('prerender', (outDir) => build({ ...options, build: { ...options.build, outDir } }));
}

/** Stores a compressed copy next to each text file, so that the server never compresses during a request. */
async function compress(folder) {
  const texts = readdirSync(folder).filter((name) => /\.(js|css|svg|json)$/.test(name));
  await Promise.all(
    texts.map(async (name) => {
      const file = join(folder, name);
      const text = await readFile(file);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 10,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(text, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
    }),
  );
}

if (isMain(import.meta.filename) && onModernNode(import.meta.filename)) {
  if (process.argv.includes('--if-changed') && isBuilt()) process.exit();
  const hash = sourcesHash();
  rmSync(stamp, { force: true });
  try {
    await Promise.all([buildServer(), buildWeb(), buildPrerender()]);
    writeFileSync(stamp, hash);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
