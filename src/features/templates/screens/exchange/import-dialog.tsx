import { Button, Checkbox, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { tableFields } from '#domain/templates/table-columns.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { ColumnMapping } from '#web/ui/inputs/column-mapping.tsx';
import { FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { textEncodings } from '#wire/decode-text.ts';
import { type TemplateImport, templateFileMaxBytes } from '../../exchange-contract.ts';
import classes from './exchange.module.css';
import { FileFindings } from './file-findings.tsx';
import { useImport } from './use-import.ts';
import { WordMeanings } from './word-meanings.tsx';

/** Some systems report no type for such files, and workbooks are refused with what to do instead. */
const accepted = ['.json', '.csv', '.tsv', '.txt', '.xlsx', '.xls'] as const;

/** The server's message about the columns → its key. */
const mappingProblems: Record<string, string> = {
  'Choose the column with the section': 'section',
  'Choose the column with the item': 'item',
  'Choose the column with the comment': 'comment',
  'Two columns have the same field': 'twice',
};

/** Imports a template from a file: shows what is in it and what is wrong with it before anything is stored. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation('templates');
  const of = useImport(onClose);
  const [agrees, setAgrees] = useState(false);
  const { file, found } = of;
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('exchange.import')}
      width={720}
      locked={of.isStarting}
      isDirty={of.isDirty}
      footer={found && <Buttons of={of} found={found} agrees={agrees} onAgree={setAgrees} />}
    >
      <div className={classes.stack}>
        {file ? (
          <Group justify="space-between">
            <span>{file.name}</span>
            <Button variant="subtle" size="compact-sm" onClick={of.reset} disabled={of.isStarting}>
              {t('exchange.otherFile')}
            </Button>
          </Group>
        ) : (
          <FileDrop
            accept={accepted}
            maxBytes={templateFileMaxBytes}
            label={t('exchange.drop')}
            hint={t('exchange.dropHint')}
            onFiles={([next]) => {
              setAgrees(false);
              if (next) of.take(next);
            }}
          />
        )}
        {file && !found && of.isChecking && <LinesSkeleton lines={5} height={28} />}
        {found && <Found of={of} found={found} />}
      </div>
    </GuardedDialog>
  );
}

interface FoundProps {
  of: ReturnType<typeof useImport>;
  found: TemplateImport;
}

const isReadable = (found: TemplateImport) =>
  found.problem_counts.refused === 0 && found.mapping_problem === null && found.unknown_words.length === 0;

function Found({ of, found }: FoundProps) {
  const t = useTranslation('templates');
  return (
    <>
      {found.columns && <TableChoices of={of} found={found} columns={found.columns} />}
      {found.mapping_problem ? (
        <Notice tone="warn">
          {t(`exchange.mapping.${mappingProblems[found.mapping_problem] ?? 'unknown'}`)}
        </Notice>
      ) : (
        <WordMeanings of={of} found={found} />
      )}
      {found.mapping_problem === null && found.unknown_words.length === 0 && <FileFindings of={found} />}
      {isReadable(found) && (
        <>
          <FirstRows rows={found.first_rows} />
          <TextInput
            label={t('name')}
            value={of.name}
            onChange={(event) => of.setName(event.currentTarget.value)}
            maxLength={200}
          />
        </>
      )}
    </>
  );
}

interface ButtonsProps extends FoundProps {
  /** The user wants the import without the parts that can't be read. */
  agrees: boolean;
  onAgree: (agrees: boolean) => void;
}

function Buttons({ of, found, agrees, onAgree }: ButtonsProps) {
  const t = useTranslation('templates');
  const leftOut = found.problem_counts.left_out;
  const canStart = isReadable(found) && (leftOut === 0 || agrees);
  return (
    <Group justify="flex-end" flex={1}>
      {isReadable(found) && leftOut > 0 && (
        <Checkbox
          mr="auto"
          label={t('exchange.leaveOut', { count: leftOut })}
          checked={agrees}
          onChange={(event) => onAgree(event.currentTarget.checked)}
        />
      )}
      <CancelButton disabled={of.isStarting} />
      <Button
        onClick={() => void of.start(agrees)}
        disabled={!canStart || of.isChecking}
        loading={of.isStarting}
      >
        {t('exchange.start')}
      </Button>
    </Group>
  );
}

interface ChoicesProps {
  of: ReturnType<typeof useImport>;
  found: TemplateImport;
  columns: NonNullable<TemplateImport['columns']>;
}

function TableChoices({ of, found, columns }: ChoicesProps) {
  const t = useTranslation('templates');
  return (
    <>
      {found.encoding_is_guess && <Notice tone="info">{t('exchange.encodingHint')}</Notice>}
      <div className={classes.fields}>
        <Select
          label={t('exchange.encoding')}
          data={textEncodings.map((value) => ({ value, label: t(`exchange.encodings.${value}`) }))}
          value={found.encoding}
          allowDeselect={false}
          onChange={(encoding) => encoding && of.choose({ encoding })}
        />
      </div>
      <ColumnMapping
        columns={columns}
        fields={tableFields.map((value) => ({ value, label: t(`exchange.fields.${value}`) }))}
        mapping={Object.fromEntries(columns.map(({ header, field }) => [header, field]))}
        onChange={(mapping) => of.choose({ mapping })}
        labels={{
          column: t('exchange.column'),
          example: t('exchange.example'),
          field: t('exchange.field'),
          leaveOut: t('exchange.notImported'),
        }}
      />
    </>
  );
}

const shownRows = 5;

function FirstRows({ rows }: { rows: TemplateImport['first_rows'] }) {
  const t = useTranslation('templates');
  if (rows.length === 0) return null;
  return (
    <section>
      <h3 className={classes.title}>{t('exchange.firstRows')}</h3>
      <ul className={classes.list}>
        {rows.slice(0, shownRows).map((row, i) => (
          <li key={i} className={classes.line}>
            <div className={classes.place}>
              {row.section} › {row.item} · {t(`kind.${row.kind}`)}
            </div>
            {row.comment}
            {row.text && <div className={classes.text}>{row.text}</div>}
          </li>
        ))}
      </ul>
    </section>
  );
}
