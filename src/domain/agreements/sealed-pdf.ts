/**
 * Parses the seals of a PDF, and derives from the findings whether the document is unchanged. The caller computes
 * hashes and verifies keys.
 */
import {
  bytesEqual,
  bytesToHex,
  type DerValue,
  decodeOid,
  derTags,
  encodeDer,
  hexToBytes,
  readDer,
  readDerChildren,
} from '../base/der.ts';

/** A seal as found in the file. */
export interface FoundSeal {
  /** The two parts of the file that the seal claims to cover, concatenated. */
  covered: Uint8Array<ArrayBuffer>;
  /** Whether it covers everything except its own placeholder. */
  isWhole: boolean;
  /** The parts of the signature; null if they cannot be read. */
  cms: SealParts | null;
  /** The entries of the seal's dictionary: for whom, why and when. They are covered by the seal. */
  facts: SealedFacts;
}

interface SealedFacts {
  company: string;
  reason: string;
  /** In PDF notation: D:20300301140000Z. */
  sealed_at: string;
}

export interface SealParts {
  /** All bytes of the signature, without the padding of its placeholder. */
  whole: Uint8Array;
  /** The certificate the seal was made with, as it is in the file. */
  certificate: Uint8Array<ArrayBuffer>;
  /** The signed hash of the covered parts. */
  digest: Uint8Array;
  /** What the signature covers, encoded as it must be hashed. */
  signedAttributes: Uint8Array<ArrayBuffer>;
  /** ECDSA over P-256 as two numbers of 32 bytes. */
  signature: Uint8Array<ArrayBuffer>;
}

/** The result for one seal, after its hash and its signature were checked. */
export interface SealFinding {
  /** Made with a certificate of this installation. */
  isOurs: boolean;
  /** The covered parts have the signed hash, and the signature is valid. */
  isIntact: boolean;
  isWhole: boolean;
}

/**
 * `genuine`: unchanged since it was sealed. `changed`: something in it is different. `appended`: what was sealed is
 * intact, but content was appended. `foreign`: no seal of this installation. `unreadable`: not a PDF.
 */
export type SealVerdict = 'genuine' | 'changed' | 'appended' | 'foreign' | 'unreadable';

/**
 * Returns the verdict on a file from the findings for all its seals. `isMarked` returns whether the file contains our
 * certificate, even if the seal around it is unreadable.
 */
export function sealVerdict(findings: readonly SealFinding[], isMarked: () => boolean): SealVerdict {
  const good = findings.filter((finding) => finding.isOurs && finding.isIntact);
  if (good.some((finding) => finding.isWhole)) return 'genuine';
  if (good.length > 0) return 'appended';
  return findings.some((finding) => finding.isOurs) || isMarked() ? 'changed' : 'foreign';
}

/** Returns whether the file is a PDF, from its first bytes. */
export function isPdf(file: Uint8Array): boolean {
  return latin(file.subarray(0, 1024)).includes('%PDF-');
}

/**
 * Returns whether the file contains this certificate in the notation PDF uses for binary data in a seal, even if the
 * seal around it is damaged.
 */
export function containsCertificate(file: Uint8Array, certificate: Uint8Array): boolean {
  // The serial number and the key: no other certificate has them, and changing one byte leaves at least one of the two
  // intact.
  const [serial, key] = marksOf(certificate);
  const text = latin(file).toLowerCase();
  return (serial !== '' && text.includes(serial)) || (key !== '' && text.includes(key));
}

/** Returns all seals of a file, in file order. */
export function findSeals(file: Uint8Array): FoundSeal[] {
  const text = latin(file);
  const range = /\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/g;
  return [...text.matchAll(range)].map((match) => {
    const [from = 0, length = 0, second = 0, rest = 0] = match.slice(1, 5).map(Number);
    const gap = text.slice(from + length, second);
    // All digits in the same case: a digit in the other case would be a changed file with the same seal.
    const contents = /^<([0-9a-f]+|[0-9A-F]+)>$/.exec(gap)?.[1] ?? '';
    return {
      covered: joined(file.subarray(from, from + length), file.subarray(second, second + rest)),
      // A gap larger than the signature could hide anything.
      isWhole: from === 0 && second + rest === file.length && contents !== '' && second > length,
      cms: parseSealParts(hexToBytes(contents)),
      facts: factsAround(text, match.index),
    };
  });
}

