import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from '../ui/feedback/notice.tsx';

/** Someone else has saved, and the user's version can't be saved over it: offers to load the current one. */
export function ReloadNotice(props: { title: ReactNode; hint: string; label: string; onReload: () => void }) {
  return (
    <Notice
      tone="warn"
      isNews
      title={props.title}
      action={
        <Button variant="default" size="xs" onClick={props.onReload}>
          {props.label}
        </Button>
      }
    >
      {props.hint}
    </Notice>
  );
}
