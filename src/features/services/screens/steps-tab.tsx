import { Button, Menu } from '@mantine/core';
import { typedNumber } from '#domain/base/typed-number.ts';
import { modifierApplies, modifierValue } from '#domain/pricing/modifiers.ts';
import type { PriceWarning } from '#domain/pricing/price-lint.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconAlertTriangle, IconChevronDown, IconPlus } from '#web/ui/layout/icons.ts';
import classes from './editor.module.css';
import { describePriceWarning } from './price-labels.ts';
import { type DraftStep, newKey, parseSteps } from './service-draft.ts';
import { StepRow } from './step-row.tsx';
import type { PriceTestResult } from './use-price-test.ts';
import type { ServiceForm } from './use-service-form.ts';

interface Props {
  form: ServiceForm;
  warnings: readonly PriceWarning[];
  tested: PriceTestResult;
}

/** Kinds of steps that can be created. 6 and 7 change no price and are shown only if stored. */
const kinds = [1, 2, 3, 4, 5] as const;

/** The price table with a card for each property value, and warnings about likely mistakes as the user types. */
export function StepsTab({ form, warnings, tested }: Props) {
  const t = useTranslation('services');
  const { draft } = form;
  const shown = [1, 2, 3, 4, 5, 6, 7].filter((when) => draft.modifiers.some((one) => one.when === when));
  const missing = kinds.filter((when) => !shown.includes(when));
  const add = (when: number) =>
    form.change((before) => ({ ...before, modifiers: withStep(before.modifiers, when) }));
  return (
    <div className={classes.stack}>
      <p className={classes.intro}>{t('stepsIntro')}</p>
      {shown.length === 0 && (
        <Card title={t('tab.modifiers')}>
          <EmptyState title={t('noSteps')} hint={t('noStepsHint')} />
        </Card>
      )}
      {shown.map((when) => (
        <Kind
          key={when}
          when={when}
          form={form}
          warnings={warnings}
          tested={tested}
          onAdd={() => add(when)}
        />
      ))}
      {missing.length > 0 && (
        <div>
          <Menu position="bottom-start" width={240}>
            <Menu.Target>
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                rightSection={<IconChevronDown size={14} aria-hidden />}
              >
                {t('addStepsBy')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {missing.map((when) => (
                <Menu.Item key={when} onClick={() => add(when)}>
                  {t(`when.${when}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
    </div>
  );
}

/** Adds a step that starts where the last one ends. */
function withStep(steps: readonly DraftStep[], when: number): DraftStep[] {
  const last = steps.filter((one) => one.when === when).at(-1);
  const step = { key: newKey(), when, low: last?.high ?? '', high: '', fee: '', hours: '' };
  const first = when === 5 && !last ? { ...step, low: '0', high: '1' } : step;
  return [...steps, when === 5 && last ? { ...first, ...nextFoundation(steps) } : first];
}

function nextFoundation(steps: readonly DraftStep[]): { low: string; high: string } {
  const taken = new Set(steps.filter((one) => one.when === 5).map((one) => `${one.low}-${one.high}`));
  const free = [1, 2, 3].find((n) => !taken.has(`${n - 1}-${n}`)) ?? 3;
  return { low: String(free - 1), high: String(free) };
}

function Kind({ when, form, warnings, tested, onAdd }: Props & { when: number; onAdd: () => void }) {
  const t = useTranslation('services');
  const format = useFormat();
  const own = warnings.filter((one) => one.when === when);
  const steps = parseSteps(form.draft);
  const value = modifierValue(when, tested.property, tested.year);
  const rows = form.draft.modifiers.flatMap((step, index) => (step.when === when ? [{ step, index }] : []));
  const change = (index: number, patch: Partial<DraftStep>) =>
    form.change((before) => ({
      ...before,
      modifiers: before.modifiers.map((one, i) => (i === index ? { ...one, ...patch } : one)),
    }));
  const remove = (index: number) =>
    form.change((before) => ({ ...before, modifiers: before.modifiers.filter((_, i) => i !== index) }));
  const sort = () => form.change((before) => ({ ...before, modifiers: inOrder(before.modifiers, when) }));
  return (
    <Card
      title={t(`when.${when}`)}
      flush
      actions={
        <>
          {!isSorted(rows.map(({ step }) => step)) && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={sort}>
              {t('sort')}
            </Button>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={onAdd}
          >
            {t('addStep')}
          </Button>
        </>
      }
    >
      {when > 5 && <p className={classes.kindHint}>{t('noEffectHint')}</p>}
      <div className={classes.steps}>
        <div className={classes.stepsHead} data-foundation={when === 5 || undefined} aria-hidden>
          {when === 5 ? (
            <span>{t('when.5')}</span>
          ) : (
            <>
              <span>{t('moreThan')}</span>
              <span>{t('upTo')}</span>
            </>
          )}
          <span>{t('addFee')}</span>
          <span>{t('addHours')}</span>
          <span />
        </div>
        {rows.map(({ step, index }) => {
          const modifier = steps[index];
          return (
            <StepRow
              key={step.key}
              step={step}
              path={`modifiers.${index}`}
              error={form.error}
              isMet={
                modifier
                  ? modifierApplies({ ...modifier, add_fee_cents: 0 as never, add_minutes: 0 }, value)
                  : false
              }
              isWarned={own.some((one) => one.rows.includes(index))}
              onChange={(patch) => change(index, patch)}
              onRemove={() => remove(index)}
            />
          );
        })}
      </div>
      {own.length > 0 && (
        <ul className={classes.warnings} data-lint={when} role="status">
          {own.map((one) => (
            <li key={one.message}>
              <IconAlertTriangle size={16} aria-hidden />
              <span>{describePriceWarning(t, format, one)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const lowOf = (step: DraftStep) =>
  step.low.trim() === '' ? Number.NEGATIVE_INFINITY : (typedNumber(step.low) ?? 0);

function isSorted(steps: readonly DraftStep[]): boolean {
  return steps.every((step, i) => i === 0 || lowOf(steps[i - 1] as DraftStep) <= lowOf(step));
}

/** Sorts the steps of one kind by their lower bounds, within the positions they had among the others. */
function inOrder(steps: readonly DraftStep[], when: number): DraftStep[] {
  const sorted = steps.filter((one) => one.when === when).sort((a, b) => lowOf(a) - lowOf(b));
  return steps.map((one) => (one.when === when ? (sorted.shift() ?? one) : one));
}