/**
 * Returns the parts of a CMS signature, or null if it is not of the kind we make: one signer, SHA-256, ECDSA over
 * P-256.
 */
function parseSealParts(contents: Uint8Array | null): SealParts | null {
  const outer = contents && readDer(contents);
  if (!outer || contents.subarray(outer.whole.length).some((byte) => byte !== 0)) return null;
  const [type, wrapped] = readDerChildren(outer) ?? [];
  if (decodeOid(type) !== '1.2.840.113549.1.7.2') return null;
  const [signedData] = readDerChildren(wrapped) ?? [];
  const fields = readDerChildren(signedData) ?? [];
  const [certificate] = readDerChildren(fields.find((field) => field.tag === derTags.context0)) ?? [];
  const signers = readDerChildren(fields.at(-1)) ?? [];
  const [signer] = signers;
  if (!certificate || !signer || signers.length !== 1) return null;
  const parts = readDerChildren(signer) ?? [];
  const attributes = parts.find((part) => part.tag === derTags.context0);
  const digest = attributes && digestIn(attributes);
  const signature = rawSignature(parts.findLast((part) => part.tag === derTags.octets));
  if (!attributes || !digest || !signature) return null;
  const signedAttributes = copyOf(attributes.whole);
  // In the file they have the tag of their position; for hashing they are a set (RFC 5652, 5.4).
  signedAttributes[0] = derTags.set;
  return { whole: outer.whole, certificate: copyOf(certificate.whole), digest, signedAttributes, signature };
}

/** Returns the public key of a certificate in the format browsers import (SPKI), or null if it is not a certificate. */
export function certificatePublicKey(certificate: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const [body] = readDerChildren(readDer(certificate)) ?? [];
  const fields = readDerChildren(body)?.filter((field) => field.tag !== derTags.context0) ?? [];
  const key = fields[5];
  return key?.tag === derTags.sequence ? copyOf(key.whole) : null;
}

/** Returns organization and common name of a certificate's subject. */
export function certificateSubject(certificate: Uint8Array): { organization: string; name: string } {
  const [body] = readDerChildren(readDer(certificate)) ?? [];
  const fields = readDerChildren(body)?.filter((field) => field.tag !== derTags.context0) ?? [];
  const subject = { organization: '', name: '' };
  for (const set of readDerChildren(fields[4]) ?? []) {
    const [pair] = readDerChildren(set) ?? [];
    const [type, value] = readDerChildren(pair) ?? [];
    const text = value ? utf8(value.content) : '';
    if (decodeOid(type) === '2.5.4.10') subject.organization = text;
    if (decodeOid(type) === '2.5.4.3') subject.name = text;
  }
  return subject;
}

function marksOf(certificate: Uint8Array): [string, string] {
  const [body] = readDerChildren(readDer(certificate)) ?? [];
  const serial = readDerChildren(body)?.find((field) => field.tag === derTags.integer);
  const key = certificatePublicKey(certificate);
  return [serial ? bytesToHex(serial.whole) : '', key ? bytesToHex(key) : ''];
}

/** Returns the hash among the signed attributes. */
function digestIn(attributes: DerValue): Uint8Array | null {
  for (const attribute of readDerChildren(attributes) ?? []) {
    const [type, values] = readDerChildren(attribute) ?? [];
    if (decodeOid(type) !== '1.2.840.113549.1.9.4') continue;
    const [value] = readDerChildren(values) ?? [];
    return value?.tag === derTags.octets && value.content.length === 32 ? value.content : null;
  }
  return null;
}

/** Converts an ECDSA signature: DER stores its two numbers without leading zeros, browsers expect 32 bytes for each. */
function rawSignature(octets: DerValue | undefined): Uint8Array<ArrayBuffer> | null {
  const numbers = readDerChildren(octets && readDer(octets.content));
  if (numbers?.length !== 2) return null;
  const raw = new Uint8Array(64);
  for (const [i, number] of numbers.entries()) {
    const digits = number.content.subarray(number.content.findIndex((byte) => byte !== 0));
    if (number.tag !== derTags.integer || digits.length > 32) return null;
    raw.set(digits, i * 32 + 32 - digits.length);
  }
  return raw;
}

