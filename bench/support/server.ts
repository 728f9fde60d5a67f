import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type RunningServer, startServer } from '../../src/testing/running-server.ts';

/** Any API response: benchmarks read it without types. */
type Answer = {
  status: number;
  success: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: benchmarks read a few fields of many routes
  data: any;
  error: { type: string; message: string } | null;
};

/** A signed-in user of a benchmark. */
export interface Caller {
  readonly id: string;
  readonly token: string;
  /** Signs in again: a token is valid for a quarter of an hour. */
  renew(): Promise<void>;
  get(path: string): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
  patch(path: string, body: object): Promise<Answer>;
  form(path: string, fields: Record<string, string>): Promise<Answer>;
}

export interface BenchServer {
  readonly origin: string;
  /** The id of its process, its data folder, and everything it printed. */
  readonly pid: number;
  readonly dataDir: string;
  output(): string;
  post(path: string, body: object): Promise<Answer>;
  login(email: string, password?: string): Promise<Caller>;
}

/** Runs `work` against a built server with its demo company in a temporary folder. */
export async function withBenchServer(
  work: (server: BenchServer) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gable-bench-'));
  const server = await startServer({ dataDir, port: await freePort(), env: { DEMO: '1', ...env } });
  try {
    await work(benchServer(server));
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function benchServer({ origin, pid, dataDir, output }: RunningServer): BenchServer {
  return {
    ...{ origin, pid, dataDir, output },
    post: (path, body) => ask(origin, 'POST', path, null, JSON.stringify(body)),
    login: async (email, password = 'demo-Passw0rd') => {
      const signIn = async () => {
        const body = JSON.stringify({ email, password });
        const { data, error } = await ask(origin, 'POST', '/v2/auth/login', null, body);
        if (error) throw new Error(`${email} cannot sign in: ${error.message}`);
        return data as { accessToken: string; user: { id: string } };
      };
      const { accessToken, user } = await signIn();
      let token = accessToken;
      return {
        id: user.id,
        get token() {
          return token;
        },
        renew: async () => {
          token = (await signIn()).accessToken;
        },
        get: (path) => ask(origin, 'GET', path, token),
        post: (path, body) => ask(origin, 'POST', path, token, JSON.stringify(body)),
        patch: (path, body) => ask(origin, 'PATCH', path, token, JSON.stringify(body)),
        form: (path, fields) => {
          const form = new FormData();
          for (const [name, value] of Object.entries(fields)) form.append(name, value);
          return ask(origin, 'POST', path, token, form);
        },
      };
    },
  };
}

async function ask(
  origin: string,
  method: string,
  path: string,
  token: string | null,
  body?: string | FormData,
): Promise<Answer> {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) };
}

/** The median of a list of numbers. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
