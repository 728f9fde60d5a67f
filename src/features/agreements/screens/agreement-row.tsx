import { ActionIcon, CopyButton, Text } from '@mantine/core';
import { sectionOfToken } from '#domain/text/placeholders.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import type { Tone } from '#web/theme/colors.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import {
  IconCheck,
  IconCircleCheck,
  IconCircleDashed,
  IconCopy,
  IconEye,
  IconMail,
} from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { AppointmentAgreement } from '../contract.ts';
import { AgreementMenu } from './agreement-menu.tsx';
import type { RowProps } from './agreement-row-props.ts';
import classes from './agreements-card.module.css';
import { SealProblem } from './seal-problem.tsx';

/** One agreement of an appointment: its status, what blocks it, and who has signed and how. */
export function AgreementRow(props: RowProps) {
  const { agreement } = props;
  const t = useTranslation('agreements');
  const format = useFormat();
  const path = new URL(agreement.link).pathname;
  const isVoid = agreement.voided_at !== null;
  const state = useStanding(agreement);
  return (
    <article className={classes.agreement} aria-label={agreement.name} data-row>
      <div className={classes.line}>
        <UnstyledLink to={path} className={classes.name}>
          {agreement.name}
        </UnstyledLink>
        <StatusPill tone={state.tone}>{state.label}</StatusPill>
        <AgreementMenu {...props} />
      </div>
      {isVoid && <Text c="dimmed">{agreement.void_reason}</Text>}
      {!isVoid && <Missing agreement={agreement} />}
      <SealProblem {...props} />
      {!isVoid && agreement.paper && (
        <Text c="dimmed" fz="sm">
          {t('card.paper', {
            day: format.date(`${agreement.paper.signed_on}T12:00:00Z`, 'UTC'),
            who: agreement.paper.recorded_by,
          })}
        </Text>
      )}
      {!isVoid && (
        <ul className={classes.signers}>
          {agreement.signers
            .filter((signer) => signer.method !== 'paper')
            .map((signer) => (
              <SignerLine key={`${signer.role}-${signer.person_id}`} signer={signer} of={agreement} />
            ))}
        </ul>
      )}
    </article>
  );
}

function useStanding(agreement: AppointmentAgreement): { tone: Tone; label: string } {
  const t = useTranslation('agreements');
  const { signers, signed, voided_at, unresolved } = agreement;
  const done = signers.filter((signer) => signer.signed_at !== null).length;
  if (voided_at !== null) return { tone: 'mute', label: t('card.void') };
  if (signed) return { tone: 'ok', label: t('card.signed') };
  if (unresolved.length > 0) return { tone: 'bad', label: t('card.incomplete') };
  const isDeclined = signers.some((signer) => signer.declined !== null);
  if (isDeclined) return { tone: 'bad', label: t('card.declined') };
  if (done > 0) return { tone: 'info', label: t('card.partly', { done, all: signers.length }) };
  return { tone: 'warn', label: t('card.open') };
}

/** The values missing from the text, each with a link to where it is entered. */
function Missing({ agreement }: { agreement: AppointmentAgreement }) {
  const t = useTranslation('agreements');
  if (agreement.unresolved.length === 0) return null;
  return (
    <Notice tone="warn" title={t('card.unresolved')}>
      <ul className={classes.missing}>
        {agreement.unresolved.map((name) => {
          const place = sectionOfToken(name);
          return (
            <li key={name}>
              {place === 'text' ? (
                <>
                  {`{{${name}}} `}
                  {agreement.template_id ? (
                    <UnstyledLink to={`/settings?tab=agreements&agreement=${agreement.template_id}`}>
                      {t('card.fixText')}
                    </UnstyledLink>
                  ) : (
                    t('card.fixText')
                  )}
                </>
              ) : (
                `${t(`token.${name}.name`)}: ${t(`card.fix.${place}`)}`
              )}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

type Signer = AppointmentAgreement['signers'][number];

function SignerLine({ signer, of }: { signer: Signer; of: AppointmentAgreement }) {
  const t = useTranslation('agreements');
  const format = useFormat();
  const isSigned = signer.signed_at !== null;
  // An agreement for which one signature was enough waits for no one else.
  const isAwaited = !isSigned && !of.signed;
  return (
    <li>
      {isSigned ? (
        <IconCircleCheck size={18} stroke={1.8} className={classes.done} aria-hidden />
      ) : (
        <IconCircleDashed size={18} stroke={1.8} className={classes.dim} aria-hidden />
      )}
      <span className={classes.signer}>
        <span>
          {signer.name} <span className={classes.dim}>{t(`role.${signer.role}`)}</span>
        </span>
        <span className={classes.trace}>
          {isSigned && signer.signed_at
            ? t(`card.by.${signer.method ?? 'typed'}`, { time: format.dateTime(signer.signed_at) })
            : signer.declined
              ? t('card.declinedAt', {
                  time: format.dateTime(signer.declined.at),
                  reason: signer.declined.reason,
                })
              : t('card.notYet')}
        </span>
        {isAwaited && signer.viewed_at && (
          <span className={classes.trace}>
            <IconEye size={14} aria-hidden /> {t('card.viewed', { time: format.dateTime(signer.viewed_at) })}
          </span>
        )}
        {isAwaited && <MailTrace signer={signer} />}
      </span>
      {signer.link && isAwaited && <CopyLink link={signer.link} name={signer.name} />}
    </li>
  );
}

const mailKeys: Record<string, string> = { failed: 'failed', sent: 'sent' };

/** Whether the last email with the link has arrived. */
function MailTrace({ signer }: { signer: Signer }) {
  const t = useTranslation('agreements');
  const format = useFormat();
  const mail = signer.deliveries.at(-1);
  return (
    <span className={classes.trace}>
      <IconMail size={14} aria-hidden />{' '}
      {mail
        ? t(`card.mail.${mailKeys[mail.status] ?? 'queued'}`, { time: format.dateTime(mail.at) })
        : t(signer.email ? 'card.mail.none' : 'card.mail.noAddress')}
    </span>
  );
}

function CopyLink({ link, name }: { link: string; name: string }) {
  const t = useTranslation('agreements');
  return (
    <CopyButton value={link}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          onClick={copy}
          aria-label={t(copied ? 'card.copied' : 'card.copy', { name })}
        >
          {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
