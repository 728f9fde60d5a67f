import { type ReactNode, Suspense, useId } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { lazyComponent, RetryBoundary } from '#web/ui/feedback/lazy-component.tsx';
import { CardSkeleton } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ListTabs } from '#web/ui/table/list-tabs.tsx';
import { MessageLog } from './message-log.tsx';
import { unfiltered } from './use-log-filter.ts';

const tabs = ['messages', 'compose', 'replies', 'emails', 'texts', 'reminders', 'credits'] as const;
type Tab = (typeof tabs)[number];

// The log alone is shown at once.
const composeTab = lazyComponent(async () => (await import('./compose/compose-tab.tsx')).ComposeTab);
const templatesTab = lazyComponent(async () => (await import('./templates/templates-tab.tsx')).TemplatesTab);
const remindersTab = lazyComponent(async () => (await import('./notifications-tab.tsx')).NotificationsTab);
const repliesTab = lazyComponent(async () => (await import('./text-replies-panel.tsx')).TextRepliesPanel);
const creditsTab = lazyComponent(async () => (await import('./credits-tab.tsx')).CreditsTab);
const later = [composeTab, templatesTab, remindersTab, repliesTab, creditsTab];

const panels: Readonly<Record<Tab, () => ReactNode>> = {
  messages: () => <MessageLog />,
  compose: () => <composeTab.Shown />,
  replies: () => <repliesTab.Shown />,
  emails: () => <templatesTab.Shown key="email" channel="email" />,
  texts: () => <templatesTab.Shown key="text" channel="text" />,
  reminders: () => <remindersTab.Shown />,
  credits: () => <creditsTab.Shown />,
};

/** What the tabs have in the address; another tab starts without it. */
const inAddress = { tab: '', message: '', ...unfiltered };

/** What the company sends: the log of messages, its texts and reminders, and the credits of texts. */
export function CommunicationPage() {
  const t = useTranslation('messages');
  const [{ tab: asked }, change] = useUrlState(inAddress);
  const tab = tabs.find((one) => one === asked) ?? 'messages';
  const panelId = useId();
  return (
    <>
      <PageHeader title={t('log.title')} purpose={t(`tabs.purpose.${tab}`)} />
      <ListTabs
        label={t('log.title')}
        tabs={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))}
        active={tab}
        panelId={panelId}
        onChange={(next) => change({ ...inAddress, tab: next === 'messages' ? '' : next })}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${tab}`}>
        <RetryBoundary of={later}>
          <Suspense fallback={<CardSkeleton height={420} />}>{panels[tab]()}</Suspense>
        </RetryBoundary>
      </div>
    </>
  );
}
