import { pictureUrl } from '../present.ts';
import type { MemberRow } from '../team.ts';
import type { TeamRow } from '../team-contract.ts';

/** A member of the team as it crosses the wire: no secret is among the columns that were read. */
export function presentMember({ profile_pic_file_id, is_technician: _, ...row }: MemberRow): TeamRow {
  return { ...row, profile_pic: pictureUrl(profile_pic_file_id) };
}
