import { useEffect, useState } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { pageHash } from '#web/page-address.ts';
import type { PublicComment, PublicReport } from '../../contract.ts';
import { answerText } from '../../present.ts';
import { categoryTone } from '../parts/category-tone.ts';
import type { MediaUrl } from '../parts/media-url.ts';
import { PhotoGrid } from '../parts/photo-grid.tsx';
import classes from '../parts/report.module.css';
import { RichTextView } from '../parts/rich-text-view.tsx';

type Section = PublicReport['sections'][number];
type Item = Section['items'][number];

interface Shared {
  report: PublicReport;
  source: MediaUrl;
  onOpen: (photoId: string) => void;
}

/**
 * The number of parts to render: one more whenever the browser is idle, so that a long report never delays a tap.
 * Renders everything at once if the reader jumps to a place in it, and for printing.
 */
function useGrowing(total: number): number {
  const [count, setCount] = useState(() => (pageHash() === '' ? 1 : total));
  useEffect(() => {
    const all = () => setCount(total);
    window.addEventListener('hashchange', all);
    window.addEventListener('beforeprint', all);
    return () => {
      window.removeEventListener('hashchange', all);
      window.removeEventListener('beforeprint', all);
    };
  }, [total]);
  useEffect(() => {
    if (count >= total) return;
    // Safari has no requestIdleCallback.
    const timer = setTimeout(() => setCount(count + 1), 30);
    return () => clearTimeout(timer);
  }, [count, total]);
  return count;
}

/** All sections of the report. Parts far outside the viewport are not laid out yet. */
export function ReportSections(props: Shared) {
  const { sections } = props.report;
  return sections.slice(0, useGrowing(sections.length)).map((section) => (
    <section
      key={section.number}
      id={`s${section.number}`}
      className={classes.section}
      aria-labelledby={`t${section.number}`}
    >
      <h2 id={`t${section.number}`} className={classes.sectionTitle}>
        <span className={classes.number}>{section.number}</span> {section.name}
      </h2>
      {section.standards_text !== null && <Standards section={section} />}
      {section.items.map((item) => (
        <ItemView key={item.number} item={item} {...props} />
      ))}
    </section>
  ));
}

function Standards({ section }: { section: Section }) {
  const t = useTranslation('reports');
  return (
    <details className={classes.standards}>
      <summary>{t('view.standards')}</summary>
      <div className={classes.prose}>
        <RichTextView text={section.standards_text} />
      </div>
    </details>
  );
}

const ratingTones: Record<string, string> = { IN: 'ok', D: 'bad' };

function ItemView({ item, ...shared }: Shared & { item: Item }) {
  const rating = shared.report.ratings.find((one) => one.key === item.rating);
  const facts = item.comments.filter(isFact);
  const others = item.comments.filter((comment) => !isFact(comment));
  return (
    <div className={classes.item}>
      <div className={classes.itemHead}>
        <h3 className={classes.itemTitle}>
          <span className={classes.number}>{item.number}</span> {item.name}
        </h3>
        {rating && (
          <span className={classes.rating} data-tone={ratingTones[rating.key] ?? 'mute'}>
            {rating.label}
          </span>
        )}
      </div>
      {facts.length > 0 && (
        <dl className={classes.factList}>
          {facts.map((comment) => (
            <div key={comment.id}>
              <dt>{comment.name}</dt>
              <dd>
                <AnswerOf comment={comment} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <PhotoGrid photos={item.photos} subject={item.name} {...shared} />
      {others.map((comment) => (
        <CommentView key={comment.id} comment={comment} item={item} {...shared} />
      ))}
    </div>
  );
}

/** An answered question without further text is shown on one line. */
function isFact(comment: PublicComment): boolean {
  return comment.kind === 1 && comment.text === null && comment.photos.length === 0;
}

function AnswerOf({ comment }: { comment: PublicComment }) {
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

function CommentView({
  comment,
  item,
  report,
  source,
  onOpen,
}: Shared & { comment: PublicComment; item: Item }) {
  const t = useTranslation('reports');
  const category = report.categories.find((one) => one.category === comment.category);
  const tone = comment.kind === 3 ? categoryTone(comment.category) : 'mute';
  const costs = useCosts(comment, report.company.currency);
  return (
    <section id={`c${comment.id}`} className={classes.comment} data-tone={tone} data-kind={comment.kind}>
      <div className={classes.commentHead}>
        <h4 className={classes.commentTitle}>
          {comment.number && <span className={classes.number}>{comment.number}</span>} {comment.name}
        </h4>
        <span className={classes.rating} data-tone={tone}>
          {comment.kind === 3
            ? (category?.name ?? t('view.deficiency'))
            : t(comment.kind === 2 ? 'view.limitation' : 'view.information')}
        </span>
      </div>
      {comment.answer !== null && (
        <p className={classes.answer}>
          <AnswerOf comment={comment} />
        </p>
      )}
      <div className={classes.prose}>
        <RichTextView text={comment.text} />
      </div>
      <dl className={classes.notes}>
        {comment.locations.length > 0 && (
          <Note label={t('view.location')}>{comment.locations.join(', ')}</Note>
        )}
        {comment.recommendation && <Note label={t('view.recommendation')}>{comment.recommendation}</Note>}
        {costs && <Note label={t('view.cost')}>{costs}</Note>}
      </dl>
      <PhotoGrid photos={comment.photos} subject={item.name} source={source} onOpen={onOpen} />
    </section>
  );
}

function Note({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function useCosts({ min_cost, max_cost }: PublicComment, currency: number): string {
  const format = useFormat();
  const amounts = [...new Set([min_cost, max_cost].filter((amount) => amount !== null))];
  return amounts.map((amount) => format.money(amount, currency)).join(' – ');
}
