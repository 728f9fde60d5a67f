import type { ApiFailure } from '../client.ts';
import { useTranslation } from '../i18n.ts';
import { MessagePage } from '../ui/feedback/states.tsx';
import { IconLink } from '../ui/layout/icons.ts';

/** Says of a public page that its link leads nowhere. */
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

/** Did the server answer that there is no such link (or nothing that could be one)? */
export function isInvalidLink(failure: Pick<ApiFailure, 'status'> | null): boolean {
  return failure?.status === 404 || failure?.status === 400;
}