/** Returns the entries of the dictionary that contains the ByteRange at this position. */
function factsAround(text: string, at: number): SealedFacts {
  const from = text.lastIndexOf(' obj', at);
  const end = text.indexOf('endobj', at);
  const dictionary = text.slice(Math.max(0, from), end < 0 ? text.length : end);
  return {
    company: entryOf(dictionary, 'Location'),
    reason: entryOf(dictionary, 'Reason'),
    sealed_at: entryOf(dictionary, 'M'),
  };
}

function entryOf(dictionary: string, name: string): string {
  const found = new RegExp(`/${name}\\s*(?:\\(((?:[^()\\\\]|\\\\[\\s\\S])*)\\)|<([0-9a-fA-F\\s]*)>)`).exec(
    dictionary,
  );
  if (!found) return '';
  const bytes =
    found[2] === undefined
      ? Uint8Array.from(unescaped(found[1] ?? ''), (letter) => letter.charCodeAt(0))
      : hexToBytes(found[2].replace(/\s/g, ''));
  if (!bytes) return '';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes.subarray(2));
  return latin(bytes);
}

function unescaped(text: string): string {
  const plain: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  return text.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8) & 0xff) : (plain[code] ?? code),
  );
}

/** Decodes one character per byte, so that positions in the text are positions in the file. */
function latin(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 32_768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return text;
}

function utf16(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i + 1 < bytes.length; i += 2)
    text += String.fromCharCode(((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0));
  return text;
}

function utf8(bytes: Uint8Array): string {
  try {
    return decodeURIComponent(Array.from(bytes, (b) => `%${b.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    return latin(bytes);
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/** A sealing certificate and the certificate of the authority that issued it. */
export interface SealCertificate {
  seal: Uint8Array<ArrayBuffer>;
  authority: Uint8Array<ArrayBuffer>;
}

/**
 * Returns whether this signature is byte for byte what our seal with these certificates would have written. The
 * signature itself covers only its attributes; this covers everything around them.
 */
export function isMadeBySeal(parts: SealParts, { seal, authority }: SealCertificate): boolean {
  const [body] = readDerChildren(readDer(seal)) ?? [];
  const [serial, , issuer] = readDerChildren(body)?.filter((field) => field.tag !== derTags.context0) ?? [];
  if (!serial || !issuer) return false;
  const attributes = copyOf(parts.signedAttributes);
  attributes[0] = derTags.context0;
  const { sequence, set, context0 } = derTags;
  const signer = encodeDer(
    sequence,
    known.one,
    encodeDer(sequence, issuer.whole, serial.whole),
    known.sha256,
    attributes,
    known.ecdsaWithSha256,
    encodeDer(derTags.octets, derSignature(parts.signature)),
  );
  const certificates = encodeDer(context0, seal, authority);
  const signed = encodeDer(
    sequence,
    known.one,
    encodeDer(set, known.sha256),
    known.data,
    certificates,
    encodeDer(set, signer),
  );
  return bytesEqual(parts.whole, encodeDer(sequence, known.signedData, encodeDer(context0, signed)));
}

const fixed = (hex: string) => hexToBytes(hex) ?? new Uint8Array();
const known = {
  one: fixed('020101'),
  sha256: fixed('300b0609608648016503040201'),
  ecdsaWithSha256: fixed('300a06082a8648ce3d040302'),
  data: fixed('300b06092a864886f70d010701'),
  signedData: fixed('06092a864886f70d010702'),
};

function derSignature(raw: Uint8Array): Uint8Array {
  const number = (bytes: Uint8Array) => {
    const digits = bytes.subarray(
      Math.max(
        0,
        bytes.findIndex((byte) => byte !== 0),
      ),
    );
    // A leading 1 bit would make the number negative.
    return encodeDer(derTags.integer, ...((digits[0] ?? 0) & 0x80 ? [new Uint8Array(1)] : []), digits);
  };
  return encodeDer(derTags.sequence, number(raw.subarray(0, 32)), number(raw.subarray(32)));
}
