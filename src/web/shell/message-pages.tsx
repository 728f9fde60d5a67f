import { Button } from '@mantine/core';
import { useTranslation } from '../i18n.ts';
import { LinkButton } from '../link.tsx';
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

/** For a path that nobody knows. */
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

/** For a failure of the server. */
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

/** For a page that broke while it was shown. */
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

/** For a path whose room is still being built; who comes by a link has no menu to look into. */
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

/** Stands in for everything when no server answered at the start. */
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
