import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { pageSearch } from '#web/navigation/page-address.ts';
import { CompanyHeader } from '#web/shell/company-header.tsx';
import { InvalidLinkPage, isInvalidLink } from '#web/shell/invalid-link.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { IconChevronLeft } from '#web/ui/layout/icons.ts';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { type WatchedComment, watchComment } from '../../reading-contract.ts';
import { mediaUrlsFor } from '../parts/media-url.ts';
import report from '../parts/report.module.css';
import { RichTextView } from '../parts/rich-text-view.tsx';
import { VideoPlayer } from '../parts/video-player.tsx';
import { LockedReport, lockedFacts } from './locked-report.tsx';
import classes from './watch-page.module.css';

/** Plays the videos of a comment; while its report is locked, shows what has to be done first. */
export function WatchPage({ commentId }: { commentId: string }) {
  const search = new URLSearchParams(pageSearch());
  const param = (name: 't' | 'p' | 'v') => (search.get(name) ? { [name]: search.get(name) ?? '' } : {});
  const watched = useRead(watchComment, { commentId, ...param('t'), ...param('p'), ...param('v') });
  const t = useTranslation('reports');
  const tWeb = useTranslation('web');
  const { data, failure } = watched;
  const locked = lockedFacts(failure);
  const company = data?.company ?? locked?.company;
  usePageTitle(
    data
      ? t('watch.title', { name: data.comment.name })
      : (locked?.name ?? (isInvalidLink(failure) ? tWeb('linkUnknown') : '')),
  );
  return (
    <PublicLayout
      brand={company ? <CompanyHeader name={company.company_name} logo={company.logo} /> : <span />}
    >
      {locked ? (
        <LockedReport facts={locked} reportId={commentId} />
      ) : data ? (
        <Watched watched={data} />
      ) : isInvalidLink(failure) ? (
        <InvalidLinkPage />
      ) : failure ? (
        <ErrorState failure={failure} onRetry={watched.retry} />
      ) : (
        <div className={report.waiting}>
          <LinesSkeleton lines={12} height={18} />
        </div>
      )}
    </PublicLayout>
  );
}

function Watched({ watched }: { watched: WatchedComment }) {
  const t = useTranslation('reports');
  const { comment, videos } = watched;
  const source = mediaUrlsFor(watched);
  return (
    <article className={classes.page}>
      <AppLink
        to={`/view-report2/${watched.report.public_id}${watched.media_query}#c${comment.id}`}
        className={classes.back}
      >
        <IconChevronLeft size={18} aria-hidden />
        {t('watch.back')}
      </AppLink>
      {watched.report.is_draft && <Notice tone="warn" title={t('view.draft')} />}
      <header>
        <p className={report.over}>{[watched.report.name, watched.place].join(' · ')}</p>
        <h1 className={classes.title}>
          {comment.number && <span className={report.number}>{comment.number}</span>} {comment.name}
        </h1>
      </header>
      {videos.map((video, i) => (
        <figure key={video.id} className={classes.video}>
          <VideoPlayer
            src={source(video, 'film')}
            poster={source(video, 'large')}
            width={video.width}
            height={video.height}
            label={video.caption || t('view.videoOf', { n: i + 1, total: videos.length })}
          />
          {video.caption && <figcaption className={report.caption}>{video.caption}</figcaption>}
        </figure>
      ))}
      <div className={report.prose}>
        <RichTextView text={comment.text} />
      </div>
    </article>
  );
}
