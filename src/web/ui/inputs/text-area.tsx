import { Input } from '@mantine/core';
import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './text-area.module.css';

interface Props extends Omit<ComponentProps<'textarea'>, 'size' | 'color' | 'onChange'> {
  label?: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  /** Visible lines while empty; grows with its text up to `maxRows`. */
  minRows?: number;
  maxRows?: number;
  onChange?: (event: React.ChangeEvent<HTMLTextAreaElement>) => void;
  /** Class of the whole field, for grids. */
  wrapperClass?: string;
}

/**
 * A multi-line text input. The browser grows it (field-sizing); the library's own textarea measures by script and adds
 * seven kilobytes.
 */
export function TextArea({
  label,
  description,
  error,
  minRows = 2,
  maxRows = 10,
  wrapperClass,
  ...rest
}: Props) {
  const ownId = useId();
  const id = rest.id ?? ownId;
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={error}
      {...(wrapperClass ? { className: wrapperClass } : {})}
    >
      <Input
        component="textarea"
        {...rest}
        id={id}
        rows={minRows}
        error={error}
        classNames={{ input: classes.input ?? '' }}
        __vars={{ '--rows': String(minRows), '--max-rows': String(maxRows) }}
      />
    </Input.Wrapper>
  );
}
