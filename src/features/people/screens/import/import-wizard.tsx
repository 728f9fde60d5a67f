import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconDownload } from '#web/ui/layout/icons.ts';
import { type CsvTable, readCsv } from '#wire/read-csv.ts';
import { importMaxBytes, importMaxRows } from '../../import-contract.ts';
import { CheckStep } from './check-step.tsx';
import { downloadSampleFile } from './download-sample-file.ts';
import classes from './import.module.css';
import type { Kind } from './import-kind.ts';
import { problemText } from './problem-text.ts';

/** MIME types that operating systems report for CSV files; some report none. */
const csvTypes = [
  'text/csv',
  '.csv',
  'text/plain',
  'text/tab-separated-values',
  'application/csv',
  'application/vnd.ms-excel',
  '',
] as const;

interface Props {
  kind: Kind;
  onKind: (kind: Kind) => void;
  onRun: (id: string) => void;
}

/** Selects the kind of people and the file, then maps columns and checks rows. */
export function ImportWizard({ kind, onKind, onRun }: Props) {
  const t = useTranslation('people');
  const [chosen, setChosen] = useState<{ file: File; table: CsvTable } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  async function take(file: File) {
    const { table, ...read } = readCsv(new Uint8Array(await file.arrayBuffer()), importMaxRows);
    setProblem(read.problem);
    setChosen(table ? { file, table } : null);
  }
  if (chosen) {
    return <CheckStep kind={kind} {...chosen} onBack={() => setChosen(null)} onRun={onRun} />;
  }
  return (
    <Card title={t('import.chooseFile')}>
      <div className={classes.stack}>
        <div className={`${classes.row} ${classes.spread}`}>
          <SegmentedControl
            aria-label={t('import.kind')}
            value={kind}
            onChange={(next) => onKind(next as Kind)}
            data={[
              { value: 'clients', label: t('many.clients') },
              { value: 'agents', label: t('many.agents') },
            ]}
          />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => downloadSampleFile(kind)}
          >
            {t('import.sample')}
          </Button>
        </div>
        <FileDrop
          accept={csvTypes}
          maxBytes={importMaxBytes}
          label={t('import.drop')}
          hint={t('import.dropHint')}
          onFiles={([file]) => {
            if (file) void take(file);
          }}
        />
        {problem && (
          <Notice tone="bad" isNews>
            {problemText(t, problem)}
          </Notice>
        )}
      </div>
    </Card>
  );
}
