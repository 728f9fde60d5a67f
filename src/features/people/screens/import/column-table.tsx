import { Select } from '@mantine/core';
import { Fragment, useId } from 'react';
import { importFields } from '#domain/people/people-import.ts';
import { useTranslation } from '#web/i18n.ts';
import type { CsvTable } from '#wire/read-csv.ts';
import classes from './import.module.css';
import type { Kind } from './import-kind.ts';

interface Props {
  kind: Kind;
  table: CsvTable;
  mapping: Record<string, string>;
  onChange: (mapping: Record<string, string>) => void;
}

/** The file's columns, each with an example value and its target field. */
export function ColumnTable({ kind, table, mapping, onChange }: Props) {
  const t = useTranslation('people');
  const id = useId();
  const fields = importFields(kind).map((field) => ({ value: field, label: t(`import.fields.${field}`) }));
  const headers = [...new Set(table.headers)].filter((header) => header !== '');
  const example = (header: string) => {
    const column = table.headers.indexOf(header);
    return table.rows.map((row) => row.cells[column] ?? '').find((cell) => cell !== '') ?? '';
  };
  return (
    <div className={classes.columns}>
      <span className={classes.columnsHead}>{t('import.column')}</span>
      <span className={`${classes.columnsHead} ${classes.example}`}>{t('import.example')}</span>
      <span className={classes.columnsHead}>{t('import.field')}</span>
      {headers.map((header, i) => (
        <Fragment key={header}>
          <span className={classes.cell} id={`${id}-${i}`} title={header}>
            {header}
          </span>
          <span className={`${classes.cell} ${classes.hint} ${classes.example}`}>{example(header)}</span>
          <Select
            aria-labelledby={`${id}-${i}`}
            data={[{ value: '', label: t('import.leaveOut') }, ...fields]}
            value={mapping[header] ?? ''}
            allowDeselect={false}
            searchable={false}
            onChange={(field) => onChange({ ...mapping, [header]: field ?? '' })}
          />
        </Fragment>
      ))}
    </div>
  );
}
