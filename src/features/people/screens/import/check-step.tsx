import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { mappingProblem } from '#domain/people/people-import.ts';
import { useRead, useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { CsvTable } from '#wire/read-csv.ts';
import type { RouteOutput } from '#wire/route.ts';
import { getImportMapping, importAgents, importClients } from '../../import-contract.ts';
import { ColumnTable } from './column-table.tsx';
import classes from './import.module.css';
import { ImportCounts } from './import-counts.tsx';
import type { Kind } from './import-kind.ts';
import { problemText } from './problem-text.ts';

// Only a checked file has rows to show.
const DryRunRows = lazy(async () => ({ default: (await import('./dry-run-rows.tsx')).DryRunRows }));

type DryRun = RouteOutput<typeof importClients>;

interface Props {
  kind: Kind;
  file: File;
  table: CsvTable;
  onBack: () => void;
  onRun: (id: string) => void;
}

/** Maps the file's columns, previews the result of each row and starts the import. */
export function CheckStep({ kind, file, table, onBack, onRun }: Props) {
  const t = useTranslation('people');
  const { mapping, setMapping, isRemembered, updates, setUpdates, checked, check, start, ...pending } =
    useImport(kind, file, table, onRun);
  if (!mapping) return <LinesSkeleton lines={6} height={28} />;
  const problem = mappingProblem(kind, mapping);
  return (
    <>
      <Card
        title={t('import.columns')}
        actions={
          <Button variant="subtle" size="compact-sm" onClick={onBack}>
            {t('import.otherFile')}
          </Button>
        }
      >
        <div className={classes.stack}>
          <span className={classes.hint}>
            {t('import.fileHas', { name: file.name, count: table.rows.length })}{' '}
            {isRemembered && t('import.remembered')}
          </span>
          <ColumnTable kind={kind} table={table} mapping={mapping} onChange={setMapping} />
          <Checkbox
            label={t('import.updateExisting')}
            description={t('import.updateExistingHint')}
            checked={updates}
            onChange={(event) => setUpdates(event.currentTarget.checked)}
          />
          {problem && <Notice tone="warn">{problemText(t, problem)}</Notice>}
          {!checked && (
            <ButtonRow hint={t('import.checkHint')}>
              <Button onClick={() => void check()} disabled={problem !== null} loading={pending.isChecking}>
                {t('import.check')}
              </Button>
            </ButtonRow>
          )}
        </div>
      </Card>
      {checked && (
        <PreviewCard checked={checked} onStart={() => void start()} isStarting={pending.isStarting} />
      )}
    </>
  );
}

/** The mapping, the result of its last check, and the commands that check and start the import. */
function useImport(kind: Kind, file: File, table: CsvTable, onRun: (id: string) => void) {
  const { headers } = table;
  const remembered = useRead(getImportMapping, { kind, headers });
  const [own, setOwn] = useState<Record<string, string> | null>(null);
  const [updates, setUpdates] = useState(false);
  const dryRun = useWrite(kind === 'agents' ? importAgents : importClients);
  const write = useWrite(kind === 'agents' ? importAgents : importClients);
  const [checked, setChecked] = useState<DryRun | null>(null);
  const mapping = own ?? remembered.data?.mapping;
  const sent = { file, mapping: JSON.stringify(mapping), update_existing: updates };
  const check = async () => setChecked(await dryRun.send({ ...sent, dry_run: true }));
  const start = async () => {
    const run = await write.send(sent);
    if (run?.import_id) onRun(run.import_id);
  };
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setChecked(null);
    };
  return {
    mapping,
    setMapping: changed(setOwn),
    isRemembered: remembered.data?.is_remembered,
    updates,
    setUpdates: changed(setUpdates),
    checked,
    check,
    isChecking: dryRun.pending,
    start,
    isStarting: write.pending,
  };
}

interface PreviewProps {
  checked: DryRun;
  onStart: () => void;
  isStarting: boolean;
}

function PreviewCard({ checked, onStart, isStarting }: PreviewProps) {
  const t = useTranslation('people');
  const taken = checked.created + checked.updated;
  return (
    <Card title={t('import.preview')}>
      <div className={classes.stack}>
        <ImportCounts of={checked} isPlan />
        <ButtonRow hint={t('import.startHint')}>
          <Button onClick={onStart} disabled={taken === 0} loading={isStarting}>
            {t('import.start', { count: taken })}
          </Button>
        </ButtonRow>
        <Suspense fallback={<LinesSkeleton lines={5} height={40} />}>
          <DryRunRows rows={checked.rows} errors={checked.errors} />
        </Suspense>
      </div>
    </Card>
  );
}

function ButtonRow({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <div className={classes.row}>
      {children}
      <span className={classes.hint}>{hint}</span>
    </div>
  );
}
