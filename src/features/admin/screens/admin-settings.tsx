import { Text } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import classes from './admin-dashboard.module.css';
import { RetentionForm } from './retention-form.tsx';

/** The platform administrator's settings: what applies to all companies. */
export function AdminSettings() {
  const t = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('settings')} purpose={t('settingsPurpose')} />
      <div className={classes.cards}>
        <Card title={t('templateStore')}>
          <Text c="dimmed" mb={12}>
            {t('templateStoreHint')}
          </Text>
          <LinkButton variant="default" to="/admin/template-store">
            {t('openTemplateStore')}
          </LinkButton>
        </Card>
        <Card title={t('sending.title')}>
          <Text c="dimmed" mb={12}>
            {t('sending.openHint')}
          </Text>
          <LinkButton variant="default" to="/admin/sending-limits">
            {t('sending.open')}
          </LinkButton>
        </Card>
        <RetentionForm />
      </div>
    </>
  );
}
