/** How text messages are split and counted, as carriers and providers do (GSM 03.38 and UCS-2). */

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Sent as two characters: an escape and the character. */
const extended = new Set('\f^{}\\[~]|€');

const limits = { gsm7: { single: 160, part: 153 }, ucs2: { single: 70, part: 67 } } as const;

/** How a text message is sent. A segment costs one credit. */
export interface SegmentCount {
  /** One character outside GSM-7 makes the whole message UCS-2, with less than half the characters in a segment. */
  encoding: 'gsm7' | 'ucs2';
  /** What is counted: septets in GSM-7, UTF-16 code units in UCS-2. */
  units: number;
  segments: number;
  /** How many units still fit without another segment. */
  left: number;
  /** Characters that make the message UCS-2, each once, in their order. */
  costly: string[];
}

/**
 * Counts the segments of a text message. No segment ends within an extended character or a surrogate pair. An empty
 * message has none.
 * @example countSegments('[').units → 2 ; countSegments('😘').units → 2
 */
export function countSegments(text: string): SegmentCount {
  const characters = [...text];
  const costly = [...new Set(characters.filter((one) => !basic.has(one) && !extended.has(one)))];
  const encoding = costly.length === 0 ? 'gsm7' : 'ucs2';
  const sizes = characters.map((one) => (encoding === 'ucs2' ? one.length : extended.has(one) ? 2 : 1));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const { single, part } = limits[encoding];
  if (units <= single) return { encoding, units, segments: units > 0 ? 1 : 0, left: single - units, costly };
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > part) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return { encoding, units, segments, left: part - used, costly };
}

const plain: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '…': '...',
  '•': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
  '\u200b': '',
  '\ufeff': '',
  '\t': ' ',
};

/**
 * Replaces typographic quotes, dashes and spaces by those of GSM-7, which look the same on a phone: one of them would
 * double the price of the message. Letters are never replaced.
 */
export function withPlainCharacters(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[‘’‚“”„«»‐‑–—…•\u00a0\u202f\u2009\u200b\ufeff\t]/g, (one) => plain[one] ?? one);
}
