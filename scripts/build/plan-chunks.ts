/** What planning needs to know of a chunk. */
export interface Chunk {
  fileName: string;
  name: string;
  /** The module that is loaded under this file's name, if there is one. */
  source: string | null;
  /** Entries and lazily loaded modules, which keep a separate file. */
  isStart: boolean;
  moduleIds: readonly string[];
  imports: readonly string[];
  dynamicImports: readonly string[];
  /** Compressed: script and style together. */
  bytes: number;
  /** Of them the style. */
  style?: number;
}

/** Files that a browser loads together. */
export interface Visit {
  files: readonly string[];
  /** How much it counts relative to other visits. */
  weight: number;
  /** The bytes that saving one file may cost. */
  fileCost: number;
  /** The bytes of its page budget: no merge adds what is not used beyond them. */
  limit?: Readonly<Record<'script' | 'style', number>>;
}

interface Part {
  name: string;
  modules: string[];
  bytes: number;
  style: number;
  imports: Set<Part>;
  /** This part and all it imports. */
  closure: Set<Part>;
  /** The loads that fetch this part. */
  loads: Set<Load>;
}

/** What a browser fetches at once: a page with its entry and layout, or one lazily loaded module. */
interface Load extends Visit {
  starts: readonly Part[];
  /** Parts that are there already, whatever the way to this load. */
  before: Set<Part>;
  fetched: Set<Part>;
}

interface Merge {
  into: Part;
  from: Part;
  gain: number;
}

/** For a lazily loaded module, of which nothing else is known. */
const lazy = { weight: 1, fileCost: 500 };
/** What a merge saves by itself: import lines, and a compression that starts again. */
const mergeSaves = 200;

/**
 * Decides which shared chunks become one file, and returns the file name of each of their modules. The bundler makes a
 * chunk for each set of users, most of half a kilobyte. Two chunks are merged as long as the files that this saves are
 * worth the bytes that some page then loads without use, the most useful merge first. Chunks never import each other in
 * a circle. `pages` are what a browser starts with, `later` what pages load after that.
 */
export function planChunks(
  chunks: readonly Chunk[],
  pages: readonly Visit[],
  later: readonly Visit[] = [],
): Map<string, string> {
  const parts = partsOf(chunks);
  const loads = loadsOf(chunks, parts, pages, later);
  const shared = new Set(chunks.flatMap((one) => (one.isStart ? [] : (parts.get(one.fileName) ?? []))));
  let merges = [...shared].flatMap((part, index, all) => mergesOf(part, all.slice(index + 1)));
  for (let next = best(merges); next; next = best(merges)) {
    const { into, from } = next;
    const gain = gainOf(into, from);
    if (gain < next.gain) {
      // Earlier merges have changed what this one is worth.
      merges = merges.filter((one) => one !== next);
      if (gain > 0) merges.push({ into, from, gain });
      continue;
    }
    merge(into, from, parts, loads);
    shared.delete(from);
    const isOther = (part: Part) => part !== into && part !== from;
    merges = merges.filter((one) => isOther(one.into) && isOther(one.from));
    merges.push(...mergesOf(into, [...shared].filter(isOther)));
  }
  return namesOf(shared);
}

function partsOf(chunks: readonly Chunk[]): Map<string, Part> {
  const parts = new Map<string, Part>();
  for (const { fileName, name, moduleIds, bytes, style = 0 } of chunks) {
    const sets = { imports: new Set<Part>(), closure: new Set<Part>(), loads: new Set<Load>() };
    parts.set(fileName, { name, modules: [...moduleIds], bytes, style, ...sets });
  }
  for (const { fileName, imports } of chunks) {
    for (const file of imports) {
      const from = parts.get(file);
      if (from) parts.get(fileName)?.imports.add(from);
    }
  }
  return parts;
}

