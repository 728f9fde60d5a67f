import { createHmac } from 'node:crypto';
import { sha256Hex } from '../../ids.ts';
import { secretsEqual } from '../../tokens.ts';
import type { TextCallback } from './texter.ts';

/**
 * Returns Twilio's signature of a call: HMAC-SHA1 over the address followed by each parameter's name and value, sorted by
 * name; a repeated parameter counts once per value.
 */
export function twilioSignature(authToken: string, url: string, parameters: URLSearchParams): string {
  const names = [...new Set(parameters.keys())].sort();
  const pairs = names.flatMap((name) =>
    [...new Set(parameters.getAll(name))].sort().map((value) => `${name}${value}`),
  );
  return createHmac('sha1', authToken)
    .update([url, ...pairs].join(''))
    .digest('base64');
}

/**
 * Whether a call is signed with the token, over the bytes as they arrived. With `bodySHA256` in the query, the address is
 * signed and names the hash of the body; otherwise the body is a form whose fields are signed.
 */
export function isSignedByTwilio(authToken: string, { url, signature, body }: TextCallback): boolean {
  if (signature === '' || !URL.canParse(url)) return false;
  const hash = new URL(url).searchParams.get('bodySHA256');
  if (hash !== null && !secretsEqual(hash.toLowerCase(), sha256Hex(body))) return false;
  const parameters = new URLSearchParams(hash === null ? Buffer.from(body).toString('utf8') : '');
  return [...new Set(spellings(url))].some((one) =>
    secretsEqual(twilioSignature(authToken, one, parameters), signature),
  );
}

/** Twilio signs an address with or without its port, depending on how it calls. */
function spellings(url: string): string[] {
  const [start = '', scheme = '', host = ''] = /^(https?:\/\/)([^/?#]+)/.exec(url) ?? [];
  const rest = url.slice(start.length);
  const name = host.replace(/:\d+$/, '');
  const port = /:\d+$/.exec(host)?.[0] ?? (scheme === 'https://' ? ':443' : ':80');
  return [url, `${scheme}${name}${rest}`, `${scheme}${name}${port}${rest}`];
}
