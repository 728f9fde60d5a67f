import { setTimeout as sleep } from 'node:timers/promises';

/** An acknowledged write: what identifies it and the id that was returned. */
export type AcknowledgedWrite =
  | { kind: 'client'; id: string; email: string }
  | { kind: 'appointment'; id: string; orderId: string; email: string };

export interface CrashAccount {
  readonly origin: string;
  /** The current token; signs in again when called with that token as the old one. */
  token(isOld?: string): Promise<string>;
  readonly serviceId: string;
}

/** State shared by all writers: the number of repeated calls, and whether the run has ended. */
export interface WriterCounts {
  repeats: number;
  isOver: boolean;
}

type Answer = {
  status: number;
  data: { id: string } | null;
  error: { type: string; message: string } | null;
};

/** Of every account here. */
export const crashPassword = 'correct-Horse1';

/** Signs up a new company under this email address and fetches what the writers need. */
export async function createCrashAccount(
  origin: string,
  email = 'owner@crash.example',
): Promise<CrashAccount> {
  const signUp = await post(`${origin}/api/v2/auth/sign-up`, {
    first_name: 'Cass',
    last_name: 'Owner',
    company_name: 'Crash Inspections',
    email,
    password: crashPassword,
    phone: '5125550100',
    terms_of_policy: true,
    timezone: 'America/New_York',
  });
  if (signUp.status !== 200) throw new Error(`sign-up: ${JSON.stringify(signUp)}`);
  let token = await signIn(origin, email);
  const answer = await fetch(`${origin}/api/v2/services`, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as { data: { pageData: { id: string }[] } };
  return {
    origin,
    serviceId: data.pageData[0]?.id ?? '',
    token: async (isOld) => {
      if (isOld === token) token = await signIn(origin, email);
      return token;
    },
  };
}

async function signIn(origin: string, email: string): Promise<string> {
  for (;;) {
    const answer = await post(`${origin}/api/v2/auth/login`, { email, password: crashPassword }).catch(
      () => null,
    );
    const token = (answer?.data as { accessToken?: string } | null)?.accessToken;
    if (token) return token;
    await sleep(200);
  }
}

/** Repeats one write under its idempotency key until acknowledged. Every fourth adds a client, the others book. */
export async function crashWriter(
  account: CrashAccount,
  number: number,
  counts: WriterCounts,
): Promise<AcknowledgedWrite> {
  const email = `c${number}@crash.example`;
  const add = () => sendClient(account, `client-${number}`, email);
  const client = await untilAnswered(add, counts);
  if (number % 4 === 0) return { kind: 'client', id: client, email };
  const orderId = `CRASH-${number}`;
  const book = () => sendBooking(account, `book-${number}`, number, client, orderId);
  return { kind: 'appointment', id: await untilAnswered(book, counts), orderId, email };
}

/** Books another appointment, repeating the call under its idempotency key until acknowledged. Returns its id. */
export function bookAnotherAppointment(
  account: CrashAccount,
  number: number,
  client: string,
): Promise<string> {
  const book = () => sendBooking(account, `book-${number}`, number, client, `CRASH-${number}`);
  return untilAnswered(book, { repeats: 0, isOver: false });
}

async function untilAnswered(send: () => Promise<Answer>, counts: WriterCounts): Promise<string> {
  while (!counts.isOver) {
    const answer = await send().catch(() => null);
    if (answer?.data) return answer.data.id;
    const again =
      answer === null ||
      answer.status >= 500 ||
      answer.status === 401 ||
      answer.error?.message.includes('still being processed');
    if (!again) throw new Error(`refused: ${JSON.stringify(answer)}`);
    counts.repeats += 1;
    await sleep(100);
  }
  throw new Error('the run has ended');
}

async function sendClient(account: CrashAccount, key: string, email: string): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ first_name: 'Cora', last_name: 'Client', email }))
    form.append(name, value);
  return call(account, '/v2/clients', key, form);
}

/** Each at a separate time, more than two years from now, so that no two conflict. */
function sendBooking(
  account: CrashAccount,
  key: string,
  number: number,
  client: string,
  order_id: string,
): Promise<Answer> {
  const day = `${2040 + Math.floor(number / 280)}-${two(1 + (Math.floor(number / 28) % 10))}-${two(1 + (number % 28))}`;
  return call(account, '/inspections', key, {
    address: '100 Congress Avenue',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    square_feet: 2400,
    date_time: `${day}T09:00`,
    services: [{ id: account.serviceId, add_ons: [] }],
    clients: [client],
    order_id,
  });
}

const two = (number: number) => String(number).padStart(2, '0');

async function call(
  account: CrashAccount,
  path: string,
  key: string,
  body: FormData | object,
): Promise<Answer> {
  const token = await account.token();
  const answer = await post(`${account.origin}/api${path}`, body, {
    authorization: `Bearer ${token}`,
    'idempotency-key': key,
  });
  if (answer.status === 401) await account.token(token);
  return answer;
}

async function post(
  url: string,
  body: FormData | object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const answer = await fetch(url, {
    method: 'POST',
    headers: isForm ? headers : { ...headers, 'content-type': 'application/json' },
    body: isForm ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(90_000),
  });
  return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) };
}
