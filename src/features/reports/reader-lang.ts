import type { Lang } from '#server/context.ts';

/** The language of a person's messages; English if they chose none of ours. */
export function langOf(language: string): Lang {
  return language === 'de' || language === 'fr' ? language : 'en';
}
