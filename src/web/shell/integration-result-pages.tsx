import { useTranslation } from '../i18n.ts';
import { MessagePage } from '../ui/feedback/states.tsx';
import { IconAlertTriangle, IconCircleCheck } from '../ui/layout/icons.ts';
import { usePageTitle } from '../ui/layout/page-header.tsx';

/** The page after connecting another service succeeded. */
export function IntegrationSuccessPage() {
  const t = useTranslation('web');
  usePageTitle(t('success'));
  return (
    <MessagePage
      icon={<IconCircleCheck size={34} stroke={1.5} />}
      title={t('success')}
      hint={t('successHint')}
    />
  );
}

/** The page after connecting another service failed. */
export function IntegrationErrorPage() {
  const t = useTranslation('web');
  usePageTitle(t('couldNotFinish'));
  return (
    <MessagePage
      icon={<IconAlertTriangle size={34} stroke={1.5} />}
      title={t('couldNotFinish')}
      hint={t('couldNotFinishHint')}
    />
  );
}
