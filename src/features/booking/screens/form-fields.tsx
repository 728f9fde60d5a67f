import { type ReactNode, useId } from 'react';
import classes from './booking.module.css';

/** Attributes that tie a control to its label and message. */
interface ControlAttributes {
  id: string;
  className: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A label, its control and what is wrong with it. Native controls: a public page loads no library for them. */
export function Field(props: {
  label: string;
  hint?: string | undefined;
  error: string | undefined;
  isWide?: boolean;
  children: (attributes: ControlAttributes) => ReactNode;
}) {
  const { label, hint, error, isWide, children } = props;
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className={classes.field} data-wide={isWide || undefined}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: classes.input,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface TextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  hint?: string;
  isWide?: boolean;
  autoComplete?: string;
  inputMode?: 'numeric' | 'decimal' | 'email' | 'tel' | 'text';
  /** What a phone writes in upper case by itself. */
  autoCapitalize?: 'none' | 'words' | 'characters';
  type?: 'text' | 'email' | 'tel' | 'date';
  min?: string;
}

/** A line of text. */
export function TextField({ label, value, onChange, error, hint, isWide = false, ...rest }: TextProps) {
  return (
    <Field label={label} error={error} hint={hint} isWide={isWide}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          // Enter continues with the next step.
          enterKeyHint="next"
          autoCapitalize="none"
          {...rest}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** One choice of several, as large targets with a name, a hint and a picture. */
export function RadioCards<T extends string>(props: {
  label: string;
  value: T;
  options: readonly { value: T; label: string; hint?: string; picture?: ReactNode }[];
  onChange: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend>{props.label}</legend>
      {props.options.map((option) => (
        <label key={option.value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
          />
          {option.picture}
          <span>
            {option.label}
            {option.hint && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
