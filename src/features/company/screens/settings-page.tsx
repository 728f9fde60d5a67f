import { Select } from '@mantine/core';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Boundary } from '#web/loading/boundary.tsx';
import { LinkButton, UnstyledLink } from '#web/navigation/link.tsx';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { useUser } from '#web/session.ts';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { type CompanySettingsAnswer, getSettings } from '../settings-contract.ts';
import classes from './kit/settings.module.css';
import { type SettingsTabId, settingsTabPath, shownSettingsTabs } from './kit/settings-tab-ids.ts';

/** A tab of the settings; its label is the text `tab.<id>`. */
export interface SettingsTab {
  id: SettingsTabId;
  icon: ReactNode;
  Tab: ComponentType<{ settings: CompanySettingsAnswer }>;
}

/** The company's settings: a menu of tabs with the selected one in the URL; each tab saves separately. */
export function SettingsPage({ tabs: all }: { tabs: readonly SettingsTab[] }) {
  const tabs = shownSettingsTabs.flatMap((id) => all.filter((one) => one.id === id));
  const t = useTranslation('company');
  const go = useNavigateTo();
  const { subscriber_id } = useUser();
  const [{ tab }] = useUrlState({ tab: 'general' });
  const settings = useRead(getSettings, { subscriberId: subscriber_id });
  const shown = tabs.find((one) => one.id === tab) ?? tabs[0];
  const { data } = settings;
  return (
    <>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        actions={
          <LinkButton to="/company-profile" variant="default">
            {t('profile.title')}
          </LinkButton>
        }
      />
      <div className={classes.choose}>
        <Select
          mb="md"
          label={t('menu')}
          data={tabs.map(({ id }) => ({ value: id, label: t(`tab.${id}`) }))}
          value={shown?.id ?? null}
          onChange={(next) => next && go(settingsTabPath(next))}
          allowDeselect={false}
        />
      </div>
      <div className={classes.page}>
        <nav className={classes.menu} aria-label={t('menu')}>
          {tabs.map(({ id, icon }) => (
            <UnstyledLink
              key={id}
              to={settingsTabPath(id)}
              className={classes.item}
              {...(id === shown?.id ? { 'aria-current': 'page' as const } : {})}
            >
              {icon}
              {t(`tab.${id}`)}
            </UnstyledLink>
          ))}
        </nav>
        <div className={classes.content}>
          {data && shown ? (
            <Boundary key={shown.id} fallback={(again) => <ErrorState onRetry={again} />}>
              <Suspense fallback={<CardSkeleton height={420} />}>
                <shown.Tab settings={data} />
              </Suspense>
            </Boundary>
          ) : settings.status === 'failed' ? (
            <ErrorState failure={settings.failure} onRetry={settings.retry} />
          ) : (
            <CardSkeleton height={420} />
          )}
        </div>
      </div>
    </>
  );
}
