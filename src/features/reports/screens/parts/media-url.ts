import type { PublicReport } from '../../public-report-contract.ts';

/** Returns the address of a photo in a size, or of a video. */
export type MediaUrl = (id: string, size: 'large' | 'medium' | 'thumb' | 'film') => string;

/** The addresses of photos and videos, with the query this reader needs. */
export function mediaUrlsFor(
  paths: Pick<PublicReport, 'media_path' | 'video_path' | 'media_query'>,
): MediaUrl {
  const { media_path, video_path, media_query } = paths;
  return (id, size) =>
    size === 'film' ? `${video_path}/${id}${media_query}` : `${media_path}/${id}/${size}${media_query}`;
}
