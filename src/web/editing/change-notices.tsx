import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from '../ui/feedback/notice.tsx';

interface ConflictProps {
  title: string;
  mine: string;
  theirs: string;
  onMine: () => void;
  onTheirs: () => void;
  /** The user's own words. */
  children: ReactNode;
}

/** A change of a field that someone else has changed as well; the user keeps one of the two. */
export function ConflictNotice({ title, mine, theirs, onMine, onTheirs, children }: ConflictProps) {
  return (
    <Notice
      tone="warn"
      isNews
      title={title}
      action={
        <Group gap={8}>
          <Button size="compact-md" variant="default" onClick={onMine}>
            {mine}
          </Button>
          <Button size="compact-md" variant="default" onClick={onTheirs}>
            {theirs}
          </Button>
        </Group>
      }
    >
      {children}
    </Notice>
  );
}

interface RefusedProps {
  title: string;
  dismiss: string;
  onDismiss: () => void;
  /** The words that were not saved, to be copied. */
  children: ReactNode;
}

/** A change that could not be saved. Its words stay until the user discards them. */
export function RefusedNotice({ title, dismiss, onDismiss, children }: RefusedProps) {
  return (
    <Notice
      tone="bad"
      isNews
      title={title}
      action={
        <Button size="compact-md" variant="default" onClick={onDismiss}>
          {dismiss}
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
