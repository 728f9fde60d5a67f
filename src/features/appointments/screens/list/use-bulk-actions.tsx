import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { failureMessage, type PagedRead, useWrite } from '#web/api.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { call, downloadFile } from '#web/client/client.ts';
import { useTranslation } from '#web/i18n.ts';
import { type BulkOutcome, PageSlot, type SelectionSlotProps } from '#web/page-slots.tsx';
import { useActor } from '#web/session.ts';
import { toast } from '#web/toast.ts';
import { IconCheck, IconDownload } from '#web/ui/layout/icons.ts';
import type { RowSelection } from '#web/ui/table/data-table-selection.tsx';
import { confirmMany, exportSelected } from '../../bulk-contract.ts';
import { type AppointmentRow, type ListFilter, listAppointments } from '../../list-contract.ts';
import { BulkResultDialog } from './bulk-result-dialog.tsx';

/** Rows of one request, so that long work shows its progress. */
const perRequest = 25;
/** The most rows that can be selected at once. */
const maxSelected = 200;
const perPage = 100;

/** The selection of the appointments list with its actions, and the dialog that names what could not be done. */
export function useBulkActions(
  pages: PagedRead<AppointmentRow>,
  input: ListFilter,
): { selection: RowSelection; dialog: ReactNode } {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [result, setResult] = useState<BulkOutcome | null>(null);
  const t = useTranslation('appointments');
  const run: SelectionSlotProps['run'] = async (send) => {
    const all: BulkOutcome = { done: [], failed: [] };
    const ids = [...chosen];
    for (let from = 0; from < ids.length; from += perRequest) {
      setProgress({ done: from, total: ids.length });
      const part = await send(ids.slice(from, from + perRequest));
      if (!part) break;
      all.done.push(...part.done);
      all.failed.push(...part.failed);
    }
    setProgress(null);
    // What was not reached stays selected.
    const seen = new Set([...all.done, ...all.failed.map((one) => one.id)]);
    setChosen(new Set(ids.filter((id) => !seen.has(id))));
    if (all.failed.length > 0) setResult(all);
    else if (all.done.length > 0) toast(t('bulk.allDone', { count: all.done.length }), { kind: 'success' });
  };
  const bar = { chosen, run, progress, pages, input, onChosen: setChosen };
  return {
    selection: {
      chosen,
      onChange: (next) => setChosen(new Set([...next].slice(0, maxSelected))),
      more: <SelectAll {...bar} />,
      actions: <Actions {...bar} />,
    },
    dialog: <BulkResultDialog result={result} onClose={() => setResult(null)} />,
  };
}

interface BarProps {
  chosen: ReadonlySet<string>;
  run: SelectionSlotProps['run'];
  progress: { done: number; total: number } | null;
  pages: PagedRead<AppointmentRow>;
  input: ListFilter;
  onChosen: (chosen: ReadonlySet<string>) => void;
}

function Actions({ chosen, run, progress }: BarProps) {
  const t = useTranslation('appointments');
  const mayEdit = allows(useActor(), 'edit_appointment');
  const confirm = useWrite(confirmMany);
  const isBusy = progress !== null;
  const save = async () => {
    try {
      await downloadFile(exportSelected, { ids: [...chosen] });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      toast(failureMessage(error), { kind: 'error' });
    }
  };
  return (
    <>
      {mayEdit && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCheck size={16} aria-hidden />}
          disabled={isBusy}
          onClick={() => run((ids) => confirm.send({ ids }))}
        >
          {t('bulk.confirm')}
        </Button>
      )}
      {mayEdit && <PageSlot name="appointments.selection" run={run} isBusy={isBusy} />}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={isBusy}
        onClick={() => void save()}
      >
        {t('bulk.export')}
      </Button>
      {progress && <span role="status">{t('bulk.progress', progress)}</span>}
    </>
  );
}

/** Selects what the filter finds, beyond the loaded rows, up to a limit. */
function SelectAll({ chosen, pages, input, onChosen }: BarProps) {
  const t = useTranslation('appointments');
  const [isLoading, setLoading] = useState(false);
  const count = Math.min(pages.total, maxSelected);
  if (!pages.hasMore || chosen.size < pages.rows.length || chosen.size >= count) return null;
  const select = async () => {
    setLoading(true);
    try {
      onChosen(new Set(await idsOf(input, count)));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      toast(failureMessage(error), { kind: 'error' });
    } finally {
      setLoading(false);
    }
  };
  const isAll = pages.total <= maxSelected && !pages.totalIsCapped;
  return (
    <Button variant="subtle" size="xs" loading={isLoading} onClick={() => void select()}>
      {t(isAll ? 'bulk.selectAll' : 'bulk.selectMost', { count })}
    </Button>
  );
}

async function idsOf(input: ListFilter, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ids.length < count; ) {
    const page = await call(listAppointments, { ...input, perPage, ...(cursor ? { cursor } : {}) });
    ids.push(...page.pageData.map((row) => row.id));
    if (!page.pageInfo.endCursor || !page.pageInfo.hasNextPage) break;
    cursor = page.pageInfo.endCursor;
  }
  return ids.slice(0, count);
}
