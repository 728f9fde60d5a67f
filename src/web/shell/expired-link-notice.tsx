import type { ReactNode } from 'react';
import { useTranslation } from '../i18n.ts';
import { Notice } from '../ui/feedback/notice.tsx';

/** Says of a personal link whose end the company itself has set that only the company gives another. */
export function ExpiredLinkNotice({ children }: { children?: ReactNode }) {
  const t = useTranslation('web');
  return (
    <Notice tone="warn" title={t('linkEnded')}>
      {t('linkEndedHint')}
      {children}
    </Notice>
  );
}
