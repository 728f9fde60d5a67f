import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashAccount } from '../../src/testing/crash-writer.ts';

interface ApiResponse<T> {
  status: number;
  data: T | null;
  error: { type: string; message: string } | null;
}
/** Calls the API for a company until something responds; `key` makes a repeat the same call. */
export type Call = <T>(method: string, path: string, body?: object, key?: string) => Promise<ApiResponse<T>>;

interface Caller {
  origin: string;
  /** Null for a visitor without a session. */
  token: ((refused?: string) => Promise<string>) | null;
}

let calls = 0;

/** The same without a session, for paying clients. */
export const createVisitorCaller = ({ origin }: CrashAccount): Call => caller({ origin, token: null });

/** A caller that keeps going while the server is killed and restarted, each call from a different address. */
export function createCaller(account: CrashAccount): Call {
  return caller({ origin: account.origin, token: (refused) => account.token(refused) });
}

function caller(account: Caller): Call {
  return async (method, path, body, key) => {
    for (;;) {
      calls += 1;
      const token = (await account.token?.()) ?? null;
      const answer = await fetch(`${account.origin}/api/v2${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(60_000),
      }).catch(() => null);
      const read = (await answer?.json().catch(() => null)) as ApiResponse<never> | null | undefined;
      const isBusy = read?.error?.message.includes('still being worked on') ?? false;
      if (answer && read && answer.status !== 401 && answer.status < 500 && !isBusy)
        return { ...read, status: answer.status };
      if (answer?.status === 401 && token) await account.token?.(token);
      await sleep(isBusy ? 1000 : 150);
    }
  };
}
