import type { ReactNode } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import { IconFileText, IconPaperclip, IconReceipt, IconReport } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { ClientView } from '../contract.ts';
import classes from './client-view.module.css';
import { agreementPagePath, filePath, invoicePagePath, reportPagePath } from './page-paths.ts';

/** The documents of the appointment: agreements, invoice, reports and files, each as a link. */
export function Documents({ view }: { view: ClientView }) {
  const t = useTranslation('portal');
  const { agreements, invoice, reports, report_files, attachments } = view;
  const documentCount = agreements.length + reports.length + report_files.length + attachments.length;
  if (documentCount === 0 && !invoice) return null;
  return (
    <section className={classes.card} aria-labelledby="documents">
      <h2 id="documents" className={classes.cardTitle}>
        {t('documents')}
      </h2>
      <ul className={classes.documents}>
        {agreements.map((each) => (
          <li key={each.public_id}>
            <AgreementRow
              agreement={each}
              appointmentPublicId={view.public_id}
              isWaiting={!each.signed && view.status === 'requested' && view.steps.sign.state === 'waiting'}
            />
          </li>
        ))}
        {invoice && (
          <li>
            <InvoiceRow invoice={invoice} />
          </li>
        )}
        {reports
          .filter((each) => each.is_open)
          .map((each) => (
            <li key={each.public_id}>
              <a className={classes.document} href={reportPagePath(each.public_id)}>
                <IconReport size={20} stroke={1.6} aria-hidden />
                <span className={classes.documentName}>{each.name}</span>
                {each.is_summary_only && <span className={classes.dim}>{t('summary')}</span>}
              </a>
            </li>
          ))}
        {report_files
          .filter((each) => each.is_open)
          .map((each) => (
            <li key={each.key}>
              <FileRow file={each} publicId={view.public_id} icon={<IconReport {...iconLook} />} />
            </li>
          ))}
        {attachments.map((each) => (
          <li key={each.key}>
            <FileRow file={each} publicId={view.public_id} icon={<IconPaperclip {...iconLook} />} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const iconLook = { size: 20, stroke: 1.6, 'aria-hidden': true } as const;

function InvoiceRow({ invoice }: { invoice: NonNullable<ClientView['invoice']> }) {
  const t = useTranslation('portal');
  const format = useFormat();
  return (
    <UnstyledLink className={classes.document} to={invoicePagePath(invoice.public_id)}>
      <IconReceipt size={20} stroke={1.6} aria-hidden />
      <span className={classes.documentName}>{t('invoiceNumber', { number: invoice.number })}</span>
      <span className={classes.figure}>
        {invoice.status === 'void' ? t('void') : format.money(invoice.total, invoice.currency)}
      </span>
    </UnstyledLink>
  );
}

/** A visitor who may not read the text still sees its status. */
function AgreementRow(props: {
  agreement: ClientView['agreements'][number];
  appointmentPublicId: string;
  /** It is signed once the company has confirmed the appointment. */
  isWaiting: boolean;
}) {
  const t = useTranslation('portal');
  const { agreement, appointmentPublicId } = props;
  const content = (
    <>
      <IconFileText {...iconLook} />
      <span className={classes.documentName}>{agreement.name}</span>
      {!props.isWaiting && (
        <StatusPill tone={agreement.signed ? 'ok' : 'warn'}>
          {t(agreement.signed ? 'signed' : 'toSign')}
        </StatusPill>
      )}
    </>
  );
  if (!agreement.can_read) return <div className={classes.document}>{content}</div>;
  return (
    <UnstyledLink
      className={classes.document}
      to={agreementPagePath(appointmentPublicId, agreement.public_id)}
    >
      {content}
    </UnstyledLink>
  );
}

function FileRow(props: { file: ClientView['attachments'][number]; publicId: string; icon: ReactNode }) {
  const format = useFormat();
  const { file, publicId, icon } = props;
  return (
    <a className={classes.document} href={filePath(publicId, file.key)} download>
      {icon}
      <span className={classes.documentName}>{file.name}</span>
      <span className={classes.dim}>{format.bytes(file.bytes)}</span>
    </a>
  );
}
