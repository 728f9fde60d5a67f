import type { LinkState } from '#domain/people/client-rights.ts';
import { useText } from '#web/i18n.ts';
import { LinkButton } from '#web/link.tsx';
import { withPersonalPart } from '#web/personal-link.ts';
import { EndedLink } from '#web/shell/ended-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

interface Props {
  to: 'pay' | 'view';
  /** Public id of the appointment. */
  appointment: string;
  link: LinkState;
}

/** Tells who came without a good personal link what it is for, and leads to the page that mails it, where one is mailed. */
export function NeedsLink({ to, appointment, link }: Props) {
  const t = useText('payments');
  if (link === 'ended') return <EndedLink />;
  return (
    <Notice
      tone="info"
      title={t(`needsLink.${to}`)}
      action={
        <LinkButton to={withPersonalPart(`/client-view/${appointment}`)} size="compact-md">
          {t('needsLink.send')}
        </LinkButton>
      }
    >
      {t(`needsLink.${to}Hint`)}
    </Notice>
  );
}
