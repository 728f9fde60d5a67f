import { importFields } from '#domain/people/people-import.ts';
import { useTranslation } from '#web/i18n.ts';
import { ColumnMapping } from '#web/ui/inputs/column-mapping.tsx';
import type { CsvTable } from '#wire/read-csv.ts';
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
  const columns = table.headers.map((header, column) => ({
    header,
    example: table.rows.map((row) => row.cells[column] ?? '').find((cell) => cell !== '') ?? '',
  }));
  return (
    <ColumnMapping
      columns={columns}
      fields={importFields(kind).map((field) => ({ value: field, label: t(`import.fields.${field}`) }))}
      mapping={mapping}
      onChange={onChange}
      labels={{
        column: t('import.column'),
        example: t('import.example'),
        field: t('import.field'),
        leaveOut: t('import.leaveOut'),
      }}
    />
  );
}
