import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { mappingProblem } from '#domain/people/people-import.ts';
import { useRead, useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { CsvTable } from '#wire/read-csv.ts';
import { getImportMapping, importAgents, importClients } from '../../import-contract.ts';
import { ColumnTable } from './column-table.tsx';
import { DryRunRows } from './dry-run-rows.tsx';
import classes from './import.module.css';
import { ImportCounts } from './import-counts.tsx';
import type { Kind } from './import-kind.ts';
import { problemText } from './problem-text.ts';

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
  const { headers } = table;
  const remembered = useRead(getImportMapping, { kind, headers });
  const [own, setOwn] = useState<Record<string, string> | null>(null);
  const [updates, setUpdates] = useState(false);
  const dryRun = useWrite(kind === 'agents' ? importAgents : importClients);
  const write = useWrite(kind === 'agents' ? importAgents : importClients);
  const [checked, setChecked] = useState<Awaited<ReturnType<typeof dryRun.send>>>(null);
  const mapping = own ?? remembered.data?.mapping;
  if (!mapping) return <LinesSkeleton lines={6} height={28} />;
  const problem = mappingProblem(kind, mapping);
  const sent = { file, mapping: JSON.stringify(mapping), update_existing: updates };
  const check = async () => setChecked(await dryRun.send({ ...sent, dry_run: true }));
  const start = async () => {
    const run = await write.send(sent);
    if (run?.import_id) onRun(run.import_id);
  };
  const taken = (checked?.created ?? 0) + (checked?.updated ?? 0);
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
            {remembered.data?.is_remembered && t('import.remembered')}
          </span>
          <ColumnTable
            kind={kind}
            table={table}
            mapping={mapping}
            onChange={(next) => {
              setOwn(next);
              setChecked(null);
            }}
          />
          <Checkbox
            label={t('import.updateExisting')}
            description={t('import.updateExistingHint')}
            checked={updates}
            onChange={(event) => {
              setUpdates(event.currentTarget.checked);
              setChecked(null);
            }}
          />
          {problem && <Notice tone="warn">{problemText(t, problem)}</Notice>}
          {!checked && (
            <div className={classes.row}>
              <Button onClick={() => void check()} disabled={problem !== null} loading={dryRun.pending}>
                {t('import.check')}
              </Button>
              <span className={classes.hint}>{t('import.checkHint')}</span>
            </div>
          )}
        </div>
      </Card>
      {checked && (
        <Card title={t('import.preview')}>
          <div className={classes.stack}>
            <ImportCounts of={checked} isPlan />
            <div className={classes.row}>
              <Button onClick={() => void start()} disabled={taken === 0} loading={write.pending}>
                {t('import.start', { count: taken })}
              </Button>
              <span className={classes.hint}>{t('import.startHint')}</span>
            </div>
            <DryRunRows rows={checked.rows} errors={checked.errors} />
          </div>
        </Card>
      )}
    </>
  );
}
