import { Input } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import classes from './color-field.module.css';

interface Props {
  label: string;
  description?: React.ReactNode;
  /** The default color. */
  first: string;
  value?: string;
  defaultValue?: string;
  onChange?: (color: string) => void;
  error?: React.ReactNode;
}

/** They go well together, and are all light enough for dark text in the calendar. */
const others = [
  '#a7d8c9',
  '#b5d99c',
  '#e8d98a',
  '#f2c48d',
  '#f2a9a0',
  '#e9a8c9',
  '#cbb2e6',
  '#aab8ec',
  '#c3c9d1',
];

/** The color of a person in the calendar: the default one, one of nine others, or any other. */
export function ColorField({ label, description, first, value, defaultValue, onChange, error }: Props) {
  const t = useTranslation('web');
  const [own, setColor] = useState(defaultValue || first);
  const color = value ?? own;
  const choices = [first, ...others];
  const name = useId();
  const choose = (next: string) => {
    setColor(next);
    onChange?.(next);
  };
  const isOther = !choices.includes(color);
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      labelElement="div"
      className={classes.field ?? ''}
    >
      <div className={classes.row} role="radiogroup" aria-label={label}>
        {choices.map((one, i) => (
          <label key={one} className={classes.swatch} style={{ background: one }}>
            <input
              type="radio"
              name={name}
              className={classes.radio}
              checked={color === one}
              onChange={() => choose(one)}
              aria-label={t('colorNumber', { number: i + 1 })}
            />
          </label>
        ))}
        <label className={classes.other} data-chosen={isOther || undefined}>
          <input
            type="color"
            className={classes.picker}
            value={color}
            onChange={(event) => choose(event.currentTarget.value)}
          />
          {t('otherColor')}
        </label>
      </div>
    </Input.Wrapper>
  );
}
