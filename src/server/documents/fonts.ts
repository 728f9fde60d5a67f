import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { repositoryRoot } from './child.ts';

/**
 * The fonts that come as packages, with the files of the weights that documents use. Thai has only one weight, and Plex is
 * preferred to Noto for Arabic: the other fonts draw marks as separate glyphs, and text copied from the PDF then repeats
 * the letter.
 */
const packages: Record<string, readonly string[]> = {
  '@embedpdf/fonts-sc': ['../fonts/NotoSansHans-Regular.otf', '../fonts/NotoSansHans-Bold.otf'],
  '@embedpdf/fonts-tc': ['../fonts/NotoSansHant-Regular.otf', '../fonts/NotoSansHant-Bold.otf'],
  '@embedpdf/fonts-jp': ['../fonts/NotoSansJP-Regular.otf', '../fonts/NotoSansJP-Bold.otf'],
  '@embedpdf/fonts-kr': ['../fonts/NotoSansKR-Regular.otf', '../fonts/NotoSansKR-Bold.otf'],
  '@expo-google-fonts/noto-sans-thai': ['400Regular/NotoSansThai_400Regular.ttf'],
  '@expo-google-fonts/ibm-plex-sans-arabic': [
    '400Regular/IBMPlexSansArabic_400Regular.ttf',
    '600SemiBold/IBMPlexSansArabic_600SemiBold.ttf',
  ],
  '@expo-google-fonts/noto-sans-devanagari': [
    '400Regular/NotoSansDevanagari_400Regular.ttf',
    '600SemiBold/NotoSansDevanagari_600SemiBold.ttf',
  ],
};

const ownFonts = () => join(repositoryRoot(), 'assets/fonts');

/** Returns all fonts of documents as a search path: our folder and the files of the packages. */
export function fontPaths(): string {
  return [ownFonts(), ...packageFonts()].join(delimiter);
}

/** Returns the files of all fonts of documents. */
export function fontFiles(): string[] {
  const own = readdirSync(ownFonts()).map((name) => join(ownFonts(), name));
  return [...own.toSorted(), ...packageFonts()];
}

function packageFonts(): string[] {
  const { resolve } = createRequire(join(repositoryRoot(), 'package.json'));
  return Object.entries(packages).flatMap(([name, paths]) =>
    paths.map((path) => join(dirname(resolve(name)), path)),
  );
}

const [simplified, traditional, japanese, korean] = [
  'Noto Sans S Chinese',
  'Noto Sans T Chinese',
  'Noto Sans Japanese',
  'Noto Sans Korean',
] as const;

/**
 * Returns the fonts for East Asian letters of a document, the likeliest first, since one character is drawn differently
 * in China, Taiwan, Japan and Korea: Japanese if it contains kana, Korean if it contains hangul, else simplified.
 */
export function cjkFonts(text: string): readonly string[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) {
    return [japanese, simplified, traditional, korean];
  }
  if (/\p{Script=Hangul}/u.test(text)) return [korean, simplified, traditional, japanese];
  return [simplified, traditional, japanese, korean];
}
