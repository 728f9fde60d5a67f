import { groupByLocation } from '#domain/reports/locations.ts';
import { costRange } from '#domain/reports/report-summary.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import { IconArrowUp, IconLink } from '#web/ui/layout/icons.ts';
import { withCostsInCents } from '#wire/costs.ts';
import { answerText } from '../../present.ts';
import type { PublicComment, PublicReport } from '../../public-report-contract.ts';
import { categoryTone } from '../parts/category-tone.ts';
import type { MediaUrl } from '../parts/media-url.ts';
import { NoteList } from '../parts/note-list.tsx';
import { PhotoGrid } from '../parts/photo-grid.tsx';
import { PhotoPairs } from '../parts/photo-pairs.tsx';
import report from '../parts/report.module.css';
import { RichTextView } from '../parts/rich-text-view.tsx';
import classes from './finding-view.module.css';
import { useCosts } from './use-costs.ts';

/** What every entry of the report needs. */
export interface EntryTools {
  report: PublicReport;
  source: MediaUrl;
  onOpen: (photoId: string) => void;
  /** False in a preview, whose entries have no address. */
  hasLinks: boolean;
}

/** The full entry of a comment: severity, text, locations, contractor, costs and photos, with a link to itself. */
export function FindingView(props: EntryTools & { comment: PublicComment; subject: string }) {
  const t = useTranslation('reports');
  const { comment, subject, report: shown, source, onOpen, hasLinks } = props;
  const tone = comment.kind === 3 ? categoryTone(comment.category) : 'mute';
  const heading = `h${comment.id}`;
  return (
    <section
      id={`c${comment.id}`}
      className={classes.entry}
      data-tone={tone}
      data-kind={comment.kind}
      aria-labelledby={heading}
    >
      <div className={classes.over}>
        <span className={report.rating} data-tone={tone}>
          {kindName(comment, shown, t)}
        </span>
        {hasLinks && <EntryLinks comment={comment} report={shown} />}
      </div>
      <h4 id={heading} className={classes.title}>
        {comment.number && <span className={report.number}>{comment.number}</span>} {comment.name}
      </h4>
      {comment.answer !== null && (
        <p className={report.answer}>
          <AnswerOf comment={comment} />
        </p>
      )}
      <div className={report.prose}>
        <RichTextView text={comment.text} />
      </div>
      <Notes comment={comment} currency={shown.company.currency} />
      {comment.photos.some((photo) => photo.is_before) ? (
        <PhotoPairs photos={comment.photos} subject={comment.name} source={source} onOpen={onOpen} />
      ) : (
        groupByLocation(comment.locations, comment.photos).map(({ location, photos }) => (
          <div key={location}>
            {location !== null && <h5 className={report.photoPlace}>{location}</h5>}
            <PhotoGrid
              photos={photos}
              subject={location === null ? subject : `${subject}, ${location}`}
              source={source}
              onOpen={onOpen}
            />
          </div>
        ))
      )}
    </section>
  );
}

function kindName(comment: PublicComment, { categories }: PublicReport, t: (key: string) => string): string {
  if (comment.kind !== 3) return t(comment.kind === 2 ? 'view.limitation' : 'view.information');
  return categories.find((one) => one.category === comment.category)?.name ?? t('view.deficiency');
}

/** Back to its line in the summary, and a copy of the address at which this entry opens. */
function EntryLinks({ comment, report: shown }: { comment: PublicComment; report: PublicReport }) {
  const t = useTranslation('reports');
  const isListed = comment.in_summary && shown.summary !== 'off';
  async function copy() {
    const { origin } = window.location;
    try {
      // Without the reader's personal part: the address is passed on.
      await navigator.clipboard.writeText(`${origin}/view-report2/${shown.public_id}#c${comment.id}`);
      toast(t('view.linkCopied'), { kind: 'success' });
    } catch {
      toast(t('view.linkNotCopied'), { kind: 'error' });
    }
  }
  return (
    <span className={classes.links}>
      {isListed && (
        <a className={classes.link} href={`#f${comment.id}`} title={t('view.backToSummary')}>
          <IconArrowUp size={18} role="img" aria-label={t('view.backToSummaryOf', { name: comment.name })} />
        </a>
      )}
      <button type="button" className={classes.link} title={t('view.copyLink')} onClick={() => void copy()}>
        <IconLink size={18} role="img" aria-label={t('view.copyLinkTo', { name: comment.name })} />
      </button>
    </span>
  );
}

/** The answer to a question, written for the reader. */
export function AnswerOf({ comment }: { comment: PublicComment }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const labels = {
    yes: t('yes'),
    no: t('no'),
    date: (day: string) => format.date(`${day}T12:00:00Z`, 'UTC'),
    number: format.figure,
  };
  return answerText(comment.answer, comment.answer_type, labels);
}

function Notes({ comment, currency }: { comment: PublicComment; currency: number }) {
  const t = useTranslation('reports');
  const costsOf = useCosts(currency);
  const { min_cost_cents: min = null, max_cost_cents: max = null } = withCostsInCents({
    min_cost: comment.min_cost,
    max_cost: comment.max_cost,
  });
  const costs = costsOf(costRange([{ min_cost_cents: min, max_cost_cents: max }]));
  const notes = [
    { label: t('view.location'), text: comment.locations.join(', ') },
    { label: t('view.recommendation'), text: comment.recommendation },
    { label: t('view.cost'), text: costs },
  ];
  return <NoteList notes={notes} />;
}
