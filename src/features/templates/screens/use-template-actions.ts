import { failureMessage, useWrite } from '#web/api.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { downloadFile } from '#web/client/client.ts';
import { useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { toast } from '#web/toast.ts';
import type { ListedTemplate } from '../contract.ts';
import { deleteTemplate, duplicateTemplate, restoreTemplate, updateTemplate } from '../editing-contract.ts';
import { exportTemplate } from '../exchange-contract.ts';

type Row = Pick<ListedTemplate, 'id' | 'name' | 'status'>;

/** What can be done with a whole template, from the list and from its editor. */
export function useTemplateActions() {
  const t = useTranslation('templates');
  const go = useNavigateTo();
  const copy = useWrite(duplicateTemplate, {
    toast: ({ name }) => t('duplicated', { name }),
    onDone: ({ id }) => go(`/templates/edit/${id}`),
  });
  const update = useWrite(updateTemplate, {
    toast: ({ name, status }) => t(status === 1 ? 'activated' : 'deactivated', { name }),
  });
  const restore = useWrite(restoreTemplate, { toast: ({ name }) => t('restored', { name }) });
  const remove = useWrite(deleteTemplate, {
    onDone: (_, { id }) => {
      toast(t('deleted'), {
        kind: 'success',
        action: { label: t('undo'), run: () => void restore.send({ id }) },
      });
      go('/templates');
    },
    onFail: ({ details }) => {
      const services = details?.used_by;
      if (!Array.isArray(services)) return false;
      toast(t('usedByServices', { services: services.join(', ') }), { kind: 'error' });
      return true;
    },
  });
  return {
    duplicate: (row: Row) => copy.send({ id: row.id }),
    switchStatus: (row: Row) => update.send({ id: row.id, status: row.status === 1 ? 0 : 1 }),
    /** Deletes it, with a way back in the toast. Services that include it prevent that. */
    remove: (row: Row) => remove.send({ id: row.id }),
    exportAs,
  };
}

function exportAs(id: string, type: 'json' | 'csv') {
  downloadFile(exportTemplate, { id, type }).catch((error: unknown) => {
    if (error instanceof ApiFailure) toast(failureMessage(error), { kind: 'error' });
  });
}
