import { ActionIcon, Select, TextInput } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { MoneyInput } from '#web/ui/inputs/money-input.tsx';
import { IconAlertTriangle, IconCheck, IconX } from '#web/ui/layout/icons.ts';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import classes from './editor.module.css';
import type { DraftStep } from './service-draft.ts';

interface Props {
  step: DraftStep;
  /** Path of its fields in the route: `modifiers.2`. */
  path: string;
  error: (path: string) => string | undefined;
  /** The property in the price tester matches it. */
  isMet: boolean;
  isWarned: boolean;
  onChange: (patch: Partial<DraftStep>) => void;
  onRemove: () => void;
}

/** One step: its range and what it adds. */
export function StepRow({ step, path, error, isMet, isWarned, onChange, onRemove }: Props) {
  const t = useTranslation('services');
  const { currency } = useUser();
  const isPhone = useIsPhone();
  // On wide screens the table header names the fields.
  const named = (label: string) => (isPhone ? { label } : { 'aria-label': label });
  const text = (field: 'low' | 'high', label: string, wire: string) => (
    <TextInput
      {...named(label)}
      className={classes.cell ?? ''}
      inputMode="decimal"
      autoComplete="off"
      value={step[field]}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
      placeholder={t(field === 'low' ? 'noLower' : 'noUpper')}
      error={error(`${path}.${wire}`)}
    />
  );
  return (
    <fieldset
      className={classes.step}
      aria-label={t('stepOf', { kind: t(`when.${step.when}`), from: step.low || '–', to: step.high || '–' })}
      data-foundation={step.when === 5 || undefined}
      data-met={isMet || undefined}
      data-warned={isWarned || undefined}
    >
      {step.when === 5 ? (
        <FoundationField step={step} onChange={onChange} error={error(`${path}.greater_than`)} />
      ) : (
        <>
          {text('low', t('moreThan'), 'greater_than')}
          {text('high', t('upTo'), 'less_than_or_equal')}
        </>
      )}
      <MoneyInput
        {...named(t('addFee'))}
        className={classes.cell ?? ''}
        currency={currency}
        value={step.fee}
        onChange={(event) => onChange({ fee: event.currentTarget.value })}
        placeholder="0"
        error={error(`${path}.add_fee`)}
      />
      <TextInput
        {...named(t('addHours'))}
        className={classes.cell ?? ''}
        inputMode="decimal"
        autoComplete="off"
        value={step.hours}
        onChange={(event) => onChange({ hours: event.currentTarget.value })}
        placeholder="0"
        rightSection={<span className={classes.unit}>{t('hrs')}</span>}
        rightSectionWidth={44}
        error={error(`${path}.add_hours`)}
      />
      <span className={classes.stepEnd}>
        <span className={classes.stepSign}>
          {isWarned ? (
            <IconAlertTriangle size={16} className={classes.warnSign} aria-label={t('hasWarnings')} />
          ) : (
            isMet && <IconCheck size={16} className={classes.metSign} aria-label={t('isMet')} />
          )}
        </span>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('removeStep')} onClick={onRemove}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </span>
    </fieldset>
  );
}

/** Ranges of adjacent foundation types; any other stored range is shown as is. */
const foundations: readonly (readonly [low: string, high: string, names: readonly number[]])[] = [
  ['0', '1', [1]],
  ['1', '2', [2]],
  ['2', '3', [3]],
  ['0', '2', [1, 2]],
  ['1', '3', [2, 3]],
  ['0', '3', [1, 2, 3]],
];

function FoundationField(props: Pick<Props, 'step' | 'onChange'> & { error: string | undefined }) {
  const t = useTranslation('services');
  const isPhone = useIsPhone();
  const { step } = props;
  const value = `${step.low}-${step.high}`;
  const known = foundations.map(([low, high, names]) => ({
    value: `${low}-${high}`,
    label: names.map((n) => t(`foundation.${n}`)).join(` ${t('or')} `),
  }));
  const other = { value, label: t('range.between', { low: step.low || '–', high: step.high || '–' }) };
  return (
    <Select
      {...(isPhone ? { label: t('when.5') } : { 'aria-label': t('when.5') })}
      className={classes.cell ?? ''}
      data={known.some((one) => one.value === value) ? known : [...known, other]}
      value={value}
      allowDeselect={false}
      onChange={(next) => {
        const [low = '', high = ''] = (next ?? '').split('-');
        props.onChange({ low, high });
      }}
      error={props.error}
    />
  );
}
