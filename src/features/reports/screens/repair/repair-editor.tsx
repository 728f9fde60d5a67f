import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fromCents, toCentsOrNull } from '#domain/base/money.ts';
import { typedAmount } from '#domain/base/typed-number.ts';
import { repairTotals } from '#domain/reports/repair/repair-list.ts';
import { failureMessage } from '#web/api.ts';
import { useLanguage, useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { moveItem, SortableList } from '#web/ui/table/sortable-list.tsx';
import type { RepairChoice, RepairList } from '../../repair-contract.ts';
import report from '../parts/report.module.css';
import { AddDefectsDialog } from './add-defects-dialog.tsx';
import classes from './repair.module.css';
import { RepairClashes } from './repair-clashes.tsx';
import { RepairHead } from './repair-head.tsx';
import { RepairItemFields } from './repair-item-fields.tsx';
import { type ListReader, repairPdfUrl } from './repair-list-urls.ts';
import { RepairTotals } from './repair-totals.tsx';
import { ShareRepairListDialog } from './share-repair-list-dialog.tsx';
import { type KnownDefect, useRepairDraft } from './use-repair-draft.ts';

/** A repair list for its maker: title, addressees, and for each defect what is requested. */
export function RepairEditor({ list, reader }: { list: RepairList; reader: ListReader }) {
  const t = useTranslation('reports');
  const form = useRepairDraft(list, reader);
  const { base, draft, write } = form;
  const [open, setOpen] = useState<'add' | 'share' | null>(null);
  const known = knownDefects(base);
  const add = (ids: string[]) => {
    const added = ids.map((id) => ({ id, request: 'repair' as const, credit: '', note: '' }));
    form.change({ items: [...draft.items, ...added] });
    setOpen(null);
  };
  return (
    <article className={`${report.report} ${classes.page}`}>
      <Head form={form} reader={reader} onShare={() => setOpen('share')} />
      <Names form={form} />
      <RepairTotals
        totals={totalsOf(draft.items, known)}
        currency={base.company.currency}
        showsCosts={base.costs}
      />
      {form.clashes && (
        <RepairClashes clashes={form.clashes} nameOf={(id) => known.get(id)?.name || t('repair.gone')} />
      )}
      <Items form={form} known={known} />
      <div>
        <Button variant="default" size="md" onClick={() => setOpen('add')}>
          {t('repair.add')}
        </Button>
      </div>
      {write.failure && write.failure.type !== 'CONFLICT' && (
        <Notice tone="bad" isNews>
          {failureMessage(write.failure)}
        </Notice>
      )}
      <SaveBar form={form} />
      {open === 'add' && (
        <AddDefectsDialog
          list={base}
          listed={draft.items.map((item) => item.id)}
          onAdd={add}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'share' && <ShareRepairListDialog reader={reader} onClose={() => setOpen(null)} />}
    </article>
  );
}

type Form = ReturnType<typeof useRepairDraft>;

function Head({ form, reader, onShare }: { form: Form; reader: ListReader; onShare: () => void }) {
  const t = useTranslation('reports');
  const { lang } = useLanguage();
  const { base, write } = form;
  return (
    <RepairHead list={base} reader={reader}>
      <Button variant="default" size="md" onClick={onShare} disabled={form.isDirty}>
        {t('repair.share')}
      </Button>
      <Button component="a" variant="default" size="md" href={repairPdfUrl(reader, lang)} download>
        {t('repair.pdf')}
      </Button>
      {base.version.number < base.version.newest && (
        <Button
          variant="default"
          size="md"
          loading={write.pending}
          disabled={Object.keys(form.problems).length > 0}
          onClick={() => void form.save({ newest_version: true })}
        >
          {t('repair.useNewest')}
        </Button>
      )}
    </RepairHead>
  );
}

function Names({ form }: { form: Form }) {
  const t = useTranslation('reports');
  const { draft, change, write } = form;
  return (
    <section className={classes.form}>
      <TextInput
        label={t('repair.listTitle')}
        placeholder={t('repair.listTitleHint')}
        value={draft.title}
        error={write.fieldErrors.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <TextInput
        label={t('repair.addressees')}
        description={t('repair.addresseesHint')}
        value={draft.addressees}
        error={write.fieldErrors['addressees.0'] ?? write.fieldErrors.addressees}
        onChange={(event) => change({ addressees: event.currentTarget.value })}
      />
    </section>
  );
}

function Items({ form, known }: { form: Form; known: ReadonlyMap<string, KnownDefect> }) {
  const t = useTranslation('reports');
  const { base, draft, change, changeItem, write } = form;
  const ids = draft.items.map((item) => item.id);
  return (
    <SortableList
      label={t('repair.title')}
      ids={ids}
      nameOf={(id) => known.get(id)?.name || t('repair.gone')}
      onOrder={(next) => change({ items: ordered(draft.items, next) })}
      className={classes.items}
    >
      {(id, grip, index) => {
        const item = draft.items[index];
        if (!item) return null;
        return (
          <RepairItemFields
            item={item}
            known={known.get(id)}
            categories={base.categories}
            currency={base.company.currency}
            grip={grip}
            place={{ isFirst: index === 0, isLast: index === ids.length - 1 }}
            creditError={
              form.problems[id] && item.credit !== ''
                ? t('repair.amountInvalid')
                : write.fieldErrors[`items.${index}.credit`]
            }
            noteError={write.fieldErrors[`items.${index}.note`]}
            onChange={(changes) => changeItem(id, changes)}
            onMove={(by) => change({ items: ordered(draft.items, moveItem(ids, id, by)) })}
            onRemove={() => change({ items: draft.items.filter((one) => one.id !== id) })}
          />
        );
      }}
    </SortableList>
  );
}

function SaveBar({ form }: { form: Form }) {
  const t = useTranslation('reports');
  return (
    <div className={classes.bar}>
      <span className={classes.barText} role="status">
        {t(form.isDirty ? 'repair.unsaved' : 'repair.saved')}
      </span>
      <Button
        size="md"
        loading={form.write.pending}
        disabled={!form.isDirty || Object.keys(form.problems).length > 0}
        onClick={() => void form.save()}
      >
        {t('repair.save')}
      </Button>
    </div>
  );
}

function knownDefects(list: RepairList): Map<string, KnownDefect> {
  const known = new Map<string, KnownDefect>(list.choices.map((one: RepairChoice) => [one.id, one]));
  for (const item of list.items) known.set(item.id, item);
  return known;
}

function ordered<T extends { id: string }>(items: readonly T[], ids: readonly string[]): T[] {
  return ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
}

function totalsOf(
  items: Form['draft']['items'],
  known: ReadonlyMap<string, KnownDefect>,
): RepairList['totals'] {
  const sums = repairTotals(
    items.map(({ id, request, credit }) => {
      const typed = typedAmount(credit);
      return {
        request,
        credit_cents: 'cents' in typed ? typed.cents : null,
        min_cost_cents: toCentsOrNull(known.get(id)?.min_cost),
        max_cost_cents: toCentsOrNull(known.get(id)?.max_cost),
      };
    }),
  );
  return {
    count: sums.count,
    estimated: sums.estimated,
    min_cost: fromCents(sums.min_cents),
    max_cost: fromCents(sums.max_cents),
    credits: fromCents(sums.credits_cents),
  };
}
