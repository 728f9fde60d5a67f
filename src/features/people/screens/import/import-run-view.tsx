import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useInvalidateFeatures, useRead, useWrite } from '#web/api.ts';
import { downloadFile } from '#web/client/client.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconDownload } from '#web/ui/layout/icons.ts';
import { getImport, getImportErrors, type ImportRun, undoImport } from '../../import-contract.ts';
import classes from './import.module.css';
import { ImportCounts } from './import-counts.tsx';
import { problemText } from './problem-text.ts';

const pollIntervalMs = 1000;

/** An import's progress, its result and its undo. */
export function ImportRunView({ id, onAnother }: { id: string; onAnother: () => void }) {
  const t = useTranslation('people');
  const read = useRead(getImport, { id });
  const run = read.data;
  const isWorking = run?.status === 'waiting' || run?.status === 'running';
  usePolling(isWorking, read.retry);
  if (read.status === 'failed') return <ErrorState failure={read.failure} onRetry={read.retry} />;
  if (!run) return <LinesSkeleton lines={4} height={28} />;
  return (
    <Card
      title={t(`import.status.${isWorking ? 'running' : run.status === 'undone' ? 'undone' : 'done'}`)}
      actions={
        <Button variant="subtle" size="compact-sm" onClick={onAnother}>
          {t('import.another')}
        </Button>
      }
    >
      <div className={classes.stack}>
        <span className={classes.hint}>{t('import.fileHas', { name: run.file_name, count: run.total })}</span>
        {isWorking && <Bar run={run} />}
        <ImportCounts of={run} />
        {run.undo && <Undone of={run.undo} />}
        <Errors run={run} />
        {run.rows_deleted_at !== null && <span className={classes.hint}>{t('import.rowsDeleted')}</span>}
        <div className={classes.row}>
          {!isWorking && run.status !== 'undone' && (
            <LinkButton variant="default" to={run.kind === 'agents' ? '/people?tab=agents' : '/people'}>
              {t('import.toList')}
            </LinkButton>
          )}
          <Undo run={run} />
        </div>
      </div>
    </Card>
  );
}

/** Polls every second while the import is running, and refreshes the lists when it ends. */
function usePolling(isWorking: boolean, refetch: () => void) {
  const refresh = useInvalidateFeatures();
  const was = useRef(isWorking);
  useEffect(() => {
    if (was.current && !isWorking) void refresh('people');
    was.current = isWorking;
    if (!isWorking) return;
    const timer = setInterval(refetch, pollIntervalMs);
    return () => clearInterval(timer);
  }, [isWorking, refetch, refresh]);
}

function Bar({ run }: { run: ImportRun }) {
  const t = useTranslation('people');
  const format = useFormat();
  const share = run.total === 0 ? 100 : Math.round((run.done / run.total) * 100);
  return (
    <div className={classes.stack}>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t('import.progress')}
        aria-valuenow={share}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div style={{ width: `${share}%` }} />
      </div>
      <span className={classes.hint}>
        {t('import.doneOf', { done: format.number(run.done), total: format.number(run.total) })}{' '}
        {t('import.mayLeave')}
      </span>
    </div>
  );
}

function Undone({ of }: { of: NonNullable<ImportRun['undo']> }) {
  const t = useTranslation('people');
  return (
    <Notice tone="info" title={t('import.undoneWhat', { removed: of.removed, restored: of.restored })}>
      {of.kept.length > 0 && (
        <ul className={classes.plain}>
          {of.kept.slice(0, 50).map((one) => (
            <li key={one.row}>
              {one.name || t('import.rowNumber', { row: one.row })}: {t(`import.notUndone.${one.reason}`)}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function Errors({ run }: { run: ImportRun }) {
  const t = useTranslation('people');
  if (run.failed === 0) return null;
  return (
    <Notice
      tone="warn"
      title={t('import.failedRows', { count: run.failed })}
      action={
        run.rows_deleted_at === null && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => void downloadFile(getImportErrors, { id: run.import_id ?? '' })}
          >
            {t('import.errorsFile')}
          </Button>
        )
      }
    >
      <ul className={classes.plain}>
        {byRow(run.errors).map(([row, messages]) => (
          <li key={row}>
            {t('import.rowNumber', { row })}: {messages.map((message) => problemText(t, message)).join(' · ')}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Groups the first rejected rows with all their errors. */
function byRow(errors: ImportRun['errors']): [number, string[]][] {
  const rows = [...new Set(errors.map((error) => error.row))].slice(0, 10);
  return rows.map((row) => [row, errors.filter((error) => error.row === row).map((error) => error.message)]);
}

function Undo({ run }: { run: ImportRun }) {
  const t = useTranslation('people');
  const undo = useWrite(undoImport);
  if (run.status === 'undone' || run.rows_deleted_at !== null || run.created + run.updated === 0) return null;
  const refetch = async () => {
    const sure = await confirm({
      title: t('import.undoAsk'),
      text: t('import.undoText', { created: run.created, updated: run.updated }),
      yes: t('import.undo'),
      destroys: true,
    });
    if (sure) await undo.send({ id: run.import_id ?? '' });
  };
  return (
    <Button variant="default" color="red" onClick={() => void refetch()} loading={undo.pending}>
      {t('import.undo')}
    </Button>
  );
}
