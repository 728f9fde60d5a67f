import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { failureMessage, useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { personalLinkToken } from '#web/navigation/personal-link.ts';
import { ExpiredLinkNotice } from '#web/shell/expired-link-notice.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { type ClientView, sendMyLink } from '../contract.ts';
import classes from './client-view.module.css';

/**
 * Notice for a visitor not identified by a link: says why (none, expired, revoked) and mails a new one to the address on
 * file. A visitor without any link picks a name first.
 */
export function LinkNotice({ view }: { view: ClientView }) {
  const t = useTranslation('portal');
  const [isSent, setSent] = useState(false);
  const send = useWrite(sendMyLink, { onDone: () => setSent(true) });
  const { link, people, public_id: publicId } = view;
  const isEnded = link === 'over' || link === 'revoked';
  const [key, setKey] = useState(people[0]?.key ?? '');
  const pickId = useId();
  const p = personalLinkToken();
  if (link === 'ended') return <ExpiredLinkNotice />;
  if (isSent) {
    return (
      <Notice tone="ok" title={t('linkSent')} isNews>
        {t('linkSentHint')}
      </Notice>
    );
  }
  const input = isEnded && p ? { publicId, p } : { publicId, ...(key ? { key } : {}) };
  return (
    <Notice tone={isEnded ? 'warn' : 'info'} title={t(`linkState.${link}`)}>
      <p className={classes.hint}>{t(isEnded ? 'linkState.endedHint' : 'viewOnlyHint')}</p>
      <div className={classes.pick}>
        {!isEnded && people.length > 1 && (
          <>
            <label htmlFor={pickId}>{t('whoAreYou')}</label>
            <select
              id={pickId}
              className={classes.input}
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
            >
              {people.map((person) => (
                <option key={person.key} value={person.key}>
                  {person.name}
                </option>
              ))}
            </select>
          </>
        )}
        <Button variant="default" loading={send.pending} onClick={() => void send.send(input)}>
          {t(isEnded ? 'sendNewLink' : 'sendMyLink')}
        </Button>
      </div>
      {send.failure && (
        <p className={classes.error} role="alert">
          {failureMessage(send.failure)}
        </p>
      )}
    </Notice>
  );
}
