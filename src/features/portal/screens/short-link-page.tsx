import { useEffect } from 'react';
import { useRead } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { IconLink } from '#web/ui/icons.ts';
import { usePageTitle } from '#web/ui/page-header.tsx';
import { ErrorState, LinesSkeleton, MessagePage } from '#web/ui/states.tsx';
import { followShortLink } from '../contract.ts';

/** Leads a short link on to where it points; says so when it points nowhere. */
export function ShortLinkPage({ uniqId }: { uniqId: string }) {
  const t = useText('web');
  const link = useRead(followShortLink, { uniqId });
  const target = link.data?.target;
  const isUnknown = link.failure?.status === 404 || link.failure?.status === 400;
  usePageTitle(isUnknown ? t('linkUnknown') : '');
  useEffect(() => {
    if (target) window.location.replace(target);
  }, [target]);
  if (isUnknown) {
    return (
      <MessagePage
        icon={<IconLink size={34} stroke={1.5} />}
        title={t('linkUnknown')}
        hint={t('linkUnknownHint')}
      />
    );
  }
  if (link.status === 'failed') return <ErrorState failure={link.failure} onRetry={link.retry} />;
  return <LinesSkeleton lines={4} />;
}
