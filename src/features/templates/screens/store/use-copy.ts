import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { copyStoreTemplate } from '../../store-contract.ts';

/** Adds a copy of a store template to the company's templates and opens it. */
export function useCopy() {
  const t = useTranslation('templates');
  const go = useNavigateTo();
  return useWrite(copyStoreTemplate, {
    toast: ({ name }) => t('store.added', { name }),
    onDone: ({ id }) => go(`/templates/edit/${id}`),
  });
}
