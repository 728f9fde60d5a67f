import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { listMessageTemplates, type MessageTemplateSummary } from '../../template-contract.ts';
import { TemplateEditor } from './template-editor.tsx';
import classes from './templates.module.css';

const tones = { default: 'mute', changed: 'info', off: 'warn' } as const;

/** The company's texts of messages by email or by text: the list, or the editor of one. */
export function TemplatesTab({ channel }: { channel: 'email' | 'text' }) {
  const [{ message }, change] = useUrlState({ message: '' });
  const go = useNavigateTo();
  if (message !== '')
    return (
      <TemplateEditor
        key={message}
        messageKey={message}
        channel={channel}
        onBack={() => change({ message: '' })}
      />
    );
  // A step of the history: the browser's back button leads to the list again.
  return (
    <TemplateList channel={channel} onOpen={(key) => go(`/communication?tab=${channel}s&message=${key}`)} />
  );
}

interface ListProps {
  channel: 'email' | 'text';
  onOpen: (key: string) => void;
}

function TemplateList({ channel, onOpen }: ListProps) {
  const t = useTranslation('messages');
  const list = useRead(listMessageTemplates, {});
  if (list.status === 'failed') return <ErrorState failure={list.failure} onRetry={list.retry} />;
  if (!list.data) return <CardSkeleton height={420} />;
  return (
    <Card title={t(`tabs.${channel}s`)} flush>
      <ul className={classes.list}>
        {list.data
          .filter((one) => one.channel === channel)
          .map((one) => (
            <Row key={one.key} of={one} onOpen={onOpen} />
          ))}
      </ul>
    </Card>
  );
}

function Row({ of, onOpen }: { of: MessageTemplateSummary; onOpen: ListProps['onOpen'] }) {
  const t = useTranslation('messages');
  const missing = of.missing.map((lang) => t(`templates.lang.${lang}`)).join(', ');
  const facts = [
    of.audiences.map((each) => t(`templates.to.${each}`)).join(', '),
    missing && t('templates.missing', { languages: missing }),
  ];
  return (
    <li>
      <button type="button" className={classes.row} onClick={() => onOpen(of.key)}>
        <span className={classes.words}>
          <span className={classes.name}>{t(`templates.name.${of.key}`)}</span>
          <span className={classes.hint}>{facts.filter(Boolean).join(' · ')}</span>
        </span>
        <StatusPill tone={tones[of.state]}>{t(`templates.state.${of.state}`)}</StatusPill>
      </button>
    </li>
  );
}
