// Reads the import lines of src/ and says which sentence of ARCHITECTURE.md one of them breaks.
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The rooms, lowest first. To add a room is to choose its place here: an architectural decision made visible as a line. */
export const rooms = [
  'auth',
  'company',
  'subscription',
  'messages',
  'people',
  'services',
  'templates',
  'agreements',
  'availability',
  'appointments',
  'calendar',
  'payments',
  'reports',
  'portal',
  'automations',
  'booking',
  'time-tracking',
  'pay-splits',
  'integrations',
  'transfer',
  'support',
  'dashboard',
  'admin',
];

/** One broken sentence: `file:line  sentence`. */
export interface Problem {
  file: string;
  line: number;
  sentence: string;
}

type Floor = 'domain' | 'wire' | 'server' | 'web' | 'simulators' | 'features' | 'app' | 'testing';
/** What a file of a room is; contract (`contract.ts`, `team-contract.ts`), verb and picker are its doors. */
type Part = 'contract' | 'present' | 'verb' | 'private' | 'screen' | 'picker' | 'text';

interface Place {
  floor: Floor;
  room: string;
  part: Part;
}

const below: Record<Exclude<Floor, 'features' | 'app' | 'testing'>, Floor[]> = {
  domain: ['domain'],
  wire: ['domain', 'wire'],
  server: ['domain', 'wire', 'server'],
  web: ['domain', 'wire', 'web'],
  simulators: ['simulators'],
};
const say = {
  down: 'Down, never up',
  doors: 'Enter a room by its doors: contract, verbs, pickers',
  sides: 'Screens never see the server, the server never sees screens; both see the contract and the domain',
  pure: 'The domain is pure: no I/O, no clock, no library (temporal-polyfill in time.ts only)',
  simulators: 'Simulators import nothing of ours',
  barrel: 'No barrels: a folder has no index file',
  kebab: 'Files and folders are kebab-case',
  room: 'A room has its place in the list of scripts/check-floors.ts',
  extension: 'An import names the file with its extension',
  forTests: 'What is for tests stays in tests',
  clock: 'No new Date() and no Date.now() outside of the clocks: now is an argument',
  environment: 'Only src/server/config.ts reads process.env',
};

/** Every broken sentence below `root`/src. Tests may import what they like. */
export function brokenSentences(root: string): Problem[] {
  const src = join(root, 'src');
  return filesBelow(src).flatMap((path) => {
    const file = relative(src, path);
    const names = nameProblems(file);
    if (!/\.tsx?$/.test(file) || isForTests(file)) return names;
    const text = readFileSync(path, 'utf8');
    return [...names, ...importProblems(src, path, text), ...habitProblems(file, text)];
  });
}

/** A test, or a helper that tests of one room share (`booking-for-tests.ts`). */
const isForTests = (file: string) => /(\.test|-for-tests)\.tsx?$/.test(file);

function importProblems(src: string, path: string, text: string): Problem[] {
  const file = relative(src, path);
  const from = placeOf(file);
  const problems: Problem[] = [];
  for (const { target, line, isType } of importsOf(text)) {
    const told = (sentence: string) =>
      problems.push({ file: `src/${file}`, line, sentence: `${sentence} (${target})` });
    const path_ = target.startsWith('#') ? join(src, target.slice(1)) : resolve(dirname(path), target);
    const isOurs = target.startsWith('#') || target.startsWith('.');
    if (!isOurs) {
      const isAllowed =
        from.floor !== 'domain' || (file === 'domain/base/time.ts' && target.startsWith('temporal-polyfill'));
      if (!isAllowed) told(say.pure);
      continue;
    }
    if (!/\.(tsx?|json|mjs|css|module\.css)(\?\w+)?$/.test(target)) told(say.extension);
    const inside = relative(src, path_);
    if (inside.startsWith('..')) continue;
    // A presenter may name the rows of its own room: types are gone before anything runs.
    const to = placeOf(inside);
    if (isType && from.part === 'present' && from.room === to.room && sideOf(to.part) !== 'web') continue;
    const sentence = isForTests(inside) && from.floor !== 'testing' ? say.forTests : judge(from, to);
    if (sentence) told(sentence);
  }
  return problems;
}

