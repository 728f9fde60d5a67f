import { useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { formatPhone } from '#web/format-phone.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor, useUser } from '#web/session.ts';
import { toast } from '#web/toast.ts';
import { EntityPicker } from '#web/ui/inputs/entity-picker.tsx';
import { PersonAvatar } from '#web/ui/layout/person-avatar.tsx';
import type { Contact, PersonOption } from '../contract.ts';
import { type TeamRow, technicians } from '../team-contract.ts';
import { LazyPersonModal } from './lazy-person-modal.tsx';
import type { SavedPerson } from './person-modal.tsx';
import { type ContactType, contactRoutes, personName, prefillOf } from './person-types.ts';

/** The types of people an appointment can have. */
export type PickedType = ContactType | 'technicians';

interface Props {
  type: PickedType;
  value: readonly PersonOption[];
  onChange: (people: PersonOption[]) => void;
  label?: string;
  description?: React.ReactNode;
  error?: React.ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Allows one person only. */
  single?: boolean;
  autoFocus?: boolean;
  /** True in an embed: pages of 4. */
  isEmbedded?: boolean;
}

/**
 * Selects people of one type from a searchable list: requests 350 ms after the last keystroke, 15 per page (technicians
 * 100). Users with permission can add people directly. Offers active people only.
 */
export function PersonPicker(props: Props) {
  return props.type === 'technicians' ? (
    <TechnicianList {...props} />
  ) : (
    <ContactList {...props} type={props.type} />
  );
}

function ContactList({ type, value, onChange, isEmbedded, ...rest }: Props & { type: ContactType }) {
  const t = useTranslation('people');
  const subscriberId = useSubscriberId();
  const adding = useAddOption(type, (person) =>
    onChange(rest.single ? [asOption(person)] : [...value, asOption(person)]),
  );
  return (
    <>
      <EntityPicker
        {...rest}
        route={contactRoutes[type].list}
        inputFor={(text) => ({
          subscriberId,
          perPage: isEmbedded ? 4 : 15,
          status: 1,
          ...(text ? { text } : {}),
        })}
        // A selected person may come from another list with fewer fields; only the shared fields are used.
        value={value as Contact[]}
        onChange={(rows) => onChange(rows.map(asOption))}
        idOf={(row) => row.id}
        labelOf={(row) => personName(row)}
        detailOf={(row) => [row.email, formatPhone(row.phone)].filter(Boolean).join(' · ')}
        iconOf={(row) => <PersonAvatar {...row} size={28} />}
        label={rest.label ?? t(`many.${type}`)}
        placeholder={t(`search.${type}`)}
        addNew={adding.entry}
      />
      {adding.modal}
    </>
  );
}

function TechnicianList({ value, onChange, isEmbedded, type: _type, ...rest }: Props) {
  const t = useTranslation('people');
  const subscriberId = useSubscriberId();
  const mayAdd = allows(useActor(), 'manage_team');
  const perPage = isEmbedded ? 4 : 100;
  // A member who was just invited has no login yet and can't be put on an appointment.
  const adding = useAddOption('technicians', (person) =>
    toast(t('pickedLater', { name: personName(person) }), { kind: 'info', milliseconds: 7000 }),
  );
  return (
    <>
      <EntityPicker
        {...rest}
        route={technicians.list}
        inputFor={(text) => ({ subscriberId, limit: 100, perPage, status: 1, ...(text ? { text } : {}) })}
        value={value as TeamRow[]}
        onChange={(rows) => onChange(rows.map(asOption))}
        idOf={(row) => row.id}
        labelOf={(row) => personName(row)}
        detailOf={(row) => row.email}
        iconOf={(row) => <PersonAvatar {...row} size={28} />}
        label={rest.label ?? t('many.technicians')}
        placeholder={t('search.technicians')}
        {...(mayAdd && !isEmbedded ? { addNew: adding.entry } : {})}
      />
      {adding.modal}
    </>
  );
}

/** The "add" option at the end of the list and the form it opens, prefilled with the typed text. */
function useAddOption(type: PickedType, onSaved: (person: SavedPerson) => void) {
  const t = useTranslation('people');
  const [typed, setTyped] = useState<string | null>(null);
  const entry = {
    label: (text: string) => (text ? t('addNamed', { name: text }) : t(`newOf.${type}`)),
    run: setTyped,
  };
  const modal = (
    <LazyPersonModal
      type={type}
      opened={typed !== null}
      prefill={prefillOf(typed ?? '')}
      onClose={() => setTyped(null)}
      onSaved={onSaved}
    />
  );
  return { entry, modal };
}

function useSubscriberId(): string {
  const user = useUser();
  return user.subscriber_id || user.id;
}

function asOption(row: PersonOption & { company_name?: string }): PersonOption {
  const isNameless = row.first_name === '' && row.last_name === '';
  return {
    id: row.id,
    first_name: isNameless ? (row.company_name ?? '') : row.first_name,
    last_name: row.last_name,
    email: row.email,
    profile_pic: row.profile_pic,
  };
}
