import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { builtServer, freePort, startServer } from '#testing/running-server.ts';

const isWholeRun = process.env.npm_lifecycle_event === 'test';
const folder = mkdtempSync(join(tmpdir(), 'gable-drain-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong-Horse1' });

type Answer = { status: number; text: string } | { status: null; text: string };

/** Sends a login that fails after 100 ms of work; status null: the connection was closed before anything was sent. */
function sendLogin(origin: string): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(
      `${origin}/api/v2/auth/login`,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.on('error', (error) => resolve({ status: 0, text: `cut off: ${error.message}` }));
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server closes idle connections; a request written at that very moment never reached it.
      const isUnsent = error.code === 'ECONNREFUSED' || (sent.reusedSocket && error.code === 'ECONNRESET');
      resolve({ status: isUnsent ? null : 0, text: error.message });
    });
    sent.end(body);
  });
}

test.skipIf(!isWholeRun && !existsSync(builtServer))(
  'answers every request that reached it in the standard shape when stopped under load, then exits',
  async () => {
    const server = await startServer({ dataDir: folder, port: await freePort(), env: { DEMO: '0' } });
    const answers: Answer[] = [];
    let isOver = false;
    const callers = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const answer = await sendLogin(server.origin);
        answers.push(answer);
        if (answer.status === null) return;
      }
    });
    while (answers.length < 16) await new Promise((resolve) => setTimeout(resolve, 20));
    const before = answers.length;
    const code = await server.stop();
    isOver = true;
    await Promise.all(callers);
    agent.destroy();
    expect(code).toBe(0);
    const answered = answers.filter((answer) => answer.status !== null);
    // Includes the requests in flight when the signal arrived.
    expect(answered.length).toBeGreaterThan(before);
    const shapes = answered.map(({ status, text }) => {
      const body = text.startsWith('{')
        ? (JSON.parse(text) as { success: unknown; error: { type: string } })
        : null;
      return `${status} ${body ? (body.error?.type ?? Object.keys(body).join()) : text}`;
    });
    expect([...new Set(shapes)].sort()).toEqual(['401 INVALID_CREDENTIALS', '429 RATE_LIMITED']);
  },
  120_000,
);
