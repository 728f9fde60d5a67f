import { createHmac, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Instant } from '#domain/time.ts';
import { AppError } from '#wire/errors.ts';

const issuer = 'gable';
export const accessTokenSeconds = 15 * 60;

/** What an access token says: who, in which session, for which tenant, for what purpose. Rights are read afresh. */
export interface TokenClaims {
  userId: string;
  subscriberId: string;
  sessionId: string;
  purpose: 'full' | 'change-password';
}

/** HMAC-SHA256 of a text under the installation's secret, kept apart by purpose; base64url, 43 characters. */
export function keyedHash(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');
}

/** Compares two secrets in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const x = Buffer.from(a);
  const y = Buffer.from(b);
  return x.length === y.length && timingSafeEqual(x, y);
}

/** A signed access token for 15 minutes from `now`. */
export async function signAccessToken(secret: string, claims: TokenClaims, now: Instant): Promise<string> {
  const issued = Math.floor(Date.parse(now) / 1000);
  return new SignJWT({ tid: claims.subscriberId, sid: claims.sessionId, use: claims.purpose })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(claims.userId)
    .setIssuer(issuer)
    .setIssuedAt(issued)
    .setExpirationTime(issued + accessTokenSeconds)
    .sign(signingKey(secret));
}

/** The claims of a valid token; UNAUTHENTICATED for anything else (expired, forged, another algorithm). */
export async function readAccessToken(secret: string, token: string, now: Instant): Promise<TokenClaims> {
  try {
    const { payload } = await jwtVerify(token, signingKey(secret), {
      issuer,
      algorithms: ['HS256'],
      currentDate: instantAsDate(now),
    });
    const { sub, tid, sid, use } = payload;
    if (typeof sub !== 'string' || typeof tid !== 'string' || typeof sid !== 'string')
      throw new Error('claims');
    return {
      userId: sub,
      subscriberId: tid,
      sessionId: sid,
      purpose: use === 'full' ? 'full' : 'change-password',
    };
  } catch {
    throw new AppError('UNAUTHENTICATED', 'Please sign in');
  }
}

const keys = new Map<string, Uint8Array>();
function signingKey(secret: string): Uint8Array {
  const known = keys.get(secret);
  if (known) return known;
  const made = new TextEncoder().encode(keyedHash(secret, 'access-token', 'v1'));
  keys.set(secret, made);
  return made;
}

/** jose wants a Date: the one place where an instant of ours becomes one. */
function instantAsDate(now: Instant): Date {
  return new Date(now);
}
