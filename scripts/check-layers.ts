// Checks every import in src/ against the layers and groups of ARCHITECTURE.md.
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { featureOrder, groups, libraryFiles } from './layer-order.ts';
import { ownershipProblems, tableNames } from './table-ownership.ts';

/** One broken rule, printed as `file:line  rule`. */
export interface Problem {
  file: string;
  line: number;
  rule: string;
}

type Layer = 'domain' | 'wire' | 'server' | 'web' | 'simulators' | 'features' | 'app' | 'testing';
/** The role of a file in its feature; contracts (`contract.ts`, `team-contract.ts`), commands, pickers and `screens/kit/` are its public API. */
type Part = 'contract' | 'present' | 'command' | 'private' | 'screen' | 'picker' | 'text';

interface Place {
  layer: Layer;
  feature: string;
  part: Part;
}

const below: Record<Exclude<Layer, 'features' | 'app' | 'testing'>, Layer[]> = {
  domain: ['domain'],
  wire: ['domain', 'wire'],
  server: ['domain', 'wire', 'server'],
  web: ['domain', 'wire', 'web'],
  simulators: ['simulators'],
};
const rules = {
  down: 'Down, never up',
  publicApi: 'Import another feature through its public API only: contract, commands, pickers, screens/kit',
  sides: 'Screens never see the server, the server never sees screens; both see the contract and the domain',
  group: 'Groups of a folder import lower groups only, and its top-level files import no group',
  pure: 'The domain is pure: no I/O, no clock, no library except in libraryFiles',
  simulators: 'Simulators import only simulators',
  barrel: 'No barrels: a folder has no index file',
  kebab: 'Files and folders are kebab-case',
  feature: 'Every feature has a place in the list of scripts/layer-order.ts',
  extension: 'Imports include the file extension',
  forTests: 'Only tests import *-for-tests files',
  clock: 'No new Date() or Date.now() outside the clock files: pass now as an argument',
  environment: 'Only src/server/config/config.ts reads process.env',
  platform: 'Only the files listed in scripts/check-layers.ts may declare the platform scope',
};

/** Where a transaction may cross tenants: sign-in and administration, logins of team members, short links, the store. */
const platformScope =
  /^(?:server|features\/(?:auth|admin))\/|^features\/(?:people\/(?:team|profile)-contract|portal\/contract|templates\/store-admin-contract)\.ts$/;

/** Returns every broken rule below `root`/src. Tests may import anything. */
export function layerProblems(root: string): Problem[] {
  const src = join(root, 'src');
  return filesBelow(src).flatMap((path) => {
    const file = relative(src, path);
    const names = nameProblems(file);
    if (!/\.tsx?$/.test(file) || isForTests(file)) return names;
    const text = readFileSync(path, 'utf8');
    return [...names, ...importProblems(src, path, text), ...habitProblems(file, text)];
  });
}

/** A test, or a helper shared by the tests of a feature (`booking-for-tests.ts`). */
const isForTests = (file: string) => /(\.test|-for-tests)\.tsx?$/.test(file);

function importProblems(src: string, path: string, text: string): Problem[] {
  const file = relative(src, path);
  const from = placeOf(file);
  const problems: Problem[] = [];
  for (const { target, line, isType } of importsOf(text)) {
    const report = (rule: string) =>
      problems.push({ file: `src/${file}`, line, rule: `${rule} (${target})` });
    const path_ = target.startsWith('#') ? join(src, target.slice(1)) : resolve(dirname(path), target);
    const isOurs = target.startsWith('#') || target.startsWith('.');
    if (!isOurs) {
      const library = libraryFiles[file];
      if (from.layer === 'domain' && !(library && target.startsWith(library))) report(rules.pure);
      continue;
    }
    if (!/\.(tsx?|json|mjs|css|module\.css)(\?\w+)?$/.test(target)) report(rules.extension);
    const inside = relative(src, path_);
    if (inside.startsWith('..')) continue;
    // A presenter may import row types of its own feature: types are erased at build time.
    const to = placeOf(inside);
    if (isType && from.part === 'present' && from.feature === to.feature && sideOf(to.part) !== 'web')
      continue;
    const rule =
      isForTests(inside) && from.layer !== 'testing'
        ? rules.forTests
        : (judge(from, to) ?? judgeGroups(file, inside));
    if (rule) report(rule);
  }
  return problems;
}

/** The rule that an import from one place to another breaks, or null. */
function judge(from: Place, to: Place): string | null {
  if (from.layer === 'app' || from.layer === 'testing') return null;
  if (from.layer === 'simulators') return to.layer === 'simulators' ? null : rules.simulators;
  if (from.layer !== 'features') {
    if (below[from.layer].includes(to.layer)) return null;
    const isOtherSide =
      (from.layer === 'web' && to.layer === 'server') || (from.layer === 'server' && to.layer === 'web');
    return isOtherSide ? rules.sides : rules.down;
  }
  return to.layer === 'features' ? judgeFeatures(from, to) : judgeShared(from, to.layer);
}

function judgeShared(from: Place, to: Layer): string | null {
  if (to === 'domain' || to === 'wire') return null;
  if (to === 'app' || to === 'testing' || to === 'simulators') return rules.down;
  const side = sideOf(from.part);
  return side === to ? null : rules.sides;
}

