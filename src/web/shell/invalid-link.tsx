import type { ApiFailure } from '../client/api-failure.ts';
import { useTranslation } from '../i18n.ts';
import { MessagePage } from '../ui/feedback/states.tsx';
import { IconLink } from '../ui/layout/icons.ts';

/** The page for an invalid public link. */
export function InvalidLinkPage() {
  const t = useTranslation('web');
  return (
    <MessagePage
      icon={<IconLink size={34} stroke={1.5} />}
      title={t('linkUnknown')}
      hint={t('linkUnknownHint')}
    />
  );
}

/** Returns whether the server responded that this link does not exist or is malformed. */
export function isInvalidLink(failure: Pick<ApiFailure, 'status'> | null): boolean {
  return failure?.status === 404 || failure?.status === 400;
}
