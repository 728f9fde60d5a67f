import { Select } from '@mantine/core';
import { Fragment, useId } from 'react';
import classes from './column-mapping.module.css';

interface Props {
  /** The columns of a file; ones without a header can't be chosen. */
  columns: readonly { header: string; example: string }[];
  fields: readonly { value: string; label: string }[];
  mapping: Readonly<Record<string, string>>;
  onChange: (mapping: Record<string, string>) => void;
  /** `choose` is shown where nothing is chosen yet. */
  labels: { column: string; example: string; field: string; leaveOut: string; choose?: string };
}

/** The columns of a file that is imported, each with an example value and the field it becomes. */
export function ColumnMapping({ columns, fields, mapping, onChange, labels }: Props) {
  const id = useId();
  return (
    <div className={classes.columns}>
      <span className={classes.head}>{labels.column}</span>
      <span className={`${classes.head} ${classes.example}`}>{labels.example}</span>
      <span className={classes.head}>{labels.field}</span>
      {columns
        .filter(({ header }) => header !== '')
        .map(({ header, example }, i) => (
          <Fragment key={header}>
            <span className={classes.cell} id={`${id}-${i}`} title={header}>
              {header}
            </span>
            <span className={`${classes.cell} ${classes.example}`}>{example}</span>
            <Select
              aria-labelledby={`${id}-${i}`}
              data={[{ value: '', label: labels.leaveOut }, ...fields]}
              value={mapping[header] ?? (labels.choose ? null : '')}
              placeholder={labels.choose ?? ''}
              allowDeselect={false}
              searchable={false}
              onChange={(field) => onChange({ ...mapping, [header]: field ?? '' })}
            />
          </Fragment>
        ))}
    </div>
  );
}
