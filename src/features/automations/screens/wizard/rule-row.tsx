import { ActionIcon, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { conditions, type Rule, type RuleList, ruleFields } from '#domain/automations/action-types.ts';
import { distinctLabels } from '#domain/base/labels.ts';
import { listServices } from '#features/services/contract.ts';
import { usePagedRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconX } from '#web/ui/layout/icons.ts';
import classes from './wizard.module.css';

interface Props {
  rule: Rule;
  number: number;
  /** Whether the action's event has this condition. */
  isOffered: boolean;
  onChange: (rule: Rule) => void;
  onRemove: () => void;
}

/** One condition: whether it has to hold or not, what it asks, and of what. */
export function RuleRow({ rule, number, isOffered, onChange, onRemove }: Props) {
  const t = useTranslation('automations');
  const change = (patch: Partial<Rule>) => onChange({ ...rule, ...patch });
  const name = t(`condition.${rule.event_type}`);
  return (
    <fieldset className={classes.rule} aria-label={t('ruleOf', { n: number, name })}>
      <div className={classes.ruleHead}>
        <NativeSelect
          aria-label={t('hasLabel')}
          data={[
            { value: 'has', label: t('has') },
            { value: 'has_not', label: t('hasNot') },
          ]}
          value={rule.trigger_type}
          onChange={(event) =>
            change({ trigger_type: event.currentTarget.value === 'has' ? 'has' : 'has_not' })
          }
        />
        <span className={classes.ruleName}>{name}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('removeRule', { n: number, name })}
          onClick={onRemove}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <Value rule={rule} name={name} change={change} />
      {!isOffered && <p className={classes.problem}>{t('notOffered')}</p>}
    </fieldset>
  );
}

type ValueProps = { rule: Rule; name: string; change: (patch: Partial<Rule>) => void };

function Value({ rule, name, change }: ValueProps) {
  const list = conditions.find((one) => one.id === rule.event_type)?.list ?? null;
  if (list !== null) return <ServiceList rule={rule} name={name} change={change} list={list} />;
  if (rule.event_type === 3 || rule.event_type === 9)
    return (
      <TextInput
        aria-label={name}
        value={rule.report_name}
        maxLength={200}
        onChange={(event) => change({ report_name: event.currentTarget.value })}
      />
    );
  return rule.event_type === 6 ? <PropertyDetail rule={rule} name={name} change={change} /> : null;
}

function ServiceList({ rule, name, change, list }: ValueProps & { list: RuleList }) {
  const t = useTranslation('automations');
  const { rows, status } = usePagedRead(listServices, { perPage: 100 });
  const isAddOn = list.endsWith('service_addons');
  const named = isAddOn
    ? rows.flatMap((service) =>
        service.add_ons.map((one) => ({ id: one.id, name: one.name, of: service.name })),
      )
    : rows.map((one) => ({ id: one.id, name: one.name, of: '' }));
  const labels = distinctLabels(
    named,
    (one) => one.name,
    (one) => one.of,
  );
  const options = named.map(({ id }, index) => ({ value: id, label: labels[index] ?? '' }));
  const known = new Set(named.map((one) => one.id));
  const gone = status === 'loaded' ? rule[list].filter((id) => !known.has(id)) : [];
  const goneName = t(isAddOn ? 'deletedAddOn' : 'deletedService');
  const goneOptions = gone.map((id, index) => ({
    value: id,
    label: index === 0 ? goneName : `${goneName} (${index + 1})`,
  }));
  return (
    <MultiSelect
      aria-label={name}
      placeholder={rule[list].length === 0 ? t(isAddOn ? 'chooseAddOns' : 'chooseServices') : ''}
      data={[...options, ...goneOptions]}
      // Until the list is loaded, ids have no names.
      value={status === 'loaded' ? rule[list] : []}
      onChange={(ids) => change({ [list]: ids })}
      disabled={status !== 'loaded'}
      searchable
      error={gone.length > 0 ? t('deletedHint') : undefined}
    />
  );
}

function PropertyDetail({ rule, name, change }: ValueProps) {
  const t = useTranslation('automations');
  const field = rule.field ?? 'foundation';
  const operators: readonly string[] = ruleFields[field];
  return (
    <div className={classes.detail}>
      <NativeSelect
        aria-label={name}
        data={Object.keys(ruleFields).map((one) => ({ value: one, label: t(`field.${one}`) }))}
        value={field}
        onChange={(event) => {
          const next = event.currentTarget.value as keyof typeof ruleFields;
          change({ field: next, operator: ruleFields[next][0], numeric: null });
        }}
      />
      <NativeSelect
        aria-label={t('operatorLabel')}
        data={operators.map((one) => ({ value: one, label: t(`operator.${one}`) }))}
        value={rule.operator ?? operators[0] ?? ''}
        onChange={(event) => change({ operator: event.currentTarget.value as Rule['operator'] })}
      />
      {field === 'foundation' ? (
        <NativeSelect
          aria-label={t('field.foundation')}
          data={[
            { value: '', label: t('choose') },
            ...[1, 2, 3].map((one) => ({ value: String(one), label: t(`foundation.${one}`) })),
          ]}
          value={rule.numeric === null ? '' : String(rule.numeric)}
          onChange={(event) =>
            change({ numeric: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })
          }
        />
      ) : (
        <TextInput
          aria-label={t(`field.${field}`)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={rule.numeric ?? ''}
          onChange={(event) => {
            const digits = event.currentTarget.value.replace(/\D/g, '');
            change({ numeric: digits === '' ? null : Number(digits) });
          }}
        />
      )}
    </div>
  );
}
