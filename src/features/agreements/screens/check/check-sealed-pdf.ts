import {
  certificatePublicKey,
  certificateSubject,
  containsCertificate,
  type FoundSeal,
  findSeals,
  isMadeBySeal,
  isPdf,
  type SealCertificate,
  type SealVerdict,
  sealVerdict,
} from '#domain/agreements/sealed-pdf.ts';
import { bytesEqual, bytesToHex } from '#domain/base/der.ts';

/** The result of checking a file, with the seal's details if it is valid. */
export interface CheckedFile {
  verdict: SealVerdict;
  sha256: string;
  /** The company it was sealed for. */
  company: string;
  /** ISO date and time; null if the seal has none. */
  sealed_at: string | null;
  /** The certificate it was sealed with. */
  certificate: { organization: string; name: string; sha256: string } | null;
}

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/**
 * Checks a sealed PDF against this installation's certificates (DER). Uses only WebCrypto, so that it runs in the
 * browser and the file is not uploaded. Trusts nothing in the file that the signature does not cover.
 */
export async function checkSealedPdf(
  file: Uint8Array<ArrayBuffer>,
  certificates: readonly SealCertificate[],
): Promise<CheckedFile> {
  const sha256 = bytesToHex(await hashOf(file));
  const nothing = { sha256, company: '', sealed_at: null, certificate: null };
  if (!isPdf(file)) return { ...nothing, verdict: 'unreadable' };
  const seals = findSeals(file);
  const findings = await Promise.all(seals.map((seal) => examine(seal, certificates)));
  const verdict = sealVerdict(findings, () =>
    certificates.some(({ seal }) => containsCertificate(file, seal)),
  );
  const at = findings.findLastIndex((finding) => finding.isOurs && finding.isIntact);
  const seal = seals[at];
  const certificate = seal?.cms?.certificate;
  if (!seal || !certificate) return { ...nothing, verdict };
  return {
    verdict,
    sha256,
    company: seal.facts.company,
    sealed_at: isoOf(seal.facts.sealed_at),
    certificate: { ...certificateSubject(certificate), sha256: bytesToHex(await hashOf(certificate)) },
  };
}

async function examine(seal: FoundSeal, certificates: readonly SealCertificate[]) {
  const { cms, covered, isWhole } = seal;
  const ours = cms && certificates.find(({ seal: one }) => bytesEqual(cms.certificate, one));
  if (!cms || !ours) return { isOurs: false, isIntact: false, isWhole };
  // The key comes from our own list; the file only says which one to use.
  const spki = certificatePublicKey(ours.seal);
  const key = spki && (await crypto.subtle.importKey('spki', spki, curve, false, ['verify']));
  const isSigned =
    key !== null &&
    (await crypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      key,
      cms.signature,
      cms.signedAttributes,
    ));
  return {
    isOurs: true,
    isIntact: isSigned && isMadeBySeal(cms, ours) && bytesEqual(await hashOf(covered), cms.digest),
    isWhole,
  };
}

/** The bytes of a PEM certificate. */
export function derOfPem(pem: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(pem.replace(/-----[^-]+-----|\s/g, '')), (letter) => letter.charCodeAt(0));
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** Converts D:20300301140000Z or D:20300301140000+02'00' to ISO. */
function isoOf(date: string): string | null {
  const found = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-])(\d\d)'?(\d\d)?'?)?/.exec(date);
  if (!found) return null;
  const [, year, month, day, hour, minute, second, sign, hours = '00', minutes = '00'] = found;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${sign ? `${sign}${hours}:${minutes}` : 'Z'}`;
}
