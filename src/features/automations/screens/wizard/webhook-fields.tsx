import { ActionIcon, Button, TextInput } from '@mantine/core';
import { actionLimits } from '#domain/automations/clean-action.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconPlus, IconX } from '#web/ui/layout/icons.ts';
import { type InsertTarget, useInsertable } from './insert-target.ts';
import { PlaceholderBar } from './placeholder-bar.tsx';
import type { ActionDraft } from './use-action-draft.ts';
import { useWebhookProblems } from './use-webhook-problems.ts';
import classes from './wizard.module.css';

/** The URL of a webhook, its data by key, and further headers. */
export function WebhookFields({
  draft: { action, change },
  target,
}: {
  draft: ActionDraft;
  target: InsertTarget;
}) {
  const t = useTranslation('automations');
  const problems = useWebhookProblems(action);
  return (
    <>
      <TextInput
        label={t('url')}
        description={t('urlHint')}
        value={action.webhook_url}
        maxLength={actionLimits.url}
        inputMode="url"
        autoComplete="off"
        error={problems.url}
        onChange={(event) => change({ webhook_url: event.currentTarget.value })}
      />
      <PlaceholderBar target={target} />
      <Rows
        title={t('data')}
        hint={t('dataHint')}
        add={t('addData')}
        columns={['key', 'label', 'value']}
        rows={action.webhook_data}
        empty={{ key: '', label: '', value: '' }}
        errorOf={problems.data}
        onChange={(webhook_data) => change({ webhook_data })}
        target={target}
      />
      <Rows
        title={t('headers')}
        hint={t('headersHint')}
        add={t('addHeader')}
        columns={['name', 'value']}
        rows={action.webhook_headers}
        empty={{ name: '', value: '' }}
        errorOf={problems.headers}
        onChange={(webhook_headers) => change({ webhook_headers })}
        target={null}
      />
    </>
  );
}

interface RowsProps<R> {
  title: string;
  hint: string;
  /** The label of the button. */
  add: string;
  columns: readonly (keyof R & string)[];
  rows: R[];
  empty: R;
  /** What is wrong with a cell; nothing of it keeps the user from going on. */
  errorOf: (at: number, column: keyof R) => string | undefined;
  onChange: (rows: R[]) => void;
  /** Whether values may have placeholders. */
  target: InsertTarget | null;
}

function Rows<R extends Record<keyof R, string>>({
  title,
  columns,
  rows,
  onChange,
  target,
  ...props
}: RowsProps<R>) {
  const t = useTranslation('automations');
  const set = (at: number, column: keyof R, text: string) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, [column]: text } : row)));
  return (
    <fieldset className={classes.rows}>
      <legend className={classes.label}>{title}</legend>
      <p className={classes.hint}>{props.hint}</p>
      {rows.map((row, index) => (
        // Rows have no identity, and their fields no state.
        <div key={index} className={classes.dataRow}>
          {columns.map((column) => (
            <Cell
              key={column}
              label={t('cellOf', { name: t(`column.${column}`), n: index + 1 })}
              placeholder={t(`column.${column}`)}
              value={row[column]}
              error={props.errorOf(index, column)}
              onChange={(text) => set(index, column, text)}
              target={column === 'value' ? target : null}
            />
          ))}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('removeRow', { n: index + 1, name: title })}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onChange([...rows, { ...props.empty }])}
      >
        {props.add}
      </Button>
    </fieldset>
  );
}

interface CellProps {
  label: string;
  placeholder: string;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
  target: InsertTarget | null;
}

function Cell({ label, placeholder, value, error, onChange, target }: CellProps) {
  const field = (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      value={value}
      error={error}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
  return target ? (
    <InsertableCell {...{ label, placeholder, value, error, onChange }} target={target} />
  ) : (
    field
  );
}

function InsertableCell({
  label,
  placeholder,
  value,
  error,
  onChange,
  target,
}: CellProps & { target: InsertTarget }) {
  const insertable = useInsertable<HTMLInputElement>(target, onChange, true);
  return (
    <TextInput
      {...insertable}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      error={error}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
