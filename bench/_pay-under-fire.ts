import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SimCard } from '../src/simulators/pay/kit/cards.ts';
import type { PaySimulator } from '../src/simulators/pay/kit/provider.ts';
import { type PaySimulators, startPaySimulators } from '../src/simulators/pay/pay-simulators.ts';
import { type Account, crashWriter, openAccount } from '../src/testing/crash-writer.ts';
import { freePort, startServer } from '../src/testing/running-server.ts';

interface Fire {
  payments: number;
  kills: number;
  say: (line: string) => void;
}

interface Gateway {
  type: number;
  sim: (sims: PaySimulators) => PaySimulator;
  keys: Record<string, string>;
}

const gateways: readonly Gateway[] = [
  { type: 5, sim: (s) => s.stripe, keys: { publishable_key: 'pk_test_fire', secret_key: 'sk_test_fireKey' } },
  {
    type: 4,
    sim: (s) => s.square,
    keys: { application_id: 'sandbox-sq0idb-fire', location_id: 'L88917AVBK2S5', access_token: 'EAAAfire' },
  },
];
const typed: SimCard = {
  number: '4111111111111111',
  expMonth: 12,
  expYear: 2034,
  cvc: '111',
  postalCode: '78701',
};

/**
 * Pays through the built server, which is killed -9 at random moments and started again, at simulators that live on: a gateway
 * whose payments are confirmed in the browser, and one that is charged from here. Gives what is charged or booked other than once.
 */
export async function payUnderFire({ payments, kills, say }: Fire): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gable-fire-'));
  const sims = await startPaySimulators();
  const port = await freePort();
  const env = {
    DEMO: '0',
    EMAIL_VERIFICATION: '0',
    LOG_LEVEL: 'fatal',
    TRUST_PROXY: '1',
    STRIPE_API_BASE: sims.stripe.url,
    SQUARE_API_BASE: sims.square.url,
  };
  const start = () => startServer({ dataDir: join(folder, 'data'), port, env });
  let server = await start();
  try {
    const account = await openAccount(server.origin);
    const call = caller(account);
    const faults: string[] = [];
    const perGateway = Math.ceil(payments / gateways.length);
    let [paid, next, isOver] = [0, 1, false];
    const killer = (async () => {
      for (let kill = 1; kill <= kills && !isOver; kill += 1) {
        while (paid < (kill - 0.5) * (payments / kills) && !isOver) await sleep(20);
        await sleep(Math.random() * 400);
        say(`${paid} paid, killing the application (${kill})`);
        await server.kill();
        server = await start();
      }
    })();
    const appointments: string[] = [];
    for (const gateway of gateways) {
      await put(call, account, gateway);
      let left = perGateway;
      const payer = async () => {
        while (left > 0) {
          left -= 1;
          let number = next++;
          if (number % 4 === 0) number = next++;
          const made = await crashWriter(account, number, { repeats: 0, isOver: false });
          appointments.push(made.id);
          await payOne(call, gateway.sim(sims), made.id);
          paid += 1;
        }
      };
      await Promise.all([payer(), payer(), payer(), payer()]);
    }
    isOver = paid >= payments;
    await killer;
    say(`${paid} paid; waiting until every try has an end`);
    for (const id of appointments) faults.push(...(await endOf(call, id)));
    const booked = await listed(call);
    const there = gateways.flatMap((one) =>
      one
        .sim(sims)
        .payments()
        .filter((each) => each.isCharged),
    );
    say(`${booked.length} booked here, ${there.length} charged there`);
    if (booked.length !== there.length) faults.push(`${booked.length} booked, ${there.length} charged`);
    const attempts = there.map((one) => one.attemptId);
    if (new Set(attempts).size !== attempts.length) faults.push('an attempt was charged twice');
    return faults;
  } finally {
    await server.stop();
    await sims.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

interface Answer<T> {
  status: number;
  data: T | null;
  error: { type: string; message: string } | null;
}
type Call = <T>(method: string, path: string, body?: object) => Promise<Answer<T>>;

let calls = 0;
function caller(account: Account): Call {
  return async (method, path, body) => {
    for (;;) {
      calls += 1;
      const token = await account.token();
      const answer = await fetch(`${account.origin}/api/v2${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(20_000),
      }).catch(() => null);
      const read = (await answer?.json().catch(() => null)) as Answer<never> | null | undefined;
      if (answer && read && answer.status !== 401 && answer.status < 500)
        return { ...read, status: answer.status };
      if (answer?.status === 401) await account.token(token);
      await sleep(100);
    }
  };
}

async function put(call: Call, account: Account, gateway: Gateway): Promise<void> {
  const token = (await account.token()).split('.')[1] ?? '';
  const { tid } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { tid: string };
  const body = { payment_type: gateway.type, credentials: gateway.keys, sandbox: true };
  const saved = await call<{ connection: { status: string; message: string } }>(
    'PUT',
    `/company/${tid}/payment-gateway`,
    body,
  );
  if (saved.data?.connection.status !== 'ok') throw new Error(JSON.stringify(saved));
}

interface Shown {
  public_id: string;
  outstanding: number;
  is_processing: boolean;
  records: { amount: number }[];
  attempts: { id: string; state: string }[];
}

/** A payer who tries again until it is said that the invoice is paid or being confirmed. */
async function payOne(call: Call, sim: PaySimulator, appointment: string): Promise<void> {
  const shown = await call<Shown>('GET', `/appointments/${appointment}/invoice`);
  const of = `/public/invoices/${shown.data?.public_id}`;
  for (let tries = 0; tries < 5; tries += 1) {
    const begun = await call<{ attempt_id: string; client_token: string }>('POST', `${of}/pay-session`, {});
    if (!begun.data) return;
    const { attempt_id, client_token } = begun.data;
    const reply = sim.browser.tokenize(typed, { client_secret: client_token, has_details: '1' });
    const token = client_token
      ? (client_token.split('_secret')[0] ?? '')
      : (reply as { token: string }).token;
    const paid = await call<{ state: string }>('POST', `${of}/pay`, { attempt_id, token });
    if (paid.data && paid.data.state !== 'declined' && paid.data.state !== 'closed') return;
  }
}

const patienceMs = 20 * 60_000;

/** Waits until nothing of an invoice is open any more, and gives what is wrong with it then. */
async function endOf(call: Call, appointment: string): Promise<string[]> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const { data } = await call<Shown>('GET', `/appointments/${appointment}/invoice`);
    const open = data?.attempts.filter((one) => !['failed', 'canceled', 'expired'].includes(one.state)) ?? [];
    if (data && open.length === 0) {
      const paid = data.records.length;
      if (paid > 1) return [`${appointment}: booked ${paid} times`];
      return paid === 1 && data.outstanding !== 0
        ? [`${appointment}: paid, but ${data.outstanding} is open`]
        : [];
    }
    if (performance.now() > until) return [`${appointment}: still ${open.map((one) => one.state).join()}`];
    // As the office would: it closes what waits and asks again for what nobody knows.
    for (const one of open) await call('POST', `/payment-attempts/${one.id}/close`, {});
    await sleep(500);
  }
}

async function listed(call: Call): Promise<{ amount: number }[]> {
  const all: { amount: number }[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path: string = `/payments?perPage=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
    const page: Answer<{ pageData: { amount: number }[]; pageInfo: { endCursor: string | null } }> =
      await call('GET', path);
    all.push(...(page.data?.pageData ?? []));
    cursor = page.data?.pageInfo.endCursor ?? null;
  }
  return all;
}
