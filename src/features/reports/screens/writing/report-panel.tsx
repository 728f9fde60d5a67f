import { TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, useDeferredValue, useMemo, useState } from 'react';
import { findInReport } from '#domain/reports/find-in-report.ts';
import { progressOfReport } from '#domain/reports/progress.ts';
import type { MissingPart } from '#domain/reports/publishing.ts';
import type { ReportContent } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconSearch } from '#web/ui/layout/icons.ts';
import classes from './writing.module.css';

/** Where to go in the report: a section, or one of its items or comments. */
export interface ReportPlace {
  section_id: string;
  item_id: string | null;
  comment_id: string | null;
}

const mostShown = 60;

/** The way around a report: its progress, a search, the sections (`children`) and what is missing. */
export function ReportPanel(props: {
  content: ReportContent;
  missing: readonly MissingPart[];
  searchField: RefObject<HTMLInputElement | null>;
  onJump: (place: ReportPlace) => void;
  children: ReactNode;
}) {
  const { content, missing, onJump, children } = props;
  const t = useTranslation('reports');
  const [search, setSearch] = useState('');
  const [isMissing, setMissing] = useState(false);
  const jump = (place: ReportPlace) => {
    setSearch('');
    onJump(place);
  };
  return (
    <div className={classes.panel}>
      <ReportProgress content={content} />
      <TextInput
        ref={props.searchField}
        aria-label={t('edit.searchReport')}
        placeholder={t('edit.searchReport')}
        leftSection={<IconSearch size={16} />}
        value={search}
        maxLength={100}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {search.trim() !== '' ? (
        <Found content={content} search={search} onJump={jump} />
      ) : (
        <>
          <div className={classes.tabs}>
            <button
              type="button"
              className={classes.tab}
              aria-pressed={!isMissing}
              onClick={() => setMissing(false)}
            >
              {t('view.sections')}
            </button>
            <button
              type="button"
              className={classes.tab}
              aria-pressed={isMissing}
              onClick={() => setMissing(true)}
            >
              {t('edit.missing', { count: missing.length })}
            </button>
          </div>
          {isMissing ? <Missing missing={missing} onJump={jump} /> : children}
        </>
      )}
    </div>
  );
}

function ReportProgress({ content }: { content: ReportContent }) {
  const t = useTranslation('reports');
  const { done, total } = progressOfReport(content);
  if (total === 0) return null;
  return (
    <div className={classes.progress}>
      <span className={classes.progressLine}>
        <span>{t('edit.progress')}</span>
        <span>{t('edit.doneOf', { done, total })}</span>
      </span>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={t('edit.progress')}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={total}
      >
        <div style={{ width: `${(done / total) * 100}%` }} />
      </div>
    </div>
  );
}

function Found(props: { content: ReportContent; search: string; onJump: (place: ReportPlace) => void }) {
  const t = useTranslation('reports');
  const search = useDeferredValue(props.search);
  const found = useMemo(() => findInReport(props.content, search, mostShown), [props.content, search]);
  if (found.length === 0) return <p className={classes.hint}>{t('edit.nothingFound')}</p>;
  return (
    <ul className={classes.places} aria-label={t('edit.searchReport')}>
      {found.map((place) => (
        <li key={place.comment_id ?? place.item_id ?? place.section_id}>
          <button type="button" className={classes.place} onClick={() => props.onJump(place)}>
            {place.name}
            {place.where && <span className={classes.meta}>{place.where}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What is missing, section by section. */
function Missing(props: { missing: readonly MissingPart[]; onJump: (place: ReportPlace) => void }) {
  const t = useTranslation('reports');
  const { missing, onJump } = props;
  if (missing.length === 0) return <p className={classes.hint}>{t('edit.nothingMissing')}</p>;
  return (
    <ul className={classes.places} aria-label={t('edit.missing', { count: missing.length })}>
      {missing.slice(0, mostShown).map((part, i) => (
        <li key={`${part.item_id} ${part.comment_id}`}>
          {part.section_id !== missing[i - 1]?.section_id && (
            <div className={classes.placesHead}>{part.section}</div>
          )}
          <button type="button" className={classes.place} onClick={() => onJump(part)}>
            {part.item}
            <span className={classes.meta}>{part.comment ?? t('publish.rating')}</span>
          </button>
        </li>
      ))}
      {missing.length > mostShown && (
        <li className={classes.hint}>{t('edit.moreMissing', { count: missing.length - mostShown })}</li>
      )}
    </ul>
  );
}
