/** What is signed under Standard Webhooks, and how keys and signatures are written. The server computes the HMAC. */

const prefix = 'whsec_';

/** How long the replaced secret signs as well, so that receivers can change over. */
export const secretOverlapHours = 24;

/** Returns the text whose HMAC-SHA256 goes into webhook-signature; the body exactly as sent. */
export function signedText(id: string, timestamp: number, body: string): string {
  return `${id}.${timestamp}.${body}`;
}

/** Returns the value of webhook-signature: one signature for each secret, base64 without the version. */
export function signatureHeader(signatures: readonly string[]): string {
  return signatures.map((signature) => `v1,${signature}`).join(' ');
}

/**
 * Returns how the bytes of a key are written in a secret: base64 after `whsec_`. A secret that a company chose in
 * another form is the key itself.
 */
export function keyOfSecret(secret: string): { text: string; encoding: 'base64' | 'utf8' } {
  return secret.startsWith(prefix)
    ? { text: secret.slice(prefix.length), encoding: 'base64' }
    : { text: secret, encoding: 'utf8' };
}

/** Returns the secret for the bytes of a key, given as base64. */
export function secretOfKey(base64: string): string {
  return prefix + base64;
}
