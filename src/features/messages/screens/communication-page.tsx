import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ListTabs } from '#web/ui/table/list-tabs.tsx';
import { useUrlState } from '#web/use-url-state.ts';
import { ComposeTab } from './compose/compose-tab.tsx';
import { CreditsTab } from './credits-tab.tsx';
import { MessageLog } from './message-log.tsx';
import { NotificationsTab } from './notifications-tab.tsx';
import { TemplatesTab } from './templates/templates-tab.tsx';
import { TextRepliesPanel } from './text-replies-panel.tsx';
import { unfiltered } from './use-log-filter.ts';

const tabs = ['messages', 'compose', 'replies', 'emails', 'texts', 'reminders', 'credits'] as const;
type Tab = (typeof tabs)[number];

const panels: Readonly<Record<Tab, () => ReactNode>> = {
  messages: () => <MessageLog />,
  compose: () => <ComposeTab />,
  replies: () => <TextRepliesPanel />,
  emails: () => <TemplatesTab key="email" channel="email" />,
  texts: () => <TemplatesTab key="text" channel="text" />,
  reminders: () => <NotificationsTab />,
  credits: () => <CreditsTab />,
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
        {panels[tab]()}
      </div>
    </>
  );
}
