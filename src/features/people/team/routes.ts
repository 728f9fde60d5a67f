import { addHours, asInstant, isBefore, localDate } from '#domain/base/time.ts';
import { fieldsOf } from '#domain/people/contact-fields.ts';
import { offeredFlags } from '#domain/people/permissions.ts';
import { invitationDays } from '#features/auth/codes.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { csvFile } from '#server/csv.ts';
import { handle } from '#server/http/handle.ts';
import { notFound } from '#wire/errors.ts';
import type { Download } from '#wire/route.ts';
import * as profileContract from '../profile-contract.ts';
import { searchTechnicians } from '../search-technicians.ts';
import {
  countFutureAppointments,
  filterMembers,
  type MemberRow,
  memberOfKind,
  page,
  type TeamFilter,
} from '../team.ts';
import * as contract from '../team-contract.ts';
import { getProfile, updateProfile } from '../update-profile.ts';
import { createMember } from './create-member.ts';
import { presentMember } from './present.ts';
import { removeMember } from './remove-member.ts';
import { resendInvitation, setMemberStatus, setStatusOfMembers } from './set-member-status.ts';
import { updateMember } from './update-member.ts';
import { getPerms, updatePerms } from './update-perms.ts';

/** The routes of technicians, staff and the user's own profile. */
export const teamRoutes = [
  handle(profileContract.getProfile, getProfile),
  handle(profileContract.updateProfile, updateProfile),
  handle(contract.searchTechnicians, searchTechnicians),
  ...routesOf(contract.technicians, 'technicians'),
  // Both kinds have the same shapes except for one permission; `sentFlags` knows each kind's permissions.
  ...routesOf(contract.staffs as unknown as typeof contract.technicians, 'staffs'),
];

function routesOf(routes: typeof contract.technicians, kind: contract.TeamKind) {
  return [
    handle(routes.exportFile, (ctx, input) => exported(ctx, kind, input)),
    handle(routes.exportFileOf, (ctx, input) => exported(ctx, kind, input)),
    handle(routes.list, async (ctx, input) => {
      const found = await page(ctx, kind, input);
      return { ...found, pageData: found.pageData.map(presentMember) };
    }),
    handle(routes.get, (ctx, { id }) => record(ctx, kind, id)),
    handle(routes.create, (ctx, input) => createMember(ctx, kind, input)),
    handle(routes.update, (ctx, input) => updateMember(ctx, kind, input)),
    handle(routes.setStatus, (ctx, input) => setMemberStatus(ctx, kind, input)),
    handle(routes.setStatusOfMany, (ctx, input) => setStatusOfMembers(ctx, kind, input)),
    handle(routes.remove, (ctx, { id }) => removeMember(ctx, kind, id)),
    handle(routes.resendInvitation, (ctx, { id }) => resendInvitation(ctx, kind, id)),
    handle(routes.getPerms, async (ctx, { id }) => offered(kind, await getPerms(ctx, kind, id))),
    handle(routes.updatePerms, async (ctx, { id, ...flags }) =>
      offered(kind, await updatePerms(ctx, kind, id, flags)),
    ),
  ];
}

async function record(ctx: ReadCtx, kind: contract.TeamKind, id: string): Promise<contract.TeamRecord> {
  const row = await memberOfKind(ctx, kind, id);
  if (!row) throw notFound();
  return {
    ...presentMember(row),
    future_appointments: await countFutureAppointments(ctx, id),
    invitation: row.status === 2 && row.invited_at ? invitationOf(ctx, row.invited_at) : null,
  };
}

function invitationOf(ctx: ReadCtx, sentAt: string) {
  const sent_at = asInstant(sentAt);
  const expires_at = addHours(sent_at, invitationDays * 24);
  return { sent_at, expires_at, is_expired: !isBefore(ctx.now, expires_at) };
}

type Flags = Awaited<ReturnType<typeof getPerms>>;

/** The permissions that a kind has, and no others. */
function offered(kind: contract.TeamKind, flags: Flags): Flags {
  return Object.fromEntries(offeredFlags[kind].map((flag) => [flag, flags[flag]])) as unknown as Flags;
}

async function exported(ctx: ReadCtx, kind: contract.TeamKind, filter: TeamFilter): Promise<Download> {
  const rows = await filterMembers(ctx, kind, filter);
  const { timezone } = await getCompany(ctx);
  const columns = [...fieldsOf(kind), 'role', 'status'] as const;
  const cell = (row: MemberRow, column: (typeof columns)[number]) =>
    column === 'status' ? (statusNames[row.status] ?? '') : row[column as 'first_name'];
  const lines = rows.map((row) => columns.map((column) => cell(row, column)));
  return csvFile(`${kind}-${localDate(ctx.now, timezone)}.csv`, columns, inOneGo(lines));
}

/** A team is small: one batch. */
async function* inOneGo<T>(lines: T): AsyncGenerator<T> {
  yield lines;
}

const statusNames: Record<number, string> = { 0: 'inactive', 1: 'active', 2: 'invited' };
