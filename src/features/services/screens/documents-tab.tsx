import { MultiSelect, Switch } from '@mantine/core';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { getServiceChoices } from '../editor-contract.ts';
import classes from './editor.module.css';
import type { ServiceForm } from './use-service-form.ts';

/** The report templates and agreements that choosing the service adds to an appointment. */
export function DocumentsTab({ form }: { form: ServiceForm }) {
  const t = useTranslation('services');
  const { draft } = form;
  return (
    <Card title={t('tab.documents')}>
      <p className={classes.kindHint}>{t('documentsHint')}</p>
      <div className={classes.stack}>
        <DocumentField
          kind="templates"
          value={draft.templates}
          onChange={(templates) => form.set({ templates })}
          error={firstErrorAt(form, 'templates')}
        />
        <DocumentField
          kind="agreements"
          value={draft.agreements}
          onChange={(agreements) => form.set({ agreements })}
          error={firstErrorAt(form, 'agreements')}
        />
      </div>
      <div className={classes.switches}>
        {(['report_needs_signature', 'report_needs_payment'] as const).map((key) => (
          <Switch
            key={key}
            label={t(key)}
            description={t(`${key}_hint`)}
            checked={draft[key]}
            onChange={(event) => form.set({ [key]: event.currentTarget.checked })}
          />
        ))}
      </div>
    </Card>
  );
}

/** Returns the first message about a field or one of its entries. */
export function firstErrorAt(form: ServiceForm, path: string): string | undefined {
  const found = form.wrongPaths.find((one) => one === path || one.startsWith(`${path}.`));
  return found ? form.error(found) : undefined;
}

interface FieldProps {
  kind: 'templates' | 'agreements';
  value: string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
}

/** Chooses several templates or agreements; one that is no longer offered stays while it is chosen. */
export function DocumentField({ kind, value, onChange, error }: FieldProps) {
  const t = useTranslation('services');
  const { data } = useRead(getServiceChoices, {});
  const options = data?.[kind] ?? [];
  const gone = data ? value.filter((id) => !options.some((one) => one.value === id)) : [];
  return (
    <MultiSelect
      label={t(kind)}
      data={[...options, ...gone.map((id) => ({ value: id, label: t('inactiveDocument') }))]}
      value={data ? value : []}
      onChange={onChange}
      disabled={!data}
      placeholder={value.length === 0 ? t('noDocuments') : undefined}
      searchable
      clearable
      nothingFoundMessage={t('nothingFound')}
      styles={{ inputField: { minWidth: 40 } }}
      error={error}
    />
  );
}
