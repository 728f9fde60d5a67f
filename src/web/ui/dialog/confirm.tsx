import { Button, Modal, Text } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n.ts';
import classes from './dialog.module.css';
import { modalClasses } from './dialog-classes.ts';
import { useIsTopmostDialog } from './dialog-stack.ts';

export interface ConfirmOptions {
  title: string;
  /** What will happen, in one sentence. */
  text?: string;
  /** The verb on the button: "Delete", "Cancel appointment". */
  yes: string;
  no?: string;
  /** Red: the action cannot be undone. */
  destroys?: boolean;
}

interface Asked extends ConfirmOptions {
  answer: (yes: boolean) => void;
}

let asked: Asked | null = null;
const listeners = new Set<() => void>();

/** Asks the user to confirm an action; resolves to true if confirmed. The entry must render `<ConfirmHost />`. */
export function confirm(question: ConfirmOptions): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    ask({ ...question, answer: resolve });
  });
}

function ask(next: Asked | null) {
  asked = next;
  for (const listener of listeners) listener();
}

/** Renders the confirmations. Rendered once per entry. */
export function ConfirmHost() {
  const t = useTranslation('web');
  const open = useSyncExternalStore(subscribe, () => asked);
  // The text stays visible while the dialog fades out.
  const [shown, setShown] = useState<Asked | null>(open);
  if (open && open !== shown) setShown(open);
  useIsTopmostDialog(open !== null);
  const close = (yes: boolean) => {
    open?.answer(yes);
    ask(null);
  };
  return (
    <Modal
      opened={open !== null}
      onClose={() => close(false)}
      title={shown?.title}
      size={420}
      // Above the dialog that asks, wherever that is in the page.
      zIndex={400}
      classNames={modalClasses}
    >
      {shown?.text && (
        <div className={classes.content}>
          <Text c="dimmed">{shown.text}</Text>
        </div>
      )}
      <div className={classes.footer}>
        <Button variant="default" onClick={() => close(false)} data-autofocus={shown?.destroys || undefined}>
          {shown?.no ?? t('cancel')}
        </Button>
        <Button
          color={shown?.destroys ? 'red' : undefined}
          onClick={() => close(true)}
          data-autofocus={!shown?.destroys || undefined}
        >
          {shown?.yes}
        </Button>
      </div>
    </Modal>
  );
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
