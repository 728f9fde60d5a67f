import type { Installation } from '#server/context.ts';
import { secretsEqual } from '#server/tokens.ts';

/** What a token is for: one of another purpose is refused. */
export type MessageTokenPurpose = 'report' | 'unsubscribe' | 'open' | 'click';

/** A message and its company. */
export interface MessageReference {
  subscriberId: string;
  messageId: string;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const idLength = 52;
const proofLength = 10;

/**
 * Creates a token that names a message and proves it by a keyed hash, so that it needs no row and the message has the same
 * bytes at every attempt. Lower-case letters and digits only, 62 characters: with a prefix it is the local part of a mail
 * address, which servers may change the case of. `part` names something in the message, such as a link.
 */
export function createMessageToken(
  installation: Installation,
  purpose: MessageTokenPurpose,
  { subscriberId, messageId }: MessageReference,
  part = '',
): string {
  const id = toBase32(Buffer.from(`${subscriberId}${messageId}`.replaceAll('-', ''), 'hex'));
  return `${id}${proof(installation, purpose, id, part)}${part === '' ? '' : `-${part}`}`;
}

/** Returns the message of a token and the part it names, or null unless it is genuine. */
export function readMessageToken(
  installation: Installation,
  purpose: MessageTokenPurpose,
  token: string,
): (MessageReference & { part: string }) | null {
  const [, id = '', given = '', part = ''] =
    /^([a-z2-7]{52})([a-z2-7]{10})(?:-(\w{1,4}))?$/.exec(token) ?? [];
  if (id === '' || !secretsEqual(given, proof(installation, purpose, id, part))) return null;
  const hex = fromBase32(id).toString('hex');
  return { subscriberId: toUuid(hex.slice(0, 32)), messageId: toUuid(hex.slice(32, 64)), part };
}

function proof(installation: Installation, purpose: MessageTokenPurpose, id: string, part: string): string {
  const hash = installation.sign(`message-${purpose}`, `${id}-${part}`);
  return toBase32(Buffer.from(hash, 'base64url')).slice(0, proofLength);
}

function toBase32(bytes: Uint8Array): string {
  let text = '';
  let [value, bits] = [0, 0];
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >> (bits - 5)) & 31];
    value &= 31;
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [value, bits] = [0, 0];
  for (const sign of text) {
    value = ((value << 5) | alphabet.indexOf(sign)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 255);
  }
  return Buffer.from(bytes.slice(0, Math.floor((idLength * 5) / 8)));
}

function toUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
