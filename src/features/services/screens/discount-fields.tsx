import { MultiSelect, Radio, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { currencySymbol } from '#domain/base/money.ts';
import { serviceLabels } from '#domain/pricing/service-labels.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { DateField } from '#web/ui/inputs/date-field.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { MoneyInput } from '#web/ui/inputs/money-input.tsx';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import type { Service } from '../contract.ts';
import type { DiscountDraft } from './discount-draft.ts';
import classes from './discounts.module.css';

interface Props {
  draft: DiscountDraft;
  set: (patch: Partial<DiscountDraft>) => void;
  errors: Record<string, string>;
  services: readonly Service[] | null;
}

/** All fields of a code: the discount, what it applies to, when, and how often. */
export function DiscountFields(props: Props) {
  const { draft, set, errors } = props;
  const t = useTranslation('services');
  const { currency } = useUser();
  const text = (field: 'max_uses' | 'max_uses_per_client') => (
    <TextInput
      label={t(`codes.${field}`)}
      placeholder={t('codes.unlimited')}
      inputMode="numeric"
      autoComplete="off"
      value={draft[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
      error={errors[field]}
    />
  );
  const day = (field: 'starts_on' | 'expires_on') => (
    <DateField
      label={t(`codes.${field}`)}
      {...(field === 'expires_on' ? { description: t('codes.throughHint') } : {})}
      value={draft[field]}
      onChange={(next) => set({ [field]: next })}
      error={errors[field]}
    />
  );
  return (
    <>
      <FieldGrid>
        <TextInput
          label={t('codes.code')}
          description={t('codes.codeHint')}
          value={draft.code}
          onChange={(event) => set({ code: event.currentTarget.value.toUpperCase() })}
          maxLength={30}
          autoComplete="off"
          spellCheck={false}
          required
          data-autofocus
          error={errors.code}
        />
        <Worth {...props} currency={currency} />
        <TextInput
          label={t('codes.description')}
          description={t('codes.descriptionHint')}
          wrapperProps={{ 'data-wide': true }}
          value={draft.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
          maxLength={500}
          autoComplete="off"
          error={errors.description}
        />
      </FieldGrid>
      <HoldsFor {...props} />
      <FieldGrid>
        {day('starts_on')}
        {day('expires_on')}
        {text('max_uses')}
        {text('max_uses_per_client')}
        <MoneyInput
          label={t('codes.min_total')}
          currency={currency}
          placeholder="0"
          value={draft.min_total}
          onChange={(event) => set({ min_total: event.currentTarget.value })}
          error={errors.min_total}
        />
      </FieldGrid>
      <div className={classes.switches}>
        <Switch
          label={t('codes.isActive')}
          checked={draft.status === 1}
          onChange={(event) => set({ status: event.currentTarget.checked ? 1 : 0 })}
        />
        <Switch
          label={t('codes.online')}
          description={t('codes.onlineHint')}
          checked={draft.online}
          onChange={(event) => set({ online: event.currentTarget.checked })}
        />
      </div>
      <TextArea
        label={t('codes.notes')}
        description={t('codes.notesHint')}
        value={draft.notes}
        onChange={(event) => set({ notes: event.currentTarget.value })}
        maxLength={2000}
        minRows={2}
        error={errors.notes}
      />
    </>
  );
}

function Worth({ draft, set, errors, currency }: Props & { currency: number }) {
  const t = useTranslation('services');
  const symbol = currencySymbol(currency);
  return (
    <TextInput
      label={t('codes.worth')}
      required
      inputMode="decimal"
      autoComplete="off"
      value={draft.value}
      onChange={(event) => set({ value: event.currentTarget.value })}
      rightSectionWidth={84}
      rightSection={
        <SegmentedControl
          size="xs"
          aria-label={t('codes.type')}
          value={String(draft.type)}
          onChange={(next) => set({ type: next === '2' ? 2 : 1 })}
          data={[
            { value: '1', label: '%' },
            { value: '2', label: symbol },
          ]}
        />
      }
      error={errors.value}
    />
  );
}

/** Chooses services and add-ons; explains that choosing none means everything. */
function HoldsFor({ draft, set, errors, services }: Props) {
  const t = useTranslation('services');
  const known = services ?? [];
  const format = useFormat();
  const { currency } = useUser();
  const labels = serviceLabels(known, (amount) => format.money(amount, currency));
  const choices = [
    {
      group: t('title'),
      items: known.map((one) => ({ value: one.id, label: labels.get(one.id) ?? '' })),
    },
    ...known
      .filter((one) => one.add_ons.length > 0)
      .map((one) => ({
        group: t('codes.addOnsOf', { name: labels.get(one.id) ?? '' }),
        items: one.add_ons.map((a) => ({ value: a.id, label: labels.get(a.id) ?? '' })),
      })),
  ];
  const all = new Set(choices.flatMap((group) => group.items.map((item) => item.value)));
  const chosen = [...draft.service_ids, ...draft.add_on_ids];
  const gone = chosen.filter((id) => !all.has(id));
  const isService = (id: string) => known.some((one) => one.id === id) || draft.service_ids.includes(id);
  const problem = Object.entries(errors).find(([path]) => /^(service|add_on)_ids/.test(path))?.[1];
  return (
    <div className={classes.holdsFor}>
      <Radio.Group
        label={t('codes.for')}
        value={draft.isForAll ? 'all' : 'some'}
        onChange={(next) => set({ isForAll: next === 'all' })}
      >
        <div className={classes.radios}>
          <Radio value="all" label={t('codes.everything')} />
          <Radio value="some" label={t('codes.some')} />
        </div>
      </Radio.Group>
      {!draft.isForAll && (
        <MultiSelect
          aria-label={t('codes.some')}
          data={
            gone.length > 0
              ? [
                  ...choices,
                  {
                    group: t('codes.gone'),
                    items: gone.map((id) => ({ value: id, label: t('codes.goneOne') })),
                  },
                ]
              : choices
          }
          value={services ? chosen : []}
          disabled={!services}
          onChange={(ids) =>
            set({
              service_ids: ids.filter((id) => isService(id)),
              add_on_ids: ids.filter((id) => !isService(id)),
            })
          }
          placeholder={chosen.length === 0 ? t('codes.chooseSome') : undefined}
          description={chosen.length === 0 ? t('codes.emptyMeansAll') : undefined}
          searchable
          clearable
          nothingFoundMessage={t('nothingFound')}
          styles={{ inputField: { minWidth: 60 } }}
          error={problem}
        />
      )}
    </div>
  );
}
