import { useText } from '#web/i18n.ts';
import { LinkButton } from '#web/link.tsx';
import { withPersonalPart } from '#web/personal-link.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Tells who came without a personal link what it is for, and leads to the page that mails it. */
export function NeedsLink({ to, appointment }: { to: 'pay' | 'view'; appointment: string }) {
  const t = useText('payments');
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
