import { useTranslation } from '#web/i18n.ts';

const levels = ['sections', 'items', 'comments'] as const;

/** Returns a function that writes how many parts a template or section has: `12 sections · 40 items · 1 comment`. */
export function usePartCounts() {
  const t = useTranslation('templates');
  return (counts: Partial<Record<(typeof levels)[number], number>>) =>
    levels
      .flatMap((level) => {
        const count = counts[level];
        return count === undefined ? [] : [t(`partCounts.${level}`, { count })];
      })
      .join(' · ');
}
