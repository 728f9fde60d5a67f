import { Button, Text, TextInput } from '@mantine/core';
import { allows } from '#domain/people/permissions.ts';
import { useRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor, useUser } from '#web/session.ts';
import { toast } from '#web/toast.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { IconCopy, IconPlus } from '#web/ui/layout/icons.ts';
import { createFeed, type Feed, listFeeds, revokeFeed } from '../feed-contract.ts';
import classes from './calendar.module.css';

/** Manages the secret URLs that calendar apps subscribe to. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation('calendar');
  const actor = useActor();
  const feeds = useRead(listFeeds, {});
  const create = useWrite(createFeed, { toast: t('feedMade') });
  return (
    <Dialog opened onClose={onClose} title={t('subscribe')} width={640}>
      <Text>{t('subscribeAbout')}</Text>
      <div className={classes.buttons} style={{ marginTop: 12 }}>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          loading={create.pending}
          onClick={() => void create.send({ kind: 'user' })}
          data-autofocus
        >
          {t('newOwnFeed')}
        </Button>
        {allows(actor, 'see_calendar_details') && (
          <Button
            variant="default"
            disabled={create.pending}
            onClick={() => void create.send({ kind: 'company' })}
          >
            {t('newCompanyFeed')}
          </Button>
        )}
      </div>
      {feeds.status === 'loading' && (
        <div style={{ marginTop: 16 }}>
          <LinesSkeleton lines={3} height={24} />
        </div>
      )}
      {feeds.status === 'failed' && <ErrorState failure={feeds.failure} onRetry={feeds.retry} />}
      <ul className={classes.feeds}>
        {feeds.data?.map((feed) => (
          <FeedRow key={feed.id} feed={feed} />
        ))}
      </ul>
      <div style={{ marginTop: 16 }}>
        <Notice tone="info" title={t('pollTitle')}>
          {t('pollText')}
        </Notice>
      </div>
    </Dialog>
  );
}

function FeedRow({ feed }: { feed: Feed }) {
  const t = useTranslation('calendar');
  const format = useFormat();
  const { timezone } = useUser();
  const revoke = useWrite(revokeFeed, { toast: t('feedRevoked') });
  const ask = async () => {
    const yes = await confirm({
      title: t('revokeTitle'),
      text: t('revokeText'),
      yes: t('revoke'),
      destroys: true,
    });
    if (yes) await revoke.send({ id: feed.id });
  };
  return (
    <li className={classes.feed}>
      <div className={classes.feedHead}>
        <strong>{t(feed.kind === 'company' ? 'companyCalendar' : 'calendarOf', { name: feed.owner })}</strong>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          loading={revoke.pending}
          onClick={() => void ask()}
        >
          {t('revoke')}
        </Button>
      </div>
      <div className={classes.small}>
        {feed.last_read_at
          ? t('lastRead', {
              time: format.dateTime(feed.last_read_at, timezone),
              program: feed.last_user_agent || '–',
            })
          : t('neverRead')}
      </div>
      {feed.url === null ? (
        <div className={classes.small}>{t('feedOfOther', { name: feed.made_by || t('anotherUser') })}</div>
      ) : (
        <Address url={feed.url} webcal={feed.webcal_url} google={feed.google_url} />
      )}
    </li>
  );
}

function Address({ url, webcal, google }: { url: string; webcal: string | null; google: string | null }) {
  const t = useTranslation('calendar');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast(t('copied'), { kind: 'success' });
    } catch {
      toast(t('copyByHand'), { kind: 'warning' });
    }
  };
  return (
    <>
      <TextInput
        className={classes.address ?? ''}
        aria-label={t('secretAddress')}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.buttons}>
        <Button component="a" href={webcal ?? url} variant="default">
          {t('openInProgram')}
        </Button>
        {google && (
          <Button component="a" href={google} target="_blank" rel="noreferrer" variant="default">
            {t('addToGoogle')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {t('copy')}
        </Button>
      </div>
    </>
  );
}
