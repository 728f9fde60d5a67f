import { Checkbox } from '@mantine/core';
import { severityName } from '#domain/settings/severity-names.ts';
import { useFormat } from '#web/format.ts';
import { useLanguage, useTranslation } from '#web/i18n.ts';
import type { RepairChoice } from '../../repair-contract.ts';
import { categoryTone } from './category-tone.ts';
import classes from './pick-defects.module.css';

/** The deficiencies of a report with a checkbox each, and one for all of them. */
export function PickDefects(props: {
  choices: readonly RepairChoice[];
  categories: readonly { category: number; name: string }[];
  currency: number;
  picked: ReadonlySet<string>;
  onPick: (picked: Set<string>) => void;
}) {
  const t = useTranslation('reports');
  const { choices, picked, onPick } = props;
  const toggle = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    onPick(next);
  };
  const isAll = choices.length > 0 && choices.every((one) => picked.has(one.id));
  return (
    <div className={classes.pick}>
      <Checkbox
        label={t('repair.all', { count: choices.length })}
        checked={isAll}
        indeterminate={!isAll && picked.size > 0}
        onChange={() => onPick(new Set(isAll ? [] : choices.map((one) => one.id)))}
      />
      <ul className={classes.list}>
        {choices.map((choice) => (
          <li key={choice.id}>
            <Checkbox
              checked={picked.has(choice.id)}
              onChange={() => toggle(choice.id)}
              label={<Label choice={choice} {...props} />}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Label(props: {
  choice: RepairChoice;
  categories: readonly { category: number; name: string }[];
  currency: number;
}) {
  const format = useFormat();
  const { choice, categories, currency } = props;
  const { lang } = useLanguage();
  const severity = categories.find((one) => one.category === choice.category);
  const costs = [...new Set([choice.min_cost, choice.max_cost])]
    .filter((cost) => cost !== null)
    .map((cost) => format.money(cost, currency))
    .join(' – ');
  return (
    <span className={classes.label}>
      <span>
        <span className={classes.number}>{choice.number}</span> {choice.name}
      </span>
      <span className={classes.facts}>
        {severity && (
          <span className={classes.severity} data-tone={categoryTone(choice.category)}>
            {severityName(severity, lang)}
          </span>
        )}
        {[choice.place, costs].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}
