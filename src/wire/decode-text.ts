/** The encodings a file may be read in, the likeliest first. */
export const textEncodings = [
  'utf-8',
  'windows-1252',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'iso-8859-15',
  'macintosh',
] as const;
export type TextEncoding = (typeof textEncodings)[number];

export interface DecodedText {
  text: string;
  encoding: TextEncoding;
  /** Nothing in the file says so: every byte is a character of this encoding, and of others. */
  isGuess: boolean;
}

/**
 * Decodes the bytes of a text file, without its byte order mark. Without a given encoding, a file that is neither UTF-16
 * nor valid UTF-8 is read as Windows Latin-1.
 */
export function decodeText(bytes: Uint8Array, given?: TextEncoding): DecodedText {
  const as = (encoding: TextEncoding, isGuess = false) => ({
    text: new TextDecoder(encoding).decode(bytes),
    encoding,
    isGuess,
  });
  if (given) return as(given);
  const wide = wideEncoding(bytes);
  if (wide) return as(wide);
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true }).decode(bytes),
      encoding: 'utf-8',
      isGuess: false,
    };
  } catch {
    return as('windows-1252', true);
  }
}

/** UTF-16 has a byte order mark or, with Latin letters, every second byte empty. */
function wideEncoding([a, b, c, d]: Uint8Array): TextEncoding | null {
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a && b === 0 && c && d === 0) return 'utf-16le';
  return a === 0 && b && c === 0 && d ? 'utf-16be' : null;
}
