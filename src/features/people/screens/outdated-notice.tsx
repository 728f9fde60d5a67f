import type { ReactNode } from 'react';
import { ReloadNotice } from '#web/editing/reload-notice.tsx';
import { useTranslation } from '#web/i18n.ts';

/** Says that a colleague saved first, and offers to load the current record. */
export function OutdatedNotice({ text, onReload }: { text: ReactNode; onReload: () => void }) {
  const t = useTranslation('people');
  return <ReloadNotice title={text} hint={t('reloadHint')} label={t('reload')} onReload={onReload} />;
}