/** The sentence that an import from one place to another breaks, or null. */
function judge(from: Place, to: Place): string | null {
  if (from.floor === 'app' || from.floor === 'testing') return null;
  if (from.floor === 'simulators') return to.floor === 'simulators' ? null : say.simulators;
  if (from.floor !== 'features') {
    if (below[from.floor].includes(to.floor)) return null;
    const isOtherSide =
      (from.floor === 'web' && to.floor === 'server') || (from.floor === 'server' && to.floor === 'web');
    return isOtherSide ? say.sides : say.down;
  }
  return to.floor === 'features' ? judgeRooms(from, to) : judgeKit(from, to.floor);
}

function judgeKit(from: Place, to: Floor): string | null {
  if (to === 'domain' || to === 'wire') return null;
  if (to === 'app' || to === 'testing' || to === 'simulators') return say.down;
  const side = sideOf(from.part);
  return side === to ? null : say.sides;
}

function judgeRooms(from: Place, to: Place): string | null {
  const [fromSide, toSide] = [sideOf(from.part), sideOf(to.part)];
  if (toSide !== 'both' && fromSide !== toSide) return say.sides;
  if (from.room === to.room) return null;
  const [own, other] = [rooms.indexOf(from.room), rooms.indexOf(to.room)];
  if (other > own) return say.down;
  return to.part === 'contract' || to.part === 'verb' || to.part === 'picker' ? null : say.doors;
}

function sideOf(part: Part): 'server' | 'web' | 'both' {
  if (part === 'screen' || part === 'picker') return 'web';
  return part === 'verb' || part === 'private' ? 'server' : 'both';
}

function placeOf(file: string): Place {
  const [floor = '', room = '', ...rest] = file.split('/');
  return { floor: floor as Floor, room, part: floor === 'features' ? partOf(rest.join('/')) : 'private' };
}

function partOf(inRoom: string): Part {
  if (/^([a-z-]+-)?contract\.ts$/.test(inRoom)) return 'contract';
  if (inRoom === 'present.ts') return 'present';
  if (inRoom.endsWith('.json')) return 'text';
  if (inRoom.startsWith('screens/')) return inRoom.endsWith('-picker.tsx') ? 'picker' : 'screen';
  return /^(store|routes|listeners)\.ts$|\.job\.ts$|\//.test(inRoom) ? 'private' : 'verb';
}

function nameProblems(file: string): Problem[] {
  const problems: Problem[] = [];
  const told = (sentence: string) => problems.push({ file: `src/${file}`, line: 1, sentence });
  const parts = file.split('/');
  if (!parts.every((part) => /^_?[a-z0-9]+([-.][a-z0-9]+)*$/.test(part))) told(say.kebab);
  if (/^index\.\w+$/.test(parts.at(-1) ?? '')) told(say.barrel);
  if (parts[0] === 'features' && !rooms.includes(parts[1] ?? '')) told(say.room);
  return problems;
}

function habitProblems(file: string, text: string): Problem[] {
  const floor = file.split('/')[0];
  if (floor === 'testing' || floor === 'simulators') return [];
  const problems: Problem[] = [];
  const code = withoutComments(text);
  const look = (pattern: RegExp, sentence: string) => {
    for (const match of code.matchAll(pattern)) {
      problems.push({ file: `src/${file}`, line: lineAt(code, match.index), sentence });
    }
  };
  if (!/^(server|web)\/clock\.ts$/.test(file)) look(/\bnew Date\(\)|\bDate\.now\(/g, say.clock);
  if (file !== 'server/config.ts') look(/\bprocess\.env\b/g, say.environment);
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

/** Comments become blanks, so that line numbers stay; strings with slashes in them (`https://`) are left alone. */
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

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const problems = brokenSentences(resolve(import.meta.dirname, '..'));
  for (const { file, line, sentence } of problems) console.error(`${file}:${line}  ${sentence}`);
  if (problems.length > 0) process.exitCode = 1;
}
