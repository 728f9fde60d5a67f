import { Button } from '@mantine/core';
import { useTranslation } from '../i18n.ts';
import { LinkButton } from '../navigation/link.tsx';
import { MessagePage } from '../ui/feedback/states.tsx';
import {
  IconAlertTriangle,
  IconCloudOff,
  IconHammer,
  IconHomeSearch,
  IconSparkles,
  IconTool,
} from '../ui/layout/icons.ts';
import { usePageTitle } from '../ui/layout/page-header.tsx';

/** The page for an unknown path. */
export function NotFoundPage() {
  const t = useTranslation('web');
  usePageTitle(t('notFound'));
  return (
    <MessagePage
      icon={<IconHomeSearch size={34} stroke={1.5} />}
      title={t('notFound')}
      hint={t('notFoundHint')}
      action={<LinkButton to="/">{t('toStart')}</LinkButton>}
    />
  );
}

/** The page for a server error. */
export function ServerErrorPage() {
  const t = useTranslation('web');
  usePageTitle(t('serverError'));
  return (
    <MessagePage
      icon={<IconAlertTriangle size={34} stroke={1.5} />}
      title={t('serverError')}
      hint={t('serverErrorHint')}
      action={<LinkButton to="/">{t('toStart')}</LinkButton>}
    />
  );
}

/** The page shown when a page threw while rendering. */
export function CrashedPage({ onReload }: { onReload: () => void }) {
  const t = useTranslation('web');
  usePageTitle(t('pageBroke'));
  return (
    <MessagePage
      icon={<IconAlertTriangle size={34} stroke={1.5} />}
      title={t('pageBroke')}
      hint={t('pageBrokeHint')}
      action={<Button onClick={onReload}>{t('reload')}</Button>}
    />
  );
}

/** The page for a path whose feature is still under construction. Visitors with a link have no menu to offer. */
export function NotYetPage({ isPublic = false }: { isPublic?: boolean }) {
  const t = useTranslation('web');
  usePageTitle(t('notYet'));
  return (
    <MessagePage
      icon={<IconHammer size={34} stroke={1.5} />}
      title={t('notYet')}
      hint={t(isPublic ? 'notYetPublic' : 'notYetHint')}
    />
  );
}

/** The page of a feature that is not open yet. */
export function ComingSoonPage() {
  const t = useTranslation('web');
  usePageTitle(t('comingSoon'));
  return (
    <MessagePage
      icon={<IconSparkles size={34} stroke={1.5} />}
      title={t('comingSoon')}
      hint={t('comingSoonHint')}
    />
  );
}

/** The page during maintenance. */
export function MaintenancePage() {
  const t = useTranslation('web');
  usePageTitle(t('maintenance'));
  return (
    <MessagePage
      icon={<IconTool size={34} stroke={1.5} />}
      title={t('maintenance')}
      hint={t('maintenanceHint')}
    />
  );
}

/** Shown instead of the app if no server responded at the start. */
export function OutagePage({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  const t = useTranslation('web');
  usePageTitle(t('product'));
  return (
    <main>
      <MessagePage
        icon={<IconCloudOff size={34} stroke={1.5} />}
        title={t('couldNotLoad')}
        hint={t('noConnection')}
        action={
          <Button onClick={onRetry} loading={busy}>
            {t('retry')}
          </Button>
        }
      />
    </main>
  );
}
