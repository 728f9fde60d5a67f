import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '#web/i18n.ts';
import { pageHash } from '#web/navigation/page-address.ts';
import type { PublicComment, PublicReport } from '../../public-report-contract.ts';
import { PhotoGrid } from '../parts/photo-grid.tsx';
import classes from '../parts/report.module.css';
import { RichTextView } from '../parts/rich-text-view.tsx';
import { AnswerOf, type EntryTools, FindingView } from './finding-view.tsx';
import { ratingTones, useRatingLabel } from './reinspection-summary.tsx';

type Section = PublicReport['sections'][number];
type Item = Section['items'][number];

/**
 * The number of parts to render: one more whenever the browser is idle, so that a long report never delays a tap.
 * Renders everything at once if the reader jumps to a place in it, and for printing.
 */
function useGrowing(total: number): number {
  const [count, setCount] = useState(() => (pageHash() === '' ? 1 : total));
  useEffect(() => {
    const all = () => setCount(total);
    // The browser prints what is there when the event returns.
    const allNow = () => flushSync(all);
    window.addEventListener('hashchange', all);
    window.addEventListener('beforeprint', allNow);
    return () => {
      window.removeEventListener('hashchange', all);
      window.removeEventListener('beforeprint', allNow);
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
export function ReportSections(props: EntryTools) {
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

function ItemView({ item, ...shared }: EntryTools & { item: Item }) {
  const rating = shared.report.ratings.find((one) => one.key === item.rating);
  const ratingLabel = useRatingLabel(shared.report);
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
            {ratingLabel(rating)}
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
      <PhotoGrid photos={item.photos} subject={item.name} source={shared.source} onOpen={shared.onOpen} />
      {others.map((comment) => (
        <FindingView key={comment.id} comment={comment} subject={item.name} {...shared} />
      ))}
    </div>
  );
}

/** An answered question without further text is shown on one line. */
function isFact(comment: PublicComment): boolean {
  return comment.kind === 1 && comment.text === null && comment.photos.length === 0;
}
