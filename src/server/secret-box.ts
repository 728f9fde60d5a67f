import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts what must not be readable in the database (AES-256-GCM with a key derived from SECRET_KEY). `about` names
 * what the secret belongs to, such as a row's id; it is checked on decryption, so that a secret cannot be moved to
 * another row.
 */
export function encryptSecret(secret: Uint8Array, secretKey: string, about: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', boxKey(secretKey), nonce).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(secret), cipher.final()]);
  return ['v1', nonce, cipher.getAuthTag(), body]
    .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
    .join('.');
}

/** Reverses `encryptSecret`. Throws when SECRET_KEY or `about` differs or the text was changed. */
export function decryptSecret(locked: string, secretKey: string, about: string): Buffer {
  const [version, nonce = '', tag = '', body = ''] = locked.split('.');
  if (version !== 'v1') throw new Error('unknown format of an encrypted secret');
  const decipher = createDecipheriv('aes-256-gcm', boxKey(secretKey), Buffer.from(nonce, 'base64url'), {
    authTagLength: 16,
  })
    .setAAD(Buffer.from(about))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]);
}

function boxKey(secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'gable secret box', 32));
}
