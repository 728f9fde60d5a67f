import { randomBytes } from 'node:crypto';
import type { Instant } from '#domain/base/time.ts';
import { dateOf } from '../clock.ts';

/** A new certificate authority, the certificate it issued and that certificate's private key (PKCS#8). */
export interface SealCertificates {
  readonly caPem: string;
  readonly certPem: string;
  readonly key: Uint8Array;
}

const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 86_400_000;
// With document signing (RFC 9336) alone, Poppler's checker reports an "unknown issue"; adding email protection avoids
// it.
const documentSigning = '1.3.6.1.5.5.7.3.36';

/**
 * Creates a new authority and a seal certificate issued by it (EC P-256, valid for 30 and 20 years). The authority's
 * key is discarded immediately, so no second certificate can ever be issued under it.
 */
export async function makeSealCertificates(organization: string, now: Instant): Promise<SealCertificates> {
  // A dependency of x509 needs this polyfill to be loaded first.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const [authority, sealing] = await Promise.all([newKeys(), newKeys()]);
  // One day back, in case the checker's clock is behind ours.
  const notBefore = new Date(dateOf(now).getTime() - dayMs);
  const mark = randomBytes(4).toString('hex');
  const organizationName = organization.replace(/[,+"\\<>;=\r\n]/g, ' ').trim() || 'Gable';
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: `O=${organizationName}, CN=Gable document seal authority ${mark}`,
    notBefore,
    notAfter: yearsAfter(now, 30),
    signingAlgorithm: curve,
    keys: authority,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const cert = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: `O=${organizationName}, CN=Gable document seal ${mark}`,
    issuer: ca.subject,
    notBefore,
    notAfter: yearsAfter(now, 20),
    signingAlgorithm: curve,
    publicKey: sealing.publicKey,
    signingKey: authority.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation,
        true,
      ),
      new x509.ExtendedKeyUsageExtension([documentSigning, x509.ExtendedKeyUsage.emailProtection]),
      await x509.SubjectKeyIdentifierExtension.create(sealing.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const key = new Uint8Array(await crypto.subtle.exportKey('pkcs8', sealing.privateKey));
  return { caPem: ca.toString('pem'), certPem: cert.toString('pem'), key };
}

function yearsAfter(now: Instant, years: number): Date {
  const date = dateOf(now);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date;
}

function newKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(curve, true, ['sign', 'verify']);
}

function serial(): string {
  return `01${randomBytes(15).toString('hex')}`;
}
