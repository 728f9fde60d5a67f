import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePagedRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconCircleCheck, IconReplace } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { listDuplicateComments } from '../../library-contract.ts';

/** Names that several comments have: where the same thing is said in different words. */
export function DuplicatesTable(props: {
  text: string;
  toolbar: ReactNode;
  onCompare: (of: { name: string; kind: number }) => void;
  onClear: () => void;
}) {
  const { text, toolbar, onCompare, onClear } = props;
  const t = useTranslation('templates');
  const pages = usePagedRead(
    listDuplicateComments,
    { perPage: 25, ...(text ? { text } : {}) },
    { keep: true },
  );
  return (
    <DataTable
      label={t('library.duplicates')}
      of={pages}
      rowKey={(row) => `${row.kind} ${row.name}`}
      rowName={(row) => row.name}
      rowActions={(row) => [
        {
          label: t('library.compare'),
          icon: <IconReplace size={16} aria-hidden />,
          run: () => onCompare(row),
        },
      ]}
      columns={[
        {
          key: 'name',
          header: t('library.comment'),
          phone: 'title',
          render: (row) => (
            <Anchor component="button" type="button" ta="left" onClick={() => onCompare(row)}>
              {row.name}
            </Anchor>
          ),
        },
        {
          key: 'kind',
          header: t('library.kind'),
          width: 130,
          phone: 'hide',
          render: (row) => t(`kind.${row.kind}`),
        },
        {
          key: 'places',
          header: t('library.places'),
          width: 130,
          phone: 'sub',
          render: (row) => t('library.inPlaces', { count: row.places }),
        },
        {
          key: 'wordings',
          header: t('library.wordings'),
          width: 190,
          phone: 'side',
          render: (row) =>
            row.wordings === 1 ? (
              <StatusPill tone="ok">{t('library.sameWording')}</StatusPill>
            ) : (
              <StatusPill tone="warn">{t('library.differentWordings', { count: row.wordings })}</StatusPill>
            ),
        },
      ]}
      empty={{
        icon: <IconCircleCheck size={24} stroke={1.6} />,
        title: t('library.noDuplicates'),
        hint: t('library.noDuplicatesHint'),
      }}
      onClearSearch={text ? onClear : undefined}
      toolbar={toolbar}
    />
  );
}
