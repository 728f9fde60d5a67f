import { createHmac, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Instant } from '#domain/base/time.ts';
import { AppError } from '#wire/errors.ts';

const issuer = 'gable';
/** Tokens of other purposes that the same secret may sign one day are not accepted as this one. */
const audience = 'gable-api';
const accessTokenSeconds = 15 * 60;

/** Content of an access token: user, session, tenant and purpose. Rights are always read from the database. */
export interface TokenClaims {
  userId: string;
  subscriberId: string;
  sessionId: string;
  purpose: 'full' | 'change-password';
}

/** Returns the HMAC-SHA256 of a text with the installation's secret, separated by purpose; base64url, 43 characters. */
export function keyedHash(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');
}

/** Compares two secrets in constant time. */
export function secretsEqual(a: string, b: string): boolean {
  const x = Buffer.from(a);
  const y = Buffer.from(b);
  return x.length === y.length && timingSafeEqual(x, y);
}

/** Returns a signed access token that is valid for 15 minutes from `now`. */
export async function signAccessToken(secret: string, claims: TokenClaims, now: Instant): Promise<string> {
  const issued = Math.floor(Date.parse(now) / 1000);
  return new SignJWT({ tid: claims.subscriberId, sid: claims.sessionId, use: claims.purpose })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(claims.userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issued)
    .setExpirationTime(issued + accessTokenSeconds)
    .sign(keysOf(secret).signing);
}

/**
 * Returns the claims of a valid token. Throws UNAUTHENTICATED for anything else (expired, forged, another algorithm).
 * The same token is used for 15 minutes of calls: its signature is verified once, its expiry at every call.
 */
export async function verifyAccessToken(secret: string, token: string, now: Instant): Promise<TokenClaims> {
  const { verified } = keysOf(secret);
  const known = verified.get(token) ?? (await verify(secret, token, now));
  if (known.expires <= Math.floor(Date.parse(now) / 1000)) {
    verified.delete(token);
    throw refused('the token has expired');
  }
  if (!verified.has(token)) {
    if (verified.size >= mostVerified) verified.clear();
    verified.set(token, known);
  }
  return known.claims;
}

async function verify(secret: string, token: string, now: Instant): Promise<Verified> {
  try {
    const { payload } = await jwtVerify(token, keysOf(secret).signing, {
      issuer,
      audience,
      algorithms: ['HS256'],
      currentDate: instantAsDate(now),
    });
    const { sub, tid, sid, use, exp } = payload;
    if (typeof sub !== 'string' || typeof tid !== 'string' || typeof sid !== 'string')
      throw new errors.JWTInvalid('claims are missing');
    const purpose = use === 'full' ? 'full' : 'change-password';
    const claims = { userId: sub, subscriberId: tid, sessionId: sid, purpose } as const;
    return { claims, expires: exp ?? Number.POSITIVE_INFINITY };
  } catch (error) {
    // Only errors caused by the token itself: a machine that cannot verify must not look like an expired session.
    if (!(error instanceof errors.JOSEError)) throw error;
    throw refused(`the token is not good: ${error.code}`);
  }
}

/** The reason only appears in the log. */
function refused(why: string): AppError {
  const refusal = new AppError('UNAUTHENTICATED', 'Please sign in');
  refusal.cause = why;
  return refusal;
}

interface Verified {
  claims: TokenClaims;
  /** Seconds since 1970. */
  expires: number;
}

interface Keys {
  signing: Uint8Array;
  /** Tokens with a verified signature and their content. */
  verified: Map<string, Verified>;
}

const mostVerified = 5000;
const keys = new Map<string, Keys>();

function keysOf(secret: string): Keys {
  const known = keys.get(secret);
  if (known) return known;
  const signing = new TextEncoder().encode(keyedHash(secret, 'access-token', 'v1'));
  const made = { signing, verified: new Map<string, Verified>() };
  keys.set(secret, made);
  return made;
}

/** Converts an instant to the Date that jose requires. Nothing else in this file needs one. */
function instantAsDate(now: Instant): Date {
  return new Date(now);
}
