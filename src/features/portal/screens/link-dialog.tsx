import { Button, Stack, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import {
  applyRightsChange,
  type ClientRights,
  clientRights,
  isImpliedRight,
} from '#domain/people/client-rights.ts';
import { useWrite } from '#web/api.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { LazyDateField } from '#web/ui/inputs/lazy-date-field.tsx';
import { changeLink, type PersonalLink } from '../office-contract.ts';

/** Dialog for one person's rights on the client page and the last day of the link. */
export function LinkDialog(props: { appointmentId: string; link: PersonalLink; onClose: () => void }) {
  const t = useTranslation('portal');
  const { appointmentId, link, onClose } = props;
  const { own, rights, set } = useRights(link);
  const [endsOn, setEndsOn] = useState(link.ends_on ?? '');
  const write = useWrite(changeLink, { onDone: onClose, toast: t('links.saved') });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void write.send({
      id: appointmentId,
      linkId: link.id,
      own_rights: own,
      ends_on: endsOn === '' ? null : endsOn,
    });
  };
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('links.editOf', { name: link.name })}
      locked={write.pending}
    >
      <form noValidate onSubmit={submit} aria-label={t('links.edit')}>
        <Stack gap={14}>
          {clientRights.map((right) => (
            <Switch
              key={right}
              label={t(`right.${right}`)}
              description={t(`rightHint.${right}`)}
              checked={rights[right]}
              disabled={isImpliedRight(right, rights, own)}
              onChange={(event) => set(right, event.currentTarget.checked)}
            />
          ))}
          <LazyDateField
            label={t('links.endsOn')}
            description={t('links.endsOnHint')}
            value={endsOn}
            onChange={setEndsOn}
            error={write.fieldErrors.ends_on}
          />
          <Button type="submit" loading={write.pending}>
            {t('links.save')}
          </Button>
        </Stack>
      </form>
    </GuardedDialog>
  );
}

/** The person's own rights, and the resulting ones together with those of the role. */
function useRights({ own_rights, role_rights }: PersonalLink) {
  const [own, setOwn] = useState(own_rights);
  const rights = applyRightsChange(role_rights as ClientRights, own);
  const set = (right: string, value: boolean) => {
    const next = { ...own, [right]: value };
    // A right that the role already has is not stored as the person's own.
    if (role_rights[right] === value) delete next[right];
    setOwn(next);
  };
  return { own, rights, set };
}
