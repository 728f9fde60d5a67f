import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { FileProblemOnWire, FileReport } from '../../exchange-contract.ts';
import classes from './exchange.module.css';

/** How many problems are shown at first. */
const firstShown = 8;

/** What a file holds: its counts, and everything that is wrong with it. */
export function FileFindings({ of }: { of: FileReport }) {
  const t = useTranslation('templates');
  const format = useFormat();
  const [showsAll, setShowsAll] = useState(false);
  const all = of.problem_counts.refused + of.problem_counts.left_out + of.problem_counts.changed;
  return (
    <>
      {of.problem_counts.refused === 0 && (
        <dl className={classes.counts}>
          {(['sections', 'items', 'comments'] as const).map((level) => (
            <div key={level} className={classes.count}>
              <dt>{t(`exchange.${level}`)}</dt>
              <dd>{format.number(of.counts[level])}</dd>
            </div>
          ))}
        </dl>
      )}
      {all > 0 && (
        <section>
          <h3 className={classes.title}>{t('exchange.problems', { count: all })}</h3>
          <ul className={classes.list}>
            {of.problems.slice(0, showsAll ? undefined : firstShown).map((problem, i) => (
              <ProblemLine key={i} problem={problem} />
            ))}
          </ul>
          {!showsAll && of.problems.length > firstShown && (
            <Button variant="subtle" size="compact-sm" mt={6} onClick={() => setShowsAll(true)}>
              {t('exchange.showAll', { count: of.problems.length })}
            </Button>
          )}
          {showsAll && all > of.problems.length && (
            <p className={classes.hint}>{t('exchange.firstProblems', { count: of.problems.length })}</p>
          )}
        </section>
      )}
    </>
  );
}

const tones = { refused: 'bad', left_out: 'warn', changed: 'info' } as const;

function ProblemLine({ problem }: { problem: FileProblemOnWire }) {
  const t = useTranslation('templates');
  const { row, place, name, code, detail, effect } = problem;
  const where = [row === null ? place : t('exchange.row', { row }), row === null ? '' : place, name];
  return (
    <li className={classes.line}>
      <StatusPill tone={tones[effect]}>{t(`exchange.effects.${effect}`)}</StatusPill>{' '}
      {t(`exchange.codes.${code}`, { detail })}
      <div className={classes.place}>{where.filter((part) => part !== '').join(' · ')}</div>
    </li>
  );
}
