import { Button } from '@mantine/core';
import { allows } from '#domain/people/permissions.ts';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import type { PageSlotProps } from '#web/page-slots.tsx';
import { useActor } from '#web/session.ts';
import { agents, clients, contractors } from '../contract.ts';

const routes = { clients, agents, contractors };

/** Next to a delivery problem: stores the address that was probably meant, in one click. */
export function CorrectAddress({ kind, personId, address }: PageSlotProps['delivery.correct']) {
  const t = useTranslation('people');
  const mayEdit = allows(useActor(), 'manage_contacts');
  const { update } = routes[kind as keyof typeof routes] ?? clients;
  const save = useWrite(update, { toast: t('addressCorrected', { address }) });
  if (!mayEdit) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={save.pending}
      onClick={() => void save.send({ id: personId, email: address })}
    >
      {t('useAddress', { address })}
    </Button>
  );
}
