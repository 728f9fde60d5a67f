import { useEffect } from 'react';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { InvalidLinkPage, isInvalidLink } from '#web/shell/invalid-link.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { followShortLink } from '../contract.ts';

/** Redirects a short link to its target, or shows that it leads nowhere. */
export function ShortLinkPage({ uniqId }: { uniqId: string }) {
  const t = useTranslation('web');
  const link = useRead(followShortLink, { uniqId });
  const target = link.data?.target;
  const isUnknown = isInvalidLink(link.failure);
  usePageTitle(isUnknown ? t('linkUnknown') : '');
  useEffect(() => {
    if (target) window.location.replace(target);
  }, [target]);
  if (isUnknown) return <InvalidLinkPage />;
  if (link.status === 'failed') return <ErrorState failure={link.failure} onRetry={link.retry} />;
  return <LinesSkeleton lines={4} />;
}
