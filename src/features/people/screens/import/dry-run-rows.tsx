import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { type Column, DataTable } from '#web/ui/table/data-table.tsx';
import type { ImportError, ImportRow, ImportRowState } from '../../import-contract.ts';
import classes from './import.module.css';
import { problemText } from './problem-text.ts';

const tones = { new: 'ok', update: 'info', duplicate: 'mute', broken: 'bad' } as const;
const mostShown = 25;

/** The rows of a dry run, each with its expected outcome. */
export function DryRunRows({ rows, errors }: { rows: readonly ImportRow[]; errors: readonly ImportError[] }) {
  const t = useTranslation('people');
  const [state, setState] = useState<ImportRowState | 'all'>('all');
  const states = (['new', 'update', 'duplicate', 'broken'] as const).filter((one) =>
    rows.some((row) => row.state === one),
  );
  const fitting = rows.filter((row) => state === 'all' || row.state === state);
  const shown = fitting.slice(0, mostShown);
  const columns = useColumns(errors);
  return (
    <>
      {fitting.length > mostShown && (
        <span className={classes.hint}>
          {t('import.firstOf', { shown: mostShown, count: fitting.length })}
        </span>
      )}
      <DataTable
        label={t('import.preview')}
        of={{ rows: shown, status: 'loaded' }}
        columns={columns}
        rowKey={(row) => String(row.row)}
        rowName={(row) => `${row.first_name} ${row.last_name}`}
        empty={{ title: t('import.noRows') }}
        toolbar={
          states.length > 1 && (
            <SegmentedControl
              aria-label={t('import.show')}
              size="xs"
              value={state}
              onChange={(next) => setState(next as ImportRowState | 'all')}
              data={[
                { value: 'all', label: t('import.all') },
                ...states.map((one) => ({ value: one, label: t(`import.counts.${one}`) })),
              ]}
            />
          )
        }
      />
    </>
  );
}

function useColumns(errors: readonly ImportError[]): Column<ImportRow>[] {
  const t = useTranslation('people');
  const remarks = (row: ImportRow) => {
    const wrong = errors.filter((error) => error.row === row.row).map((error) => error.message);
    return [...wrong, ...Object.values(row.warnings)].map((message) => problemText(t, message)).join(' · ');
  };
  return [
    {
      key: 'row',
      header: t('import.row'),
      width: 64,
      align: 'right',
      phone: 'hide',
      render: (row) => row.row,
    },
    {
      key: 'state',
      header: t('import.state'),
      width: 140,
      phone: 'side',
      render: (row) => <StatusPill tone={tones[row.state]}>{t(`import.counts.${row.state}`)}</StatusPill>,
    },
    {
      key: 'name',
      header: t('import.name'),
      phone: 'title',
      render: (row) => `${row.first_name} ${row.last_name}`.trim() || '–',
    },
    { key: 'email', header: t('import.fields.email'), phone: 'sub', render: (row) => row.email || '–' },
    { key: 'remarks', header: t('import.remarks'), phone: 'sub', render: remarks },
  ];
}
