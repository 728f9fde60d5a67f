/** Takes a sealed PDF apart, and says from what was found whether it is as it was sealed. Hashes and keys are the caller's. */
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

/** A seal as it stands in the file. */
export interface FoundSeal {
  /** The two parts of the file that the seal says it covers, as one. */
  covered: Uint8Array<ArrayBuffer>;
  /** Does it cover everything but its own place? */
  isWhole: boolean;
  /** The signature's parts; null when they cannot be read. */
  cms: SealParts | null;
  /** What the dictionary of the seal says: for whom, why and when. Part of what is covered. */
  facts: SealedFacts;
}

export interface SealedFacts {
  company: string;
  reason: string;
  /** As PDF writes it: D:20300301140000Z. */
  sealed_at: string;
}

export interface SealParts {
  /** All of the signature's bytes, without what fills its place. */
  whole: Uint8Array;
  /** The certificate the seal was made with, as it lies in the file. */
  certificate: Uint8Array<ArrayBuffer>;
  /** Hash of the covered parts that was signed. */
  digest: Uint8Array;
  /** What the signature is over, as it has to be hashed. */
  signedAttributes: Uint8Array<ArrayBuffer>;
  /** ECDSA over P-256 as two numbers of 32 bytes. */
  signature: Uint8Array<ArrayBuffer>;
}

/** What became of one seal, once its hash and its signature were computed. */
export interface SealFinding {
  /** Made with a certificate of this installation. */
  isOurs: boolean;
  /** The covered parts have the hash that was signed, and the signature is good. */
  isIntact: boolean;
  isWhole: boolean;
}

/**
 * `genuine`: as it was sealed. `changed`: something in it is different. `appended`: what was sealed is intact, but something
 * was added behind it. `foreign`: no seal of this installation. `unreadable`: no PDF at all.
 */
export type SealVerdict = 'genuine' | 'changed' | 'appended' | 'foreign' | 'unreadable';

/** The verdict on a file from all its seals. `isMarked`: our certificate is in the file, readable as a seal or not. */
export function sealVerdict(findings: readonly SealFinding[], isMarked: () => boolean): SealVerdict {
  const good = findings.filter((finding) => finding.isOurs && finding.isIntact);
  if (good.some((finding) => finding.isWhole)) return 'genuine';
  if (good.length > 0) return 'appended';
  return findings.some((finding) => finding.isOurs) || isMarked() ? 'changed' : 'foreign';
}

/** Is it a PDF, whatever is in it? */
export function isPdf(file: Uint8Array): boolean {
  return latin(file.subarray(0, 1024)).includes('%PDF-');
}

/** Is this certificate somewhere in the file, as PDF writes binary in a seal? Also when the seal around it was damaged. */
export function containsCertificate(file: Uint8Array, certificate: Uint8Array): boolean {
  // The serial number and the key: no other certificate has them, and one changed byte leaves one of the two.
  const [serial, key] = marksOf(certificate);
  const text = latin(file).toLowerCase();
  return (serial !== '' && text.includes(serial)) || (key !== '' && text.includes(key));
}

/** Every seal of a file, in the order in which they stand. */
export function findSeals(file: Uint8Array): FoundSeal[] {
  const text = latin(file);
  const range = /\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/g;
  return [...text.matchAll(range)].map((match) => {
    const [from = 0, length = 0, second = 0, rest = 0] = match.slice(1, 5).map(Number);
    const gap = text.slice(from + length, second);
    // One kind of letters: a digit in another case would be a changed file with the same seal.
    const contents = /^<([0-9a-f]+|[0-9A-F]+)>$/.exec(gap)?.[1] ?? '';
    return {
      covered: joined(file.subarray(from, from + length), file.subarray(second, second + rest)),
      // A gap that holds more than the signature could hide anything.
      isWhole: from === 0 && second + rest === file.length && contents !== '' && second > length,
      cms: parseSealParts(hexToBytes(contents)),
      facts: factsAround(text, match.index),
    };
  });
}

/** The parts of a CMS signature, or null when it is none of the kind we make: one signer, SHA-256, ECDSA over P-256. */
export function parseSealParts(contents: Uint8Array | null): SealParts | null {
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
  // In the file they bear the tag of their place; hashed they are a set (RFC 5652, 5.4).
  signedAttributes[0] = derTags.set;
  return { whole: outer.whole, certificate: copyOf(certificate.whole), digest, signedAttributes, signature };
}

/** The public key of a certificate, as browsers import it (SPKI). Null when it is no certificate. */
export function certificatePublicKey(certificate: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const [body] = readDerChildren(readDer(certificate)) ?? [];
  const fields = readDerChildren(body)?.filter((field) => field.tag !== derTags.context0) ?? [];
  const key = fields[5];
  return key?.tag === derTags.sequence ? copyOf(key.whole) : null;
}

/** Of whom a certificate is: organization and common name of its subject. */
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

/** The hash among the signed attributes. */
function digestIn(attributes: DerValue): Uint8Array | null {
  for (const attribute of readDerChildren(attributes) ?? []) {
    const [type, values] = readDerChildren(attribute) ?? [];
    if (decodeOid(type) !== '1.2.840.113549.1.9.4') continue;
    const [value] = readDerChildren(values) ?? [];
    return value?.tag === derTags.octets && value.content.length === 32 ? value.content : null;
  }
  return null;
}

/** DER writes the two numbers of an ECDSA signature as long as they are, browsers want each in 32 bytes. */
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

/** What the dictionary says in which a ByteRange stands. */
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

/** A letter per byte, so that places in the text are places in the file. */
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

/** A certificate that seals, and the one of the authority that vouches for it. */
export interface SealCertificate {
  seal: Uint8Array<ArrayBuffer>;
  authority: Uint8Array<ArrayBuffer>;
}

/**
 * Is this signature, byte for byte, what our seal with these certificates would have written? The signature itself covers only
 * its attributes: this covers all that stands around them.
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
    // A first bit would make the number a negative one.
    return encodeDer(derTags.integer, ...((digits[0] ?? 0) & 0x80 ? [new Uint8Array(1)] : []), digits);
  };
  return encodeDer(derTags.sequence, number(raw.subarray(0, 32)), number(raw.subarray(32)));
}
