import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { Tone } from '#web/theme/colors.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { getSealCertificates } from '../../seal-contract.ts';
import classes from './check-document.module.css';
import { type CheckedFile, checkSealedPdf, derOfPem } from './check-sealed-pdf.ts';

/** Larger than any document that is sealed here. The file is read into memory. */
const largestFile = 100 * 1024 * 1024;

const tones: Record<CheckedFile['verdict'], Tone> = {
  genuine: 'ok',
  changed: 'bad',
  appended: 'bad',
  foreign: 'warn',
  unreadable: 'warn',
};

interface Checked {
  name: string;
  result: CheckedFile | null;
}

/** Shows whether a file is a document sealed here and unchanged since. The file does not leave the browser. */
export function CheckDocumentPage() {
  const t = useTranslation('agreements');
  const certificates = useRead(getSealCertificates, {});
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isBusy, setBusy] = useState(false);
  usePageTitle(t('check.title'));

  async function check(file: File): Promise<void> {
    setBusy(true);
    setChecked(null);
    const pairs = (certificates.data?.certificates ?? []).map(({ seal, authority }) => ({
      seal: derOfPem(seal),
      authority: derOfPem(authority),
    }));
    const result = await file
      .arrayBuffer()
      .then((bytes) => checkSealedPdf(new Uint8Array(bytes), pairs))
      .catch(() => null);
    setChecked({ name: file.name, result });
    setBusy(false);
  }

  return (
    <article className={classes.page}>
      <h1 className={classes.title}>{t('check.title')}</h1>
      <p className={classes.purpose}>{t('check.purpose')}</p>
      {certificates.status === 'failed' && (
        <ErrorState failure={certificates.failure} onRetry={certificates.retry} />
      )}
      {certificates.status === 'loading' && <LinesSkeleton lines={4} height={24} />}
      {certificates.data && !checked && (
        <FileDrop
          accept={['application/pdf', '.pdf']}
          maxBytes={largestFile}
          onFiles={([file]) => file && void check(file)}
          label={t('check.drop')}
          hint={t('check.stays')}
          disabled={isBusy}
        />
      )}
      <div role="status" className={classes.state}>
        {isBusy && t('check.busy')}
      </div>
      {checked && <Result checked={checked} onAgain={() => setChecked(null)} />}
      <About />
    </article>
  );
}

function About() {
  const t = useTranslation('agreements');
  return (
    <section className={classes.about} aria-labelledby="about-seals">
      <h2 id="about-seals">{t('check.about')}</h2>
      <p>{t('check.aboutText')}</p>
      <p>{t('check.aboutLimits')}</p>
    </section>
  );
}

function Result({ checked: { name, result }, onAgain }: { checked: Checked; onAgain: () => void }) {
  const t = useTranslation('agreements');
  const format = useFormat();
  const verdict = result?.verdict ?? 'unreadable';
  const facts: [string, string][] = [
    [t('check.file'), name],
    [t('check.company'), result?.company ?? ''],
    [t('check.sealedAt'), result?.sealed_at ? `${format.dateTime(result.sealed_at, 'UTC')} UTC` : ''],
    [
      t('check.certificate'),
      [result?.certificate?.name, result?.certificate?.organization].filter(Boolean).join(', '),
    ],
    [t('check.hash'), result?.sha256 ?? ''],
  ];
  return (
    <>
      <Notice tone={tones[verdict]} title={t(`check.verdict.${verdict}`)} isNews>
        {t(`check.means.${verdict}`)}
      </Notice>
      <dl className={classes.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Button variant="default" onClick={onAgain} className={classes.again ?? ''}>
        {t('check.again')}
      </Button>
    </>
  );
}
