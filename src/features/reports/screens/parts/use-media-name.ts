import { useTranslation } from '#web/i18n.ts';

/** Names each photo and video of one subject apart, captions or not: `Photo 2 of Coverings: Cracked tile`. */
export function useMediaName(): (
  media: { kind?: string | undefined; caption: string },
  n: number,
  subject: string,
) => string {
  const t = useTranslation('reports');
  return ({ kind, caption }, n, item) => {
    const name = t(kind === 'video' ? 'view.videoOfItem' : 'view.photoOfItem', { n, item });
    return caption ? t('view.captioned', { name, caption }) : name;
  };
}
