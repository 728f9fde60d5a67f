import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { ImportRun } from '../../import-contract.ts';
import classes from './import.module.css';

/** The number of rows by outcome; `isPlan` for a dry run. */
export function ImportCounts({ of, isPlan }: { of: ImportRun; isPlan?: boolean }) {
  const t = useTranslation('people');
  const format = useFormat();
  const names = isPlan
    ? (['new', 'update', 'duplicate', 'broken'] as const)
    : (['created', 'updated', 'skipped', 'failed'] as const);
  const numbers = [of.created, of.updated, of.skipped, of.failed];
  return (
    <dl className={classes.counts}>
      {names.map((name, i) => (
        <div key={name} className={classes.count}>
          <dt>{t(`import.counts.${name}`)}</dt>
          <dd>{format.number(numbers[i] ?? 0)}</dd>
        </div>
      ))}
    </dl>
  );
}
