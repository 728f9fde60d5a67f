import { useEffect } from 'react';
import { useRead } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { isUnknownLink, UnknownLink } from '#web/shell/unknown-link.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { followShortLink } from '../contract.ts';

/** Leads a short link on to where it points; says so when it points nowhere. */
export function ShortLinkPage({ uniqId }: { uniqId: string }) {
  const t = useText('web');
  const link = useRead(followShortLink, { uniqId });
  const target = link.data?.target;
  const isUnknown = isUnknownLink(link.failure);
  usePageTitle(isUnknown ? t('linkUnknown') : '');
  useEffect(() => {
    if (target) window.location.replace(target);
  }, [target]);
  if (isUnknown) return <UnknownLink />;
  if (link.status === 'failed') return <ErrorState failure={link.failure} onRetry={link.retry} />;
  return <LinesSkeleton lines={4} />;
}