function judgeFeatures(from: Place, to: Place): string | null {
  const [fromSide, toSide] = [sideOf(from.part), sideOf(to.part)];
  if (toSide !== 'both' && fromSide !== toSide) return rules.sides;
  if (from.feature === to.feature) return null;
  const [own, other] = [featureOrder.indexOf(from.feature), featureOrder.indexOf(to.feature)];
  if (other > own) return rules.down;
  return to.part === 'contract' || to.part === 'command' || to.part === 'picker' ? null : rules.publicApi;
}

/** Top-level files are the lowest group, except the two that wire a feature together. */
function judgeGroups(from: string, to: string): string | null {
  for (const [folder, order] of Object.entries(groups)) {
    if (!from.startsWith(`${folder}/`) || !to.startsWith(`${folder}/`)) continue;
    const [own, other] = [
      groupOf(from.slice(folder.length + 1), order),
      groupOf(to.slice(folder.length + 1), order),
    ];
    if (other > own) return rules.group;
  }
  return null;
}

function groupOf(path: string, order: string[]): number {
  if (/^(routes|listeners)\.ts$/.test(path)) return order.length;
  const [first = '', ...rest] = path.split('/');
  // Subfolders without a place in the order (texts, library code of one command) are checked by the other rules only.
  return rest.length === 0 ? -1 : order.indexOf(first);
}

function sideOf(part: Part): 'server' | 'web' | 'both' {
  if (part === 'screen' || part === 'picker') return 'web';
  return part === 'command' || part === 'private' ? 'server' : 'both';
}

function placeOf(file: string): Place {
  const [layer = '', feature = '', ...rest] = file.split('/');
  const part = layer === 'features' ? partOf(feature, rest) : 'private';
  return { layer: layer as Layer, feature, part };
}

function partOf(feature: string, path: string[]): Part {
  const name = path.at(-1) ?? '';
  if (path.length === 1 && /^([a-z-]+-)?contract\.ts$/.test(name)) return 'contract';
  if (path.length === 1 && name === 'present.ts') return 'present';
  if (name.endsWith('.json')) return 'text';
  if (path[0] === 'screens') return path[1] === 'kit' || name.endsWith('-picker.tsx') ? 'picker' : 'screen';
  const isNested =
    path.length > 1 && !(path.length === 2 && groups[`features/${feature}`]?.includes(path[0] ?? ''));
  return isNested || /^(([a-z-]+-)?store|routes|listeners)\.ts$|\.job\.ts$/.test(name)
    ? 'private'
    : 'command';
}

function nameProblems(file: string): Problem[] {
  const problems: Problem[] = [];
  const report = (rule: string) => problems.push({ file: `src/${file}`, line: 1, rule });
  const parts = file.split('/');
  if (!parts.every((part) => /^_?[a-z0-9]+([-.][a-z0-9]+)*$/.test(part))) report(rules.kebab);
  if (/^index\.\w+$/.test(parts.at(-1) ?? '')) report(rules.barrel);
  if (parts[0] === 'features' && !featureOrder.includes(parts[1] ?? '')) report(rules.feature);
  return problems;
}

function habitProblems(file: string, text: string): Problem[] {
  const layer = file.split('/')[0];
  if (layer === 'testing' || layer === 'simulators') return [];
  const problems: Problem[] = [];
  const code = withoutComments(text);
  const search = (pattern: RegExp, rule: string) => {
    for (const match of code.matchAll(pattern)) {
      problems.push({ file: `src/${file}`, line: lineAt(code, match.index), rule });
    }
  };
  if (!/^(server|web)\/clock\.ts$/.test(file)) search(/\bnew Date\(\)|\bDate\.now\(/g, rules.clock);
  if (!platformScope.test(file)) search(/\bscope: 'platform'/g, rules.platform);
  if (file !== 'server/config/config.ts') search(/\bprocess\.env\b/g, rules.environment);
  return problems;
}

const importLine =
  /\b(?:import|export)\s+(?:type\s+)?(?:[\w*\s{},$]+\s+from\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/g;

function importsOf(text: string): { target: string; line: number; isType: boolean }[] {
  const code = withoutComments(text);
  return [...code.matchAll(importLine)].map((match) => ({
    target: match[1] ?? match[2] ?? '',
    line: lineAt(code, match.index),
    isType: /^(import|export)\s+type\s/.test(match[0]),
  }));
}

/** Replaces comments by spaces, which keeps line numbers; strings with slashes (`https://`) stay. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(^|[\s;{}()])\/\/[^\n]*/g, (found) => found.replace(/[^\n]/g, ' '));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesBelow(path) : [path];
    });
}

const featureSources = (root: string) =>
  filesBelow(join(root, 'src/features'))
    .filter((path) => path.endsWith('.ts') && !isForTests(path))
    .map((path) => ({ file: relative(join(root, 'src'), path), text: readFileSync(path, 'utf8') }));

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const root = resolve(import.meta.dirname, '..');
  const problems = [
    ...layerProblems(root),
    ...ownershipProblems(featureSources(root), tableNames(filesBelow(join(root, 'migrations')))),
  ];
  for (const { file, line, rule } of problems) console.error(`${file}:${line}  ${rule}`);
  if (problems.length > 0) process.exitCode = 1;
}
