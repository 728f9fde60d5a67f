import { charactersWithoutGlyph } from '#server/documents/render.ts';
import { AppError, badInput } from '#wire/errors.ts';

/** A document would show boxes instead of characters. */
export class MissingGlyphsError extends AppError {
  constructor(characters: readonly string[]) {
    const message = `This document can’t be printed: no font has ${named(characters)}. Replace it.`;
    super('CONFLICT', message, { characters });
  }
}

/** Throws CONFLICT, naming the characters, if a document would show boxes: what is sealed must say what was signed. */
export function refuseMissingGlyphs(missing: readonly string[]): void {
  if (missing.length > 0) throw new MissingGlyphsError(missing);
}

/** Throws BAD_USER_INPUT for `signer_name` if no font has one of its characters. */
export async function refuseUnprintableName(name: string, company: string): Promise<void> {
  const missing = await charactersWithoutGlyph(name, company);
  if (missing.length > 0) throw badInput({ signer_name: `This can’t be printed: ${named(missing)}` });
}

const named = (characters: readonly string[]) => characters.slice(0, 10).join(' ');
