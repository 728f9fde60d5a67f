import { Textarea } from '@mantine/core';
import classes from './webhooks.module.css';

/** A long text to read and copy; it scrolls within its field. */
export function LongText({ label, text }: { label: string; text: string }) {
  return (
    <Textarea
      label={label}
      value={text}
      readOnly
      autosize
      minRows={1}
      maxRows={12}
      classNames={{ input: classes.longText ?? '' }}
    />
  );
}
