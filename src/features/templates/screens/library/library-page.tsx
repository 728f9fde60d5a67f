import { Button, SegmentedControl, Select } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { usePagedRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { SearchBox } from '#web/ui/inputs/search-box.tsx';
import { IconEdit, IconReplace, IconTemplate } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { type Column, DataTable } from '#web/ui/table/data-table.tsx';
import { type LibraryComment, listLibraryComments } from '../../library-contract.ts';
import { DuplicatesTable } from './duplicates-table.tsx';
import classes from './library.module.css';

const ReplaceDialog = lazy(async () => ({ default: (await import('./replace-dialog.tsx')).ReplaceDialog }));
const UnifyDialog = lazy(async () => ({ default: (await import('./unify-dialog.tsx')).UnifyDialog }));

const unfiltered = { text: '', kind: '', view: '' };

/** A name and kind whose comments are compared. */
export interface ComparedName {
  name: string;
  kind: number;
}

/** The comments of the company across its templates: found, made alike, and reworded everywhere at once. */
export function CommentLibraryPage() {
  const t = useTranslation('templates');
  const [{ text, kind, view }, change] = useUrlState(unfiltered);
  const [isReplacing, setReplacing] = useState(false);
  const [compared, setCompared] = useState<ComparedName | null>(null);
  const toolbar = (
    <>
      <SearchBox
        value={text}
        onSearch={(next) => change({ text: next })}
        label={t('library.search')}
        placeholder={t('library.search')}
      />
      {view !== 'duplicates' && <KindFilter value={kind} onChange={(next) => change({ kind: next })} />}
      <SegmentedControl
        aria-label={t('library.view')}
        value={view}
        onChange={(next) => change({ view: next })}
        data={[
          { value: '', label: t('library.all') },
          { value: 'duplicates', label: t('library.duplicates') },
        ]}
      />
    </>
  );
  const filters = {
    text,
    kind,
    toolbar,
    onCompare: setCompared,
    onClear: () => change({ text: '', kind: '' }),
  };
  return (
    <>
      <PageHeader
        title={t('library.title')}
        purpose={t('library.purpose')}
        breadcrumbs={[{ label: t('title'), to: '/templates' }]}
        actions={
          // With its label on a phone too: the icon alone does not say what is replaced.
          <Button leftSection={<IconReplace size={18} />} onClick={() => setReplacing(true)}>
            {t('library.replace')}
          </Button>
        }
      />
      {view === 'duplicates' ? <DuplicatesTable {...filters} /> : <CommentsTable {...filters} />}
      <Suspense>
        {isReplacing && <ReplaceDialog onClose={() => setReplacing(false)} />}
        {compared && <UnifyDialog of={compared} onClose={() => setCompared(null)} />}
      </Suspense>
    </>
  );
}

function KindFilter({ value, onChange }: { value: string; onChange: (kind: string) => void }) {
  const t = useTranslation('templates');
  return (
    <Select
      aria-label={t('library.kind')}
      placeholder={t('library.kind')}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      clearable
      data={['1', '2', '3'].map((each) => ({ value: each, label: t(`kind.${each}`) }))}
    />
  );
}

interface TableProps {
  text: string;
  kind: string;
  toolbar: ReactNode;
  onCompare: (of: ComparedName) => void;
  onClear: () => void;
}

function CommentsTable({ text, kind, toolbar, onCompare, onClear }: TableProps) {
  const t = useTranslation('templates');
  const pages = usePagedRead(
    listLibraryComments,
    {
      perPage: 25,
      ...(text ? { text } : {}),
      ...(kind === '1' || kind === '2' || kind === '3' ? { kind: Number(kind) as 1 | 2 | 3 } : {}),
    },
    { keep: true },
  );
  return (
    <DataTable
      label={t('library.title')}
      of={pages}
      columns={useColumns()}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      rowActions={(row) => [
        { label: t('edit'), icon: <IconEdit size={16} aria-hidden />, to: placeOf(row) },
        {
          label: t('library.compare'),
          icon: <IconReplace size={16} aria-hidden />,
          run: () => onCompare(row),
        },
      ]}
      empty={{
        icon: <IconTemplate size={24} stroke={1.6} />,
        title: t('library.none'),
        hint: t('library.noneHint'),
      }}
      onClearSearch={text || kind ? onClear : undefined}
      hasFilters={Boolean(kind)}
      toolbar={toolbar}
    />
  );
}

/** Where a comment is edited. */
export const placeOf = ({ template, section, item, id }: LibraryComment) =>
  `/templates/edit/${template.id}?section=${section.id}&item=${item.id}&comment=${id}`;

function useColumns(): Column<LibraryComment>[] {
  const t = useTranslation('templates');
  return [
    {
      key: 'name',
      header: t('library.comment'),
      phone: 'title',
      render: (row) => (
        <>
          <AppLink to={placeOf(row)}>{row.name}</AppLink>
          {row.text && <div className={classes.excerpt}>{row.text}</div>}
        </>
      ),
    },
    {
      key: 'kind',
      header: t('library.kind'),
      width: 130,
      phone: 'side',
      render: (row) => t(`kind.${row.kind}`),
    },
    {
      key: 'place',
      header: t('library.place'),
      width: 320,
      phone: 'sub',
      render: (row) => `${row.template.name} › ${row.section.name} › ${row.item.name}`,
    },
  ];
}
