import { pictureUrl } from '../present.ts';
import type { MemberRow } from '../team.ts';
import type { TeamRow } from '../team-contract.ts';

/** Presents a team member for the wire; the selected columns contain no secret. */
export function presentMember({ profile_pic_file_id, is_technician: _, ...row }: MemberRow): TeamRow {
  return { ...row, profile_pic: pictureUrl(profile_pic_file_id) };
}
