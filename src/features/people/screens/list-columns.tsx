import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ContactField } from '#domain/people/contact-fields.ts';
import type { SelectableColumn } from '#features/auth/screens/column-picker.tsx';
import { useFormat } from '#web/format.ts';
import { formatPhone } from '#web/format-phone.ts';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import { useUser } from '#web/session.ts';
import { PersonAvatar } from '#web/ui/layout/person-avatar.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { ContactListRow } from '../contract.ts';
import type { TeamKind, TeamRow } from '../team-contract.ts';
import classes from './people-page.module.css';
import { type PeopleTab, personName } from './person-types.ts';

type ContactTab = Exclude<PeopleTab, TeamKind>;

type ContactColumn = SelectableColumn<ContactListRow>;

/** The columns of the client, agent and contractor lists; columns marked `extra` are hidden by default. */
export function useContactColumns(tab: ContactTab): ContactColumn[] {
  const t = useTranslation('people');
  const shared = useSharedColumns<ContactListRow>();
  const text = useTextColumn();
  const own = useOwnColumns(tab);
  const tags: ContactColumn = {
    key: 'tags',
    header: t('tags'),
    render: (row) => row.tags.join(', ') || <EmptyValue />,
    phone: 'hide',
    isExtra: true,
  };
  return [
    {
      key: 'name',
      header: t('name'),
      render: (row) => <Name row={row} to={`/people/${tab}/${row.id}`} />,
    },
    shared.email,
    shared.phone,
    ...own,
    text('email_cc', true),
    tags,
    shared.added,
    shared.status,
  ];
}

/** A column that shows a text field as it is. */
function useTextColumn(): (key: ContactField, isExtra?: boolean) => ContactColumn {
  const t = useTranslation('people');
  return (key, isExtra = false) => ({
    key,
    header: t(`fields.${key}`),
    render: (row) => row[key] || <EmptyValue />,
    phone: 'hide',
    isExtra,
  });
}

/** The columns that differ between clients, agents and contractors. */
function useOwnColumns(tab: ContactTab): ContactColumn[] {
  const t = useTranslation('people');
  const text = useTextColumn();
  const count = (key: 'buyer_count' | 'listing_count'): ContactColumn => ({
    key,
    header: t(key),
    width: 112,
    align: 'right',
    render: (row) => row[key] ?? 0,
    phone: 'hide',
  });
  const place: ContactColumn = {
    key: 'place',
    header: t('place'),
    render: (row) => [row.city, row.state].filter(Boolean).join(', ') || <EmptyValue />,
    phone: 'hide',
    isExtra: tab === 'agents',
  };
  const website: ContactColumn = {
    key: 'website',
    header: t('fields.website'),
    render: (row) => row.website.replace(/^https?:\/\//, '').replace(/\/$/, '') || <EmptyValue />,
    phone: 'hide',
  };
  const address = [place, text('address', true), text('zip_code', true)];
  if (tab === 'clients') return address;
  if (tab === 'agents')
    return [text('agency_name'), count('buyer_count'), count('listing_count'), ...address];
  return [text('company_name'), website];
}

/** The columns of the technician and staff lists. */
export function useTeamColumns(kind: TeamKind, mayEdit: boolean): SelectableColumn<TeamRow>[] {
  const t = useTranslation('people');
  const shared = useSharedColumns<TeamRow>();
  const format = useFormat();
  const { timezone } = useUser();
  const invited: SelectableColumn<TeamRow> = {
    key: 'invited',
    header: t('invitedOn'),
    width: 140,
    render: (row) => (row.invited_at ? format.date(row.invited_at, timezone) : <EmptyValue />),
    phone: 'hide',
    isExtra: true,
  };
  return [
    {
      key: 'name',
      header: t('name'),
      render: (row) => (
        <Name row={row} to={mayEdit ? memberPagePath(kind, row) : null}>
          {kind === 'technicians' && (
            <svg className={classes.color} width={10} height={10} aria-hidden>
              <circle cx={5} cy={5} r={5} fill={row.color} />
            </svg>
          )}
        </Name>
      ),
    },
    shared.email,
    shared.phone,
    {
      key: 'access',
      header: t('access'),
      width: 180,
      render: (row) => t(row.user_type === 1 ? 'owner' : row.full_company_admin ? 'admin' : 'limited'),
      phone: 'hide',
    },
    ...(mayEdit ? [invited] : []),
    shared.added,
    shared.status,
  ];
}

/** The path of a team member's edit page; for the user's own row this is the profile. */
export function memberPagePath(kind: TeamKind, row: TeamRow): string | null {
  return row.user_type === 1 ? null : `/edit-technician/${kind}/${row.id}`;
}

interface Shared {
  email: string;
  phone: string;
  status: number;
  created_at: string;
}

function useSharedColumns<T extends Shared>() {
  const t = useTranslation('people');
  const format = useFormat();
  const { timezone } = useUser();
  return {
    email: {
      key: 'email',
      header: t('fields.email'),
      render: (row) => (row.email ? <span className={classes.email}>{row.email}</span> : <EmptyValue />),
      phone: 'sub',
    },
    phone: {
      key: 'phone',
      header: t('fields.phone'),
      width: 150,
      render: (row) => formatPhone(row.phone) || <EmptyValue />,
      phone: 'hide',
    },
    added: {
      key: 'added',
      header: t('addedOn'),
      width: 130,
      render: (row) => format.date(row.created_at, timezone),
      phone: 'hide',
      isExtra: true,
    },
    status: {
      key: 'status',
      header: t('status'),
      width: 110,
      render: (row) => <PersonStatus status={row.status} />,
      phone: 'side',
    },
  } satisfies Record<string, SelectableColumn<T>>;
}

/** A badge: active, inactive or invited. */
export function PersonStatus({ status }: { status: number }) {
  const t = useTranslation('people');
  if (status === 2) return <StatusPill tone="info">{t('invited')}</StatusPill>;
  return (
    <StatusPill tone={status === 1 ? 'ok' : 'mute'}>{t(status === 1 ? 'active' : 'inactive')}</StatusPill>
  );
}

interface Nameable {
  first_name: string;
  last_name: string;
  company_name?: string;
  email: string;
  profile_pic: string | null;
}

function Name({ row, to, children }: { row: Nameable; to: string | null; children?: ReactNode }) {
  const inner = (
    <>
      <span className={classes.face}>
        <RowAvatar row={row} />
      </span>
      <span className={classes.nameText}>{personName(row)}</span>
      {children}
    </>
  );
  if (to === null) return <span className={classes.name}>{inner}</span>;
  return (
    <UnstyledLink to={to} className={classes.name} data-link>
      {inner}
    </UnstyledLink>
  );
}

/** A row's avatar; a company without a contact name shows the company's initial. */
export function RowAvatar({ row, size = 32 }: { row: Nameable; size?: number }) {
  const isNameless = row.first_name === '' && row.last_name === '';
  return (
    <PersonAvatar
      first_name={isNameless ? personName(row) : row.first_name}
      last_name={row.last_name}
      profile_pic={row.profile_pic}
      size={size}
    />
  );
}

function EmptyValue() {
  return (
    <Text span c="dimmed" fz="sm" aria-hidden>
      –
    </Text>
  );
}
