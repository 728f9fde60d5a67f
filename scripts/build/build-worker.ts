import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk | undefined>;

/** What must open without a network: the login, the stored jobs and the report editor. Their own lazy parts follow. */
const offlineModules = [
  'src/app/routes/shell-layout.tsx',
  'src/web/shell/bottom-bar.tsx',
  'src/features/auth/screens/auth-layout.tsx',
  'src/features/auth/screens/login-page.tsx',
  'src/features/reports/screens/editing/unsent-work-notice.tsx',
  'src/features/reports/screens/editing/edit-report-page.tsx',
  'src/features/reports/screens/offline/offline-pages.tsx',
  'src/features/reports/screens/offline/unsent-before-login.tsx',
];
const textsOf = ['web', 'auth', 'reports'];
/** Their lazy parts are needed too; those of other features belong to pages that need the server anyway. */
const followed = /^src\/(?:features\/reports\/screens|web)\/.*\.tsx?$/;

/**
 * Writes `sw.js` into the built folder: the service worker with the list of files that it stores on a device. Its
 * version is the hash of the document and of these names, which contain the hash of each file.
 */
export async function buildWorker(web: string): Promise<void> {
  const html = readFileSync(join(web, 'app.html'), 'utf8');
  const entry = /<script type="module"[^>]*src="([^"]+)"/.exec(html)?.[1];
  if (!entry) throw new Error('app.html has no entry');
  const files = offlineFiles(web, html);
  // For page-sizes.mjs.
  writeFileSync(join(web, '.vite/offline.json'), JSON.stringify(files));
  const version = createHash('sha256').update(html).update(files.join()).digest('hex').slice(0, 16);
  await build({
    ...singleFile(web, 'src/app/worker/service-worker.ts', 'sw.js'),
    define: { GABLE_BUILD: JSON.stringify({ version, entry, files }) },
  });
}

/** Writes `embed.js` into the built folder, which sites of companies include: for old browsers too. */
export async function buildEmbed(web: string): Promise<void> {
  const { build: output, ...rest } = singleFile(web, 'src/app/embed/booking-embed.ts', 'embed.js');
  await build({ ...rest, build: { ...output, target: 'es2015' } });
}

/** One script without imports, at a fixed address. */
function singleFile(web: string, input: string, name: string) {
  return {
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: web,
      emptyOutDir: false,
      rolldownOptions: { input: join(root, input), output: { format: 'iife', entryFileNames: name } },
    },
  } as const;
}

/** The files that the worker stores before they are needed, as paths of the server. */
function offlineFiles(web: string, html: string): string[] {
  const manifest = JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8')) as Manifest;
  const texts = textsOf.flatMap((feature) =>
    ['en', 'de', 'fr'].map((lang) =>
      feature === 'web' ? `src/web/texts/${lang}.json` : `src/features/${feature}/texts/${lang}.json`,
    ),
  );
  const chunks = new Set<Chunk>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || chunks.has(chunk)) return;
    chunks.add(chunk);
    for (const next of chunk.imports ?? []) visit(next);
    for (const next of chunk.dynamicImports ?? []) if (followed.test(next)) visit(next);
  };
  const roots = ['app.html', ...offlineModules, ...texts];
  const missing = roots.filter((key) => !manifest[key]);
  if (missing.length > 0) throw new Error(`not in the build: ${missing.join(', ')}`);
  for (const key of roots) visit(key);
  const inHtml = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  const ofChunks = [...chunks]
    .flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])])
    .map((file) => `/${file}`);
  return [...new Set([...inHtml, ...ofChunks])].toSorted();
}

/** Draws the icons of the installed app from the logo. */
export async function drawIcons(assets: string): Promise<void> {
  const logo = readFileSync(join(root, 'src/web/public/assets/favicon.svg'), 'utf8');
  // Systems that cut icons into their own shape need the color up to the edge.
  const square = logo.replace('rx="15"', 'rx="0"');
  const draw = (svg: string, size: number, name: string) =>
    sharp(Buffer.from(svg), { density: 72 * 8 })
      .resize(size, size)
      .png({ compressionLevel: 9, palette: true })
      .toFile(join(assets, `${name}.png`));
  await Promise.all([
    draw(logo, 192, 'icon-192'),
    draw(logo, 512, 'icon-512'),
    draw(square, 512, 'icon-maskable-512'),
    draw(square, 180, 'apple-touch-icon'),
  ]);
}
