import type { Instant } from '#domain/base/time.ts';
import { dateOf } from '../clock.ts';
import { sha256Hex } from '../ids.ts';
import { decryptSecret, encryptSecret } from '../secret-box.ts';
import { makeSealCertificates } from './certificates.ts';

/** A row of `seal_keys`: the certificates are public, the key is encrypted with SECRET_KEY. */
export interface SealKeyRow {
  readonly id: string;
  readonly ca_pem: string;
  readonly cert_pem: string;
  readonly encrypted_key: string;
  readonly created_at: Instant;
}

/** Where the installation's seal is stored. All processes must share it, so it is a table. */
export interface SealKeyStore {
  /** Returns the active (not retired) seal, or null when none exists yet. */
  load(): Promise<SealKeyRow | null>;
  /** Inserts the row. If a row with this id exists, keeps the existing one without an error. */
  save(row: SealKeyRow): Promise<void>;
}

interface SealedDocument {
  readonly bytes: Buffer;
  readonly sha256: string;
}

interface SealFacts {
  readonly reason: string;
  readonly at: Instant;
  /** The name of the company the document is sealed for. */
  readonly location?: string;
}

/** The installation's seal: proves that a document came from here and was not changed since. */
export interface Seal {
  /** Appends a PAdES B-B signature over all bytes of the PDF. Must be the last change to a document. */
  seal(pdf: Uint8Array, facts: SealFacts): Promise<SealedDocument>;
  /** What a checker needs: our authority, and the certificate it issued. */
  readonly caPem: string;
  readonly certPem: string;
}

interface SealSettings {
  readonly store: SealKeyStore;
  readonly secretKey: string;
  readonly now: Instant;
  /** The sealing organization, such as the host of PUBLIC_URL. */
  readonly organization: string;
}

/** The first seal of every installation has this id, so that two processes starting at once create only one. */
const firstSealId = '00000000-0000-4000-8000-000000000001';

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/**
 * Loads the installation's seal, creating it on first use. After losing SECRET_KEY or the row, old documents can still
 * be checked (their certificates are in them), but a new seal must be created.
 */
export async function loadOrCreateSeal(settings: SealSettings): Promise<Seal> {
  let row = await settings.store.load();
  if (!row) {
    await settings.store.save(await newSealKey(settings));
    row = await settings.store.load();
  }
  if (!row) throw new Error('the seal was saved but is not there');
  return sealOf(row, settings.secretKey);
}

async function sealOf(row: SealKeyRow, secretKey: string): Promise<Seal> {
  // Loaded on first use: a web process may never seal anything.
  const { CryptoKeySigner, PDF } = await import('@libpdf/core');
  const pkcs8 = new Uint8Array(decryptSecret(row.encrypted_key, secretKey, row.id));
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, curve, false, ['sign']);
  const signer = new CryptoKeySigner(key, der(row.cert_pem), 'EC', 'ECDSA', [der(row.ca_pem)]);
  return {
    caPem: row.ca_pem,
    certPem: row.cert_pem,
    async seal(pdf, { reason, at, location }) {
      const document = await PDF.load(pdf);
      const { bytes } = await document.sign({
        signer,
        reason,
        // The library escapes parentheses twice, and viewers would show the backslashes.
        ...(location ? { location: location.replace(/[(\\]/g, '[').replaceAll(')', ']') } : {}),
        fieldName: 'Seal',
        level: 'B-B',
        signingTime: dateOf(at),
      });
      const sealed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return { bytes: sealed, sha256: sha256Hex(sealed) };
    },
  };
}

async function newSealKey({ secretKey, now, organization }: SealSettings): Promise<SealKeyRow> {
  const { caPem, certPem, key } = await makeSealCertificates(organization, now);
  return {
    id: firstSealId,
    ca_pem: caPem,
    cert_pem: certPem,
    encrypted_key: encryptSecret(key, secretKey, firstSealId),
    created_at: now,
  };
}

function der(pem: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64'));
}
