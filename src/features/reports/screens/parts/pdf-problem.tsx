import { Button } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { FullReport } from '../../contract.ts';
import { rebuildPdfs } from '../../publishing-contract.ts';

type Report = Pick<FullReport, 'id' | 'pdf_status' | 'pdf_problem'>;

/** Why the PDFs of a report could not be created, with a button to try again. */
export function PdfProblem(props: { report: Report; canEdit: boolean; onDone?: () => void }) {
  const { report, canEdit, onDone } = props;
  const t = useTranslation('reports');
  const web = useTranslation('web');
  const rebuild = useWrite(rebuildPdfs, { toast: t('edit.rebuilding'), ...(onDone ? { onDone } : {}) });
  if (report.pdf_status !== 'failed') return null;
  const retry = (
    <Button
      size="compact-md"
      variant="default"
      loading={rebuild.pending}
      onClick={() => void rebuild.send({ reportId: report.id })}
    >
      {web('retry')}
    </Button>
  );
  return (
    <Notice tone="warn" title={t('pdfProblem.title')} action={canEdit && retry}>
      {t(`pdfProblem.${report.pdf_problem ?? 'unexpected'}`)}
    </Notice>
  );
}
