import { TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, Suspense, useState } from 'react';
import { progressOfReport, type ReportPlace } from '#domain/reports/progress.ts';
import type { MissingPart } from '#domain/reports/publishing.ts';
import type { ReportContent } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { IconSearch } from '#web/ui/layout/icons.ts';
import classes from './writing.module.css';

// Fetched while the report opens.
const Found = lazy(async () => ({ default: (await import('./panel-results.tsx')).Found }));
const Missing = lazy(async () => ({ default: (await import('./panel-results.tsx')).Missing }));

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
        <Suspense>
          <Found content={content} search={search} onJump={jump} />
        </Suspense>
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
          {isMissing ? (
            <Suspense>
              <Missing missing={missing} onJump={jump} />
            </Suspense>
          ) : (
            children
          )}
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
