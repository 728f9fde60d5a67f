import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconPlus, IconX } from '#web/ui/layout/icons.ts';
import classes from './editor.module.css';
import { type DraftTax, newKey } from './service-draft.ts';
import type { ServiceForm } from './use-service-form.ts';

/** Taxes on the service and its add-ons; each is calculated from the pretax amount, never from another tax. */
export function TaxesTab({ form }: { form: ServiceForm }) {
  const t = useTranslation('services');
  const { taxes } = form.draft;
  const put = (next: DraftTax[]) => form.set({ taxes: next });
  const change = (index: number, patch: Partial<DraftTax>) =>
    put(taxes.map((one, i) => (i === index ? { ...one, ...patch } : one)));
  const add = () => put([...taxes, { key: newKey(), name: '', percent: '' }]);
  return (
    <Card
      title={t('tab.taxes')}
      actions={
        taxes.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={add}
          >
            {t('addTax')}
          </Button>
        )
      }
    >
      <p className={classes.kindHint}>{t('taxesHint')}</p>
      {taxes.length === 0 && (
        <EmptyState
          title={t('noTaxes')}
          action={
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
              {t('addTax')}
            </Button>
          }
        />
      )}
      {taxes.map((tax, i) => (
        <fieldset key={tax.key} className={classes.tax} aria-label={tax.name || t('unnamed')}>
          <TextInput
            label={t('taxName')}
            value={tax.name}
            onChange={(event) => change(i, { name: event.currentTarget.value })}
            maxLength={120}
            autoComplete="off"
            error={form.error(`taxes.${i}.name`)}
          />
          <TextInput
            label={t('percent')}
            inputMode="decimal"
            autoComplete="off"
            value={tax.percent}
            onChange={(event) => change(i, { percent: event.currentTarget.value })}
            placeholder="0"
            rightSection={<span className={classes.unit}>%</span>}
            error={form.error(`taxes.${i}.add_percent`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            className={classes.taxRemove ?? ''}
            aria-label={t('removeNamed', { name: tax.name || t('unnamed') })}
            onClick={() => put(taxes.filter((_, n) => n !== i))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </fieldset>
      ))}
    </Card>
  );
}
