import type { ReactNode } from 'react';
import { useTranslation } from '../i18n.ts';
import { Notice } from '../ui/feedback/notice.tsx';

/** Explains that only the company can send a new personal link after it set the expiry itself. */
export function ExpiredLinkNotice({ children }: { children?: ReactNode }) {
  const t = useTranslation('web');
  return (
    <Notice tone="warn" title={t('linkEnded')}>
      {t('linkEndedHint')}
      {children}
    </Notice>
  );
}
