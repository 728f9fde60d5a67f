import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { IconPlus } from '#web/ui/layout/icons.ts';
import classes from './editor.module.css';

/**
 * Adds parts by their names, one after another: Enter adds and stays for the next, Escape ends. A name that was typed
 * and left is added, so that nothing typed is lost.
 */
export function AddRow({ label, onAdd }: { label: string; onAdd: (name: string) => void }) {
  const [name, setName] = useState<string | null>(null);
  const add = (): void => {
    const typed = name?.trim() ?? '';
    if (typed !== '') onAdd(typed);
  };
  if (name === null)
    return (
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        className={classes.add}
        leftSection={<IconPlus size={16} />}
        onClick={() => setName('')}
      >
        {label}
      </Button>
    );
  return (
    <TextInput
      className={classes.add}
      aria-label={label}
      placeholder={label}
      value={name}
      maxLength={200}
      autoFocus
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={() => {
        add();
        setName(null);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          add();
          setName('');
        }
        if (event.key === 'Escape') setName(null);
      }}
    />
  );
}
