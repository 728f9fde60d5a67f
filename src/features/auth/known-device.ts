import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { secretsEqual } from '#server/tokens.ts';
import { cookiePath } from './open-session.ts';

const deviceCookie = 'gable_device';
const yearSeconds = 365 * 86_400;
/** Of a computer that several people use, the latest of them. */
const maxAccounts = 5;

/**
 * Returns the id of the device if this account has signed in on it before, else null. The cookie only says so, with a
 * signature for each account: it opens nothing.
 */
export function knownDevice(ctx: Pick<ActionCtx, 'installation' | 'reply'>, email: string): string | null {
  const [id = '', ...marks] = marksOf(ctx);
  const mark = markOf(ctx, id, email);
  return marks.some((one) => secretsEqual(one, mark)) ? id : null;
}

/** Makes the browser remember that the account has signed in on it. */
export function rememberDevice(w: Pick<WriteCtx, 'installation' | 'reply'>, email: string): void {
  const [id = newId(), ...marks] = marksOf(w);
  const mark = markOf(w, id, email);
  const value = [id, mark, ...marks.filter((one) => one !== mark)].slice(0, maxAccounts + 1).join('.');
  const cookie = { name: deviceCookie, value, maxAgeSeconds: yearSeconds, path: cookiePath };
  w.reply.cookies = [...w.reply.cookies.filter(({ name }) => name !== deviceCookie), cookie];
}

function marksOf({ reply }: Pick<ActionCtx, 'reply'>): string[] {
  return (reply.requestCookies[deviceCookie] ?? '').split('.').filter((part) => /^[\w-]{1,80}$/.test(part));
}

function markOf(ctx: Pick<ActionCtx, 'installation'>, deviceId: string, email: string): string {
  return ctx.installation.sign('known-device', `${deviceId} ${email}`);
}