function loadsOf(
  chunks: readonly Chunk[],
  parts: Map<string, Part>,
  pages: readonly Visit[],
  later: readonly Visit[],
): Load[] {
  const load = (visit: Visit, before: Iterable<Part>): Load => ({
    ...visit,
    starts: visit.files.flatMap((file) => parts.get(file) ?? []),
    before: new Set(before),
    fetched: new Set(),
  });
  const known = new Set([...pages, ...later].flatMap((one) => one.files));
  const others = chunks.filter((one) => one.isStart && !known.has(one.fileName));
  const ofLazy = [...later, ...others.map(({ fileName }) => ({ files: [fileName], ...lazy }))].map((one) =>
    load(one, parts.values()),
  );
  const loads = [...pages.map((one) => load(one, [])), ...ofLazy];
  refresh(parts.values(), loads);
  // A lazy module starts with what all loads have that can lead to it. Shrinks until it holds for all of them.
  for (let isStable = false; !isStable; ) {
    isStable = true;
    for (const one of ofLazy) {
      const users = chunks.filter((user) => one.files.some((file) => user.dynamicImports.includes(file)));
      const from = users.flatMap((user) => parts.get(user.fileName) ?? []);
      const ways = loads.filter((way) => from.some((part) => has(way, part)));
      const before = [...one.before].filter((part) => ways.every((way) => has(way, part)));
      isStable &&= before.length === one.before.size;
      one.before = new Set(before);
    }
    refresh(parts.values(), loads);
  }
  return loads;
}

const has = (load: Load, part: Part) => load.before.has(part) || load.fetched.has(part);

/** Computes again what follows from the imports: closures, and what each load fetches. */
function refresh(parts: Iterable<Part>, loads: readonly Load[]): void {
  const collect = (part: Part, into: Set<Part>) => {
    if (into.has(part)) return into;
    into.add(part);
    for (const next of part.imports) collect(next, into);
    return into;
  };
  for (const part of parts) {
    part.closure = collect(part, new Set());
    part.loads.clear();
  }
  for (const load of loads) {
    for (const part of [...load.before]) for (const next of part.closure) load.before.add(next);
    load.fetched = new Set(
      load.starts.flatMap((part) => [...part.closure]).filter((part) => !load.before.has(part)),
    );
    for (const part of load.fetched) part.loads.add(load);
  }
}

function mergesOf(into: Part, others: readonly Part[]): Merge[] {
  return others.flatMap((from) => {
    const gain = gainOf(into, from);
    return gain > 0 ? [{ into, from, gain }] : [];
  });
}

/** The weighted bytes that a merge saves, where one file counts as many bytes as its load says; 0 if impossible. */
function gainOf(a: Part, b: Part): number {
  if (isBetween(a, b) || isBetween(b, a) || isBeyond(a, b) || isBeyond(b, a)) return 0;
  let gain = 0;
  for (const load of a.loads) {
    gain += load.weight * (b.loads.has(load) ? load.fileCost + mergeSaves : -extra(load, b));
  }
  for (const load of b.loads) if (!a.loads.has(load)) gain -= load.weight * extra(load, a);
  return Math.max(0, gain);
}

/** Whether a load that needs only `used` would exceed its budget by what comes with it. */
function isBeyond(used: Part, other: Part): boolean {
  return [...used.loads].some((load) => {
    if (load.limit === undefined || load.fetched.has(other)) return false;
    let [script, style] = [0, 0];
    for (const part of [...load.fetched, ...[...other.closure].filter((one) => !has(load, one))]) {
      // Each part ends in a file of several, which saves its own import lines.
      script += part.bytes - part.style - mergeSaves;
      style += part.style;
    }
    return script > load.limit.script || style > load.limit.style;
  });
}

function isBetween(a: Part, b: Part): boolean {
  return [...a.closure].some((part) => part !== a && part !== b && part.closure.has(b));
}

/** What a load has to fetch in addition if it needs `part`, which then comes in a file that it needs anyway. */
function extra(load: Load, part: Part): number {
  let sum = 0;
  for (const one of part.closure) {
    if (!has(load, one)) sum += one.bytes + (one === part ? 0 : load.fileCost);
  }
  return sum;
}

function merge(into: Part, from: Part, parts: Map<string, Part>, loads: readonly Load[]): void {
  into.modules.push(...from.modules);
  if (from.bytes > into.bytes) into.name = from.name;
  into.bytes += from.bytes - mergeSaves;
  into.style += from.style;
  for (const part of from.imports) into.imports.add(part);
  for (const [file, part] of parts) {
    if (part === from) parts.set(file, into);
    if (part.imports.delete(from)) part.imports.add(into);
  }
  into.imports.delete(into);
  for (const { before } of loads) if (before.delete(from)) before.add(into);
  refresh(new Set(parts.values()), loads);
}

const best = (merges: readonly Merge[]) =>
  merges.reduce<Merge | undefined>((top, one) => (top && top.gain >= one.gain ? top : one), undefined);

function namesOf(parts: Iterable<Part>): Map<string, string> {
  const names = new Map<string, string>();
  const used = new Map<string, number>();
  for (const { name, modules } of parts) {
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    for (const id of modules) names.set(id, count > 1 ? `${name}-${count}` : name);
  }
  return names;
}
