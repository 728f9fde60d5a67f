import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import type { PublicReport } from '../../public-report-contract.ts';
import { categoryTone } from '../parts/category-tone.ts';
import classes from './section-nav.module.css';

/** A part of the page that the navigation leads to. */
interface Stop {
  id: string;
  number: string;
  name: string;
  /** Its deficiencies, and the tone of the most severe one. */
  count: number;
  tone: string;
}

/**
 * The sections of the report: beside it, or on a phone as a bar that stays at the top. Marks the one that is being read
 * and how many deficiencies each has.
 */
export function SectionNav({ report }: { report: PublicReport }) {
  const t = useTranslation('reports');
  const stops = stopsOf(report, t('view.summary'));
  const list = useRef<HTMLOListElement>(null);
  const current = useCurrentStop(stops, list);
  return (
    <nav className={classes.nav} aria-label={t('view.sections')}>
      <ol ref={list}>
        {stops.map(({ id, number, name, count, tone }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {number && <span aria-hidden>{number}</span>}
              <span className={classes.name}>{name}</span>
              {count > 0 && (
                <span className={classes.count} data-tone={tone} title={t('edit.deficiencies', { count })}>
                  {count}
                </span>
              )}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function stopsOf(report: PublicReport, summary: string): Stop[] {
  const sections = report.sections.map((section) => {
    const severe = section.items
      .flatMap((item) => item.comments)
      .filter((comment) => comment.kind === 3)
      .map((comment) => comment.category ?? 0);
    return {
      id: `s${section.number}`,
      number: section.number,
      name: section.name,
      count: severe.length,
      tone: categoryTone(Math.max(0, ...severe)),
    };
  });
  if (report.summary === 'off') return sections;
  return [{ id: 'summary', number: '', name: summary, count: 0, tone: 'mute' }, ...sections];
}

/** How far below the top of the window a part counts as being read: below the bar that stays there. */
const readingLine = 120;

/** The last part whose start has passed the reading line; keeps its link in sight in the bar of a phone. */
function useCurrentStop(stops: readonly Stop[], list: RefObject<HTMLOListElement | null>): string | null {
  const [current, setCurrent] = useState<string | null>(stops[0]?.id ?? null);
  const ids = stops.map(({ id }) => id).join(' ');
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const passed = ids.split(' ').filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top <= readingLine;
      });
      setCurrent(passed.at(-1) ?? ids.split(' ')[0] ?? null);
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    window.addEventListener('scroll', lookSoon, { passive: true });
    lookSoon();
    return () => {
      window.removeEventListener('scroll', lookSoon);
      cancelAnimationFrame(frame);
    };
  }, [ids]);
  useEffect(() => {
    const bar = list.current;
    const link = bar?.querySelector<HTMLElement>('[aria-current]');
    // Scrolls the bar only: `scrollIntoView` would scroll the page too.
    if (bar && link && current) bar.scrollLeft = link.offsetLeft - (bar.clientWidth - link.clientWidth) / 2;
  }, [current, list]);
  return current;
}
