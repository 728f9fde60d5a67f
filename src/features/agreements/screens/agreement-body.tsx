import { useEffect, useRef, useState } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/link.tsx';
import { withPersonalLinkToken } from '#web/personal-link.ts';
import { ExpiredLinkNotice } from '#web/shell/expired-link-notice.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconArrowLeft, IconCircleCheck, IconCircleDashed, IconDownload } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { PublicAgreement } from '../contract.ts';
import classes from './agreement.module.css';
import { demoteHeadings } from './demote-headings.ts';
import { SignForm, type SignTarget } from './sign-form.tsx';

/** The agreement as a document, its signatures, and the form below for a visitor who may sign. */
export function AgreementBody(props: { agreement: PublicAgreement; input: SignTarget; reload: () => void }) {
  const { agreement, input, reload } = props;
  const t = useTranslation('agreements');
  const end = useRef<HTMLDivElement>(null);
  const text = textOf(agreement);
  const [first] = useState(text);
  // A reader at the end of the old text has not read the new one: then only the checkbox counts.
  const hasReachedEnd = useReached(end) && text === first;
  const portal = withPersonalLinkToken(`/client-view/${agreement.appointment_public_id}`);
  return (
    <article className={classes.page}>
      <UnstyledLink className={classes.back} to={portal}>
        <IconArrowLeft size={18} stroke={1.8} aria-hidden />
        {t('back')}
      </UnstyledLink>
      <State agreement={agreement} />
      <div className={classes.sheet}>
        <header className={classes.head}>
          <p className={classes.company}>{agreement.company.company_name}</p>
          <h1 className={classes.title}>{agreement.name}</h1>
          <p className={classes.place}>{agreement.property_address}</p>
        </header>
        {agreement.refusal === 'hidden' && <p>{t('hiddenText')}</p>}
        {/* The server made this from the editor's tree with every text escaped (domain/rich-text.ts). */}
        <div
          className={classes.text}
          dangerouslySetInnerHTML={{ __html: demoteHeadings(agreement.real_content) }}
        />
        <div ref={end} aria-hidden />
      </div>
      <Signers agreement={agreement} />
      {agreement.refusal === null && agreement.viewer && (
        <SignForm
          agreement={agreement}
          text={text}
          input={input}
          hasReachedEnd={hasReachedEnd}
          reload={reload}
        />
      )}
    </article>
  );
}

function State({ agreement }: { agreement: PublicAgreement }) {
  const t = useTranslation('agreements');
  const format = useFormat();
  const { company, my_signature: mine, refusal, voided_at, signed } = agreement;
  const time = (at: string) =>
    `${format.dateTime(at, company.timezone)} ${format.zoneName(at, company.timezone)}`;
  // The signed document contains everyone's evidence, so it requires a personal link.
  const download = refusal !== 'hidden' && (!signed || agreement.viewer) && (
    <a className={classes.download} href={pdfOf(agreement)} download>
      <IconDownload size={18} stroke={1.8} aria-hidden />
      {t('download')}
    </a>
  );
  const isEnded = agreement.link_state === 'ended' && !agreement.is_team;
  const check = (
    <a className={classes.download} href="/check-document">
      <IconCircleCheck size={18} stroke={1.8} aria-hidden />
      {t('checkCopy')}
    </a>
  );
  if (voided_at) return <Notice tone="bad" title={t('withdrawn')} />;
  if (mine) {
    return (
      <Notice tone="ok" title={t('youSigned', { time: time(mine.signed_at) })} isNews>
        {t(signed ? 'copyMailed' : 'othersToSign')}
        {download}
        {signed && check}
      </Notice>
    );
  }
  if (signed) {
    const needsLink = !download && !agreement.is_team && refusal !== 'hidden';
    return (
      <>
        <Notice tone="ok" title={t('isSigned')}>
          {agreement.signed_at && time(agreement.signed_at)}
          {download}
          {needsLink && !isEnded && <p>{t('downloadNeedsLink')}</p>}
          {check}
        </Notice>
        {isEnded && <ExpiredLinkNotice />}
      </>
    );
  }
  if (refusal === null && agreement.my_decline) {
    return (
      <Notice tone="warn" title={t('decline.at', { time: time(agreement.my_decline.at) })} isNews>
        {t('decline.still', { company: company.company_name })}
        {download}
      </Notice>
    );
  }
  if (isEnded && (refusal === 'no_link' || refusal === 'hidden'))
    return <ExpiredLinkNotice>{download}</ExpiredLinkNotice>;
  const tone = refusal === 'canceled' ? 'bad' : 'info';
  return (
    <Notice tone={tone}>
      {agreement.is_team
        ? t(refusal === 'team' && agreement.viewer ? 'refusal.team' : 'teamHint')
        : refusal
          ? t(`refusal.${refusal}`)
          : t('pleaseRead', { name: agreement.viewer?.name ?? '' })}
      {download}
    </Notice>
  );
}

function Signers({ agreement }: { agreement: PublicAgreement }) {
  const t = useTranslation('agreements');
  const format = useFormat();
  const { timezone } = agreement.company;
  return (
    <section className={classes.signers} aria-labelledby="signers">
      <h2 id="signers" className={classes.heading}>
        {t('signers')}
      </h2>
      <ul>
        {agreement.signers.map((signer) => (
          <li key={`${signer.role}-${signer.name}`}>
            {signer.signed_at ? (
              <IconCircleCheck size={20} stroke={1.8} className={classes.done} aria-hidden />
            ) : (
              <IconCircleDashed size={20} stroke={1.8} className={classes.open} aria-hidden />
            )}
            <span className={classes.signer}>
              <strong>{signer.name}</strong> <span className={classes.dim}>{t(`role.${signer.role}`)}</span>
            </span>
            {signer.signed_at ? (
              <span className={classes.dim}>{format.dateTime(signer.signed_at, timezone)}</span>
            ) : (
              <StatusPill tone="warn">{t('open')}</StatusPill>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Identifies a text and its consent by the hashes sent with a signature. */
function textOf({ content_hash, consent }: PublicAgreement): string {
  return `${content_hash} ${consent.sha256}`;
}

function pdfOf(agreement: PublicAgreement): string {
  const path = `/api/v2/public/agreements/${agreement.appointment_public_id}/${agreement.public_id}/pdf`;
  return withPersonalLinkToken(path);
}

/** Whether the element has been in the viewport or scrolled past. */
function useReached(element: React.RefObject<HTMLElement | null>): boolean {
  const [isReached, setReached] = useState(false);
  useEffect(() => {
    const node = element.current;
    if (!node || typeof IntersectionObserver === 'undefined') return;
    // Jumping past the end counts too, so everything above the viewport counts as seen.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setReached(true);
      },
      { rootMargin: '1000000px 0px 0px 0px' },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return isReached;
}
