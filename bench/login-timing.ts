import { median, withBenchServer } from './support/server.ts';

const calls = 200;
const most = 1.1;

/** Login, "forgot" and "resend" take equally long for existing and unknown accounts: medians of 200 calls each. */
await withBenchServer(
  async (server) => {
    const routes: [string, (email: string) => object][] = [
      ['login', (email) => ({ email, password: 'not-the-Passw0rd' })],
      ['forgot-password', (email) => ({ email })],
      ['resend-verification', (email) => ({ email })],
    ];
    for (const [name, body] of routes) {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      for (let call = 0; call < calls + 10; call += 1) {
        // Alternates the order in every round.
        const turn = call % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
        for (const which of turn) {
          const email = which === 'known' ? 'owner@demo.test' : `nobody${call}@demo.test`;
          const begin = performance.now();
          // Each from a different address, so that limits per address do not apply.
          const answer = await fetch(`${server.origin}/api/v2/auth/${name}`, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'x-forwarded-for': `10.${call >> 8}.${call & 255}.${which.length}`,
            },
            body: JSON.stringify(body(email)),
          });
          await answer.arrayBuffer();
          if (answer.status === 429) throw new Error(`${name}: too many calls`);
          // The first calls warm up.
          if (call >= 10) times[which].push(performance.now() - begin);
        }
      }
      const known = median(times.known);
      const unknown = median(times.unknown);
      const ratio = Math.max(known, unknown) / Math.min(known, unknown);
      console.log(
        `login-timing: ${name}: known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms, ${((ratio - 1) * 100).toFixed(1)} % apart (at most 10 %) ${ratio <= most ? 'ok' : 'TOO HIGH'}`,
      );
      if (ratio > most) process.exitCode = 1;
    }
  },
  { TRUST_PROXY: '1' },
);
