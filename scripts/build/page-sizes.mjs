// Measures what a browser fetches before a page shows: the static imports of its modules in the build's manifest,
// compressed. Prints each page with its limit from page-budgets.json and fails if one is exceeded.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isMain, root } from '../lib.mjs';

const web = join(root, 'dist/web');

/** One row per page: name, kB of script and style, their limits, and whether it is within them. */
export function measurePages() {
  const manifest = JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8'));
  const budgets = JSON.parse(readFileSync(join(root, 'scripts/build/page-budgets.json'), 'utf8'));
  const sizes = new Map();
  const named = budgets.pages.map((page) => weighNamed(manifest, sizes, page));
  return [...named, ...weighRoutes(manifest, sizes, budgets), weighOffline(sizes, budgets.offline)];
}

/** Measures what a device stores to work without a network. */
function weighOffline(sizes, limit) {
  const files = JSON.parse(readFileSync(join(web, '.vite/offline.json'), 'utf8'));
  const sum = (end) =>
    files.filter((file) => file.endsWith(end)).reduce((total, file) => total + size(sizes, file), 0) / 1000;
  return judge('stored for use offline', { js: sum('.js'), css: sum('.css') }, limit);
}

/** Measures a page by the modules it starts with; `over` counts only what it adds to another entry. */
function weighNamed(manifest, sizes, page) {
  const missing = page.modules.filter((key) => !manifest[key]);
  if (missing.length > 0) return { name: page.name, problem: `${missing.join(', ')} is not in the build` };
  return judge(page.name, added(manifest, sizes, page.modules, page.over ? [page.over] : []), page);
}

/**
 * Measures every lazily loaded screen together with the entry and layout that load it, against the limit of that entry's
 * routes.
 */
function weighRoutes(manifest, sizes, budgets) {
  const named = new Set(budgets.pages.flatMap((page) => page.modules));
  const rows = [];
  for (const [entry, limit] of Object.entries(budgets.routes)) {
    if (!manifest[entry]) continue;
    const routes = new Set(
      [...closure(manifest, [entry])].flatMap((key) => manifest[key].dynamicImports ?? []),
    );
    for (const route of [...routes].sort()) {
      if (!/\/screens\/.*\.tsx$|\/settings-tabs\.tsx$/.test(route) || named.has(route)) continue;
      const name = `${entry} > ${route.replace(/^src\/features\//, '')}`;
      const modules = limit.layout ? [entry, limit.layout, route] : [entry, route];
      rows.push(judge(name, added(manifest, sizes, modules, []), limit));
    }
  }
  return rows;
}

function judge(name, weight, { js, css }) {
  return {
    name,
    ...weight,
    maxJs: js,
    maxCss: css,
    problem: weight.js > js || weight.css > css ? 'too heavy' : null,
  };
}

function added(manifest, sizes, modules, without) {
  const had = filesOf(manifest, without);
  let js = 0;
  let css = 0;
  for (const file of filesOf(manifest, modules)) {
    if (had.has(file)) continue;
    if (file.endsWith('.css')) css += size(sizes, file);
    else if (file.endsWith('.js')) js += size(sizes, file);
  }
  return { js: js / 1000, css: css / 1000 };
}

function filesOf(manifest, modules) {
  const files = new Set();
  for (const key of closure(manifest, modules)) {
    files.add(manifest[key].file);
    for (const css of manifest[key].css ?? []) files.add(css);
  }
  return files;
}

function closure(manifest, modules) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key) || !manifest[key]) return;
    seen.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  for (const key of modules) visit(key);
  return seen;
}

function size(sizes, file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(web, file)), { level: 9 }).length);
  return sizes.get(file);
}

/** The rows as text, most exceeded first when only problems are requested. */
export function formatPageTable(rows) {
  const kb = (value, limit) => `${value.toFixed(1).padStart(6)} of ${String(limit).padEnd(4)}`;
  return rows
    .map((row) =>
      row.js === undefined
        ? `${row.name}: ${row.problem}`
        : `js ${kb(row.js, row.maxJs)} css ${kb(row.css, row.maxCss)} kB  ${row.name}${row.problem ? `  ${row.problem}` : ''}`,
    )
    .join('\n');
}

if (isMain(import.meta.filename)) {
  if (!existsSync(join(web, '.vite/manifest.json'))) {
    console.log('skipped: no build found (npm run build)');
  } else {
    const rows = measurePages();
    console.log(formatPageTable(rows));
    if (rows.some((row) => row.problem)) process.exitCode = 1;
  }
}
