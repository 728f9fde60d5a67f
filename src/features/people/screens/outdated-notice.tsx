import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Says that a colleague saved first, and offers to load the current record. */
export function OutdatedNotice({ text, onReload }: { text: ReactNode; onReload: () => void }) {
  const t = useTranslation('people');
  return (
    <Notice
      tone="warn"
      isNews
      title={text}
      action={
        <Button variant="default" size="xs" onClick={onReload}>
          {t('reload')}
        </Button>
      }
    >
      {t('reloadHint')}
    </Notice>
  );
}
