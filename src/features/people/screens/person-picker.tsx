import { lazy, Suspense, useState } from 'react';
import { formatPhone } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { EntityPicker } from '#web/ui/entity-picker.tsx';
import { PersonAvatar } from '#web/ui/person-badge.tsx';
import { type Contact, listTechnicians, type PersonOption, type Technician } from '../contract.ts';
import { type ContactType, contactName, routesOf, splitName } from './contact-kinds.ts';

// Fetched when somebody is added, which most openings of a picker do not lead to.
const PersonModal = lazy(async () => ({ default: (await import('./person-modal.tsx')).PersonModal }));

/** Everybody who can be put on an appointment. */
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
  /** One person only. */
  single?: boolean;
  autoFocus?: boolean;
  /** True in an embed: pages of 4. */
  isEmbedded?: boolean;
}

/**
 * Picks people of one type from a searchable list: 350 ms after the last key the server is asked, 15 a page. Contacts
 * can be added on the spot. Only active people are offered.
 */
export function PersonPicker(props: Props) {
  return props.type === 'technicians' ? (
    <TechnicianList {...props} />
  ) : (
    <ContactList {...props} type={props.type} />
  );
}

function ContactList({ type, value, onChange, isEmbedded, ...rest }: Props & { type: ContactType }) {
  const t = useText('people');
  const user = useUser();
  const [typed, setTyped] = useState<string | null>(null);
  const [wasAdding, setWasAdding] = useState(false);
  if (typed !== null && !wasAdding) setWasAdding(true);
  const subscriberId = user.subscriber_id || user.id;
  return (
    <>
      <EntityPicker
        {...rest}
        route={routesOf[type].list}
        inputFor={(text) => ({
          subscriberId,
          perPage: isEmbedded ? 4 : 15,
          status: 1,
          ...(text ? { text } : {}),
        })}
        // A picked person may come from a shorter list than this one; only the shared fields are looked at.
        value={value as Contact[]}
        onChange={(rows) => onChange(rows.map(asOption))}
        idOf={(row) => row.id}
        labelOf={(row) => contactName(row)}
        detailOf={(row) => [row.email, formatPhone(row.phone)].filter(Boolean).join(' · ')}
        iconOf={(row) => <PersonAvatar {...row} size={28} />}
        label={rest.label ?? t(`many.${type}`)}
        placeholder={t(`search.${type}`)}
        addNew={{
          label: (text) =>
            text ? t('addNamed', { name: text }) : t('newTitle', { type: t(`title.${type}`) }),
          run: setTyped,
        }}
      />
      {wasAdding && (
        <Suspense>
          <PersonModal
            type={type}
            opened={typed !== null}
            prefill={splitName(typed ?? '')}
            onClose={() => setTyped(null)}
            onSaved={(contact) => onChange(rest.single ? [asOption(contact)] : [...value, asOption(contact)])}
          />
        </Suspense>
      )}
    </>
  );
}

function TechnicianList({ value, onChange, isEmbedded, type: _type, ...rest }: Props) {
  const t = useText('people');
  const user = useUser();
  const subscriberId = user.subscriber_id || user.id;
  const perPage = isEmbedded ? 4 : 100;
  return (
    <EntityPicker
      {...rest}
      route={listTechnicians}
      inputFor={(text) => ({ subscriberId, limit: 100, perPage, status: 1, ...(text ? { text } : {}) })}
      value={value as Technician[]}
      onChange={(rows) => onChange(rows.map(asOption))}
      idOf={(row) => row.id}
      labelOf={(row) => [row.first_name, row.last_name].filter(Boolean).join(' ') || row.email}
      detailOf={(row) => row.email}
      iconOf={(row) => <PersonAvatar {...row} size={28} />}
      label={rest.label ?? t('many.technicians')}
      placeholder={t('search.technicians')}
    />
  );
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
