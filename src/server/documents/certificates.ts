import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Instant } from '#domain/time.ts';
import { dateOf } from '../clock.ts';

/**
 * Just enough X.509 (RFC 5280) for our seal: an EC P-256 authority and one certificate by it, written as DER by hand. The
 * packages that do this bring twenty others and change the global Reflect object; the checkers (Node, Poppler) are outside.
 */
export interface SealCertificates {
  readonly caPem: string;
  readonly certPem: string;
  /** The seal's private key, PKCS #8 in DER. */
  readonly key: Buffer;
}

// ---- DER: tag, length, value
const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const size: number[] = [];
  for (let rest = body.length; rest > 0; rest >>= 8) size.unshift(rest & 0xff);
  const head = body.length < 128 ? [body.length] : [0x80 | size.length, ...size];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const octets = (value: Uint8Array) => der(0x04, value);
const bits = (value: Uint8Array, unused = 0) => der(0x03, Buffer.from([unused]), value);
const yes = der(0x01, Buffer.from([0xff]));
const integer = (...value: number[]) => der(0x02, Buffer.from(value));

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = rest.flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

/** Until 2049 with two digits of year, from 2050 with four: the standard insists. */
function time(instant: string): Buffer {
  const digits = `${instant.slice(0, 19).replace(/\D/g, '')}Z`;
  return Number(digits.slice(0, 4)) < 2050
    ? der(0x17, Buffer.from(digits.slice(2)))
    : der(0x18, Buffer.from(digits));
}

const ecdsaSha256 = sequence(oid('1.2.840.10045.4.3.2'));
const documentSigning = '1.3.6.1.5.5.7.3.36';
// Document signing alone makes Poppler's checker report an "unknown issue"; with emailProtection beside it, it is content.
const emailProtection = '1.3.6.1.5.5.7.3.4';

/**
 * A new authority and a seal certificate by it, valid for 30 and 20 years. The authority's key is forgotten at once, so
 * nobody can ever make a second certificate that our authority vouches for.
 */
export function makeSealCertificates(organization: string, now: Instant): SealCertificates {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const sealing = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const mark = randomBytes(4).toString('hex');
  const issuer = name(organization, `Gable document seal authority ${mark}`);
  // A day back: the checker's clock may be behind ours.
  const from = moved(now, { days: -1 });
  const ca = certificate({
    issuer,
    subject: issuer,
    from,
    until: moved(now, { years: 30 }),
    publicKey: authority.publicKey,
    signedBy: authority.privateKey,
    extensions: [
      extension('2.5.29.19', sequence(yes, integer(0)), true),
      extension('2.5.29.15', bits(Buffer.from([0x06]), 1), true), // keyCertSign, cRLSign
      extension('2.5.29.14', octets(keyId(authority.publicKey))),
    ],
  });
  const seal = certificate({
    issuer,
    subject: name(organization, `Gable document seal ${mark}`),
    from,
    until: moved(now, { years: 20 }),
    publicKey: sealing.publicKey,
    signedBy: authority.privateKey,
    extensions: [
      extension('2.5.29.19', sequence(), true),
      extension('2.5.29.15', bits(Buffer.from([0xc0]), 6), true), // digitalSignature, nonRepudiation
      extension('2.5.29.37', sequence(oid(documentSigning), oid(emailProtection))),
      extension('2.5.29.14', octets(keyId(sealing.publicKey))),
      extension('2.5.29.35', sequence(der(0x80, keyId(authority.publicKey)))),
    ],
  });
  return {
    caPem: pem(ca),
    certPem: pem(seal),
    key: sealing.privateKey.export({ type: 'pkcs8', format: 'der' }),
  };
}

interface CertificateFacts {
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly from: string;
  readonly until: string;
  readonly publicKey: KeyObject;
  readonly signedBy: KeyObject;
  readonly extensions: readonly Buffer[];
}

function certificate(facts: CertificateFacts): Buffer {
  const body = sequence(
    der(0xa0, integer(2)), // version 3
    integer(0x40 | (randomBytes(1).readUInt8() & 0x3f), ...randomBytes(15)), // serial number: positive
    ecdsaSha256,
    facts.issuer,
    sequence(time(facts.from), time(facts.until)),
    facts.subject,
    facts.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...facts.extensions)),
  );
  return sequence(body, ecdsaSha256, bits(sign('sha256', body, facts.signedBy)));
}

function name(organization: string, commonName: string): Buffer {
  const part = (type: string, value: string) =>
    der(0x31, sequence(oid(type), der(0x0c, Buffer.from(value.slice(0, 64)))));
  return sequence(part('2.5.4.10', organization), part('2.5.4.3', commonName));
}

function extension(type: string, value: Buffer, isCritical = false): Buffer {
  return sequence(oid(type), ...(isCritical ? [yes] : []), octets(value));
}

/** SHA-1 of the key's point: only a name for it, as RFC 5280 proposes. */
function keyId(key: KeyObject): Buffer {
  const point = key.export({ type: 'spki', format: 'der' }).subarray(-65);
  return createHash('sha1').update(point).digest();
}

function moved(now: Instant, by: { days?: number; years?: number }): string {
  const date = dateOf(now);
  date.setUTCFullYear(date.getUTCFullYear() + (by.years ?? 0));
  date.setUTCDate(date.getUTCDate() + (by.days ?? 0));
  return date.toISOString();
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
