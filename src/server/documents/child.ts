import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The kinds of work that run in a separate process, because only a process can be stopped at a deadline. */
export type ChildKind = 'report' | 'small' | 'heic' | 'pictures';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * Returns the folder that contains `assets`, searched upward from here: the same from the sources and from the bundle.
 */
export function repositoryRoot(): string {
  for (let folder = here; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'assets/typst/shared.typ'))) return folder;
    if (dirname(folder) === folder) throw new Error('assets/typst not found above the server');
  }
}

/** Starts the child for documents and pictures. */
export async function startChild(
  kind: ChildKind,
  args: string[],
  env: Record<string, string> = {},
): Promise<Child> {
  const threads = kind === 'report' ? reportThreads : '1';
  const child = await startProgram('src/server/documents/render-child.ts', [kind, ...args], {
    RAYON_NUM_THREADS: threads,
    ...env,
  });
  if (kind === 'report') lowerPriority(child.process);
  return child;
}

/**
 * Starts a program of the sources (`…-child.ts`) as a separate process. It inherits no environment and so no secret; its error
 * output is stored for failure messages.
 */
export async function startProgram(
  source: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Child> {
  const process_ = fork(await programFile(source), args, {
    env: { TZ: 'UTC', ...env },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  process_.stderr?.on('data', (bytes: Buffer) => {
    said = (said + bytes.toString()).slice(-2_000);
  });
  // Listening to it must not keep our own process alive; a pending request does (see resident-child.ts and ask).
  (process_.stderr as Socket | null)?.unref();
  return { process: process_, errorOutput: () => said.trim() };
}

/**
 * With two threads a report takes 0.7 of the time; more hardly help because its pages are laid out one after another.
 */
const reportThreads = String(Math.min(2, availableParallelism()));

/** Lowers the child's priority: interactive requests come before long documents. */
export function lowerPriority(
  { pid }: ChildProcess,
  priority: number = constants.priority.PRIORITY_BELOW_NORMAL,
): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, priority);
  } catch {
    // The child has already exited, or the system does not allow it: then it runs at normal priority.
  }
}

export interface Child {
  readonly process: ChildProcess;
  readonly errorOutput: () => string;
  /** Removes the files prepared for the child after it has exited. */
  readonly clearUp?: () => Promise<void>;
}

/** Sends one request to the child, returns its response and ends the child. Kills it when the deadline passes. */
export async function requestOnce<A>(child: Child, question: unknown, deadlineMs: number): Promise<A> {
  try {
    return await requestReply<A>(child, question, deadlineMs);
  } finally {
    child.process.kill('SIGKILL');
  }
}

/**
 * Sends a request and waits for the response. Rejects when the child dies or the deadline passes; then it must be
 * killed.
 */
export function requestReply<A>(child: Child, question: unknown, deadlineMs: number): Promise<A> {
  return new Promise((resolve, reject) => {
    const stop = (error: Error | null, answer?: A) => {
      clearTimeout(timer);
      child.process.off('message', onMessage).off('exit', onExit).off('error', onError);
      if (error) reject(error);
      else resolve(answer as A);
    };
    const onMessage = (message: ChildReply<A>) =>
      'problem' in message ? stop(new ChildTaskError(message.problem)) : stop(null, message.answer);
    const onExit = (code: number | null, signal: string | null) =>
      stop(new ChildLostError('ended', `the child ended (${signal ?? code}) ${child.errorOutput()}`.trim()));
    const onError = (error: Error) => stop(error);
    const timer = setTimeout(() => {
      child.process.kill('SIGKILL');
      stop(new ChildLostError('late', `not done after ${deadlineMs} ms`));
    }, deadlineMs);
    child.process.on('message', onMessage).on('exit', onExit).on('error', onError);
    child.process.send(question as object, (error) => {
      if (error) stop(new ChildLostError('ended', error.message));
    });
  });
}

/** What a child sends back. */
export type ChildReply<A> = { answer: A } | { problem: string };

/** The child gave no answer: it ended (killed, out of memory), or it was `late` and stopped at its deadline. */
export class ChildLostError extends Error {
  readonly reason: 'ended' | 'late';

  constructor(reason: 'ended' | 'late', message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The child is fine but cannot do the job: retrying with the same input gives the same error. */
export class ChildTaskError extends Error {}

const built = new Map<string, Promise<string>>();

/** Next to the bundle this is …-child.js. From the sources, Node 24 runs the .ts directly; for Node 20 esbuild builds it. */
async function programFile(source: string): Promise<string> {
  const name = basename(source, '.ts');
  const bundled = join(here, `${name}.js`);
  if (existsSync(bundled)) return bundled;
  const file = join(repositoryRoot(), source);
  if ('typescript' in process.features && process.features.typescript) return file;
  const build = built.get(name) ?? buildProgram(file, name);
  built.set(name, build);
  return build;
}

async function buildProgram(source: string, name: string): Promise<string> {
  const { build } = await import('esbuild');
  // Below the repository's node_modules, so that the packages left out of the bundle are found.
  const outfile = join(repositoryRoot(), 'node_modules/.cache/gable', `${name}-${process.pid}.mjs`);
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  return outfile;
}

/** Creates a private folder (mode 0700) in the system's temporary folder. */
export function privateFolder(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `gable-${name}-`));
}
