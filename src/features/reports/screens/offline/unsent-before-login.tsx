import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { draftDatabaseNames } from '../work/draft-database-name.ts';

/** Says above the login how much on this device waits for its author. Names no report: anyone may read it. */
export function UnsentBeforeLogin() {
  const t = useTranslation('reports');
  const [count, setCount] = useState(0);
  useEffect(() => {
    void countUnsent().then(setCount, () => {});
  }, []);
  if (count === 0) return null;
  return (
    <Notice tone="warn" title={t('offline.unsent', { count })}>
      {t('offline.unsentHint')}
    </Notice>
  );
}

async function countUnsent(): Promise<number> {
  if ((await draftDatabaseNames()).length === 0) return 0;
  return (await import('../work/device-drafts.ts')).countUnsentOnDevice();
}
