import type { LinkState } from '#domain/people/client-rights.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { withPersonalLinkToken } from '#web/navigation/personal-link.ts';
import { ExpiredLinkNotice } from '#web/shell/expired-link-notice.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

interface Props {
  to: 'pay' | 'view';
  /** Public id of the appointment. */
  appointment: string;
  link: LinkState;
}

/**
 * Explains to a visitor without a valid personal link what it is for, and links to the page that mails one if possible.
 */
export function PersonalLinkRequired({ to, appointment, link }: Props) {
  const t = useTranslation('payments');
  if (link === 'ended') return <ExpiredLinkNotice />;
  return (
    <Notice
      tone="info"
      title={t(`needsLink.${to}`)}
      action={
        <LinkButton to={withPersonalLinkToken(`/client-view/${appointment}`)} size="compact-md">
          {t('needsLink.send')}
        </LinkButton>
      }
    >
      {t(`needsLink.${to}Hint`)}
    </Notice>
  );
}
