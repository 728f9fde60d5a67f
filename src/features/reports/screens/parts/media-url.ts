import type { PublicReport } from '../../public-report-contract.ts';

/** Returns the address of a photo in a size, or of a video. */
export type MediaUrl = (
  media: { id: string; look?: string | undefined },
  size: 'large' | 'medium' | 'thumb' | 'film',
) => string;

/** The addresses of photos and videos, with the query this reader needs. */
export function mediaUrlsFor(
  paths: Pick<PublicReport, 'media_path' | 'video_path' | 'media_query'>,
): MediaUrl {
  const { media_path, video_path, media_query } = paths;
  return ({ id, look }, size) => {
    if (size === 'film') return `${video_path}/${id}${media_query}`;
    const named = look === undefined ? '' : `${media_query === '' ? '?' : '&'}look=${look}`;
    return `${media_path}/${id}/${size}${media_query}${named}`;
  };
}
