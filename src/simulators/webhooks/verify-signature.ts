import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a receiver finds when it checks a webhook; null: it has no secret to check with. */
export interface SignatureCheck {
  /** webhook-signature, as Standard Webhooks says. */
  readonly standard: boolean | null;
  /** X-Signature: HMAC-SHA256 of the body in hexadecimal. */
  readonly plain: boolean | null;
}

/** Checks both signatures over the bytes as they arrived. Written from the published rules, without the sender's code. */
export function verifySignature(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  bytes: Buffer,
  secret: string | null,
): SignatureCheck {
  if (secret === null) return { standard: null, plain: null };
  const one = (name: string) => String(headers[name] ?? '');
  const prefix = Buffer.from(`${one('webhook-id')}.${one('webhook-timestamp')}.`);
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  const wanted = createHmac('sha256', key)
    .update(Buffer.concat([prefix, bytes]))
    .digest();
  const given = one('webhook-signature')
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => Buffer.from(part.slice(3), 'base64'));
  const ofBody = createHmac('sha256', Buffer.from(secret)).update(bytes).digest();
  const plain = ['x-signature', 'x-signature-previous'].map((name) => Buffer.from(one(name), 'hex'));
  return {
    standard: given.some((each) => isEqual(each, wanted)),
    plain: plain.some((each) => isEqual(each, ofBody)),
  };
}

function isEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
