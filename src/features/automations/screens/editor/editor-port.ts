import type { Action } from '#domain/automations/action-types.ts';

/**
 * What the editor does with the groups it shows: those of the company, the copies of an appointment, or a draft. Each resolves to
 * false if the change was refused, in which case the user has seen why.
 */
export interface EditorPort {
  add: (groupId: string, action: Action) => Promise<boolean>;
  /** Undoes the deletion of an action that was at this place. */
  restore: (groupId: string, action: Action, place: number) => Promise<boolean>;
  change: (groupId: string, action: Action, before: Action) => Promise<boolean>;
  remove: (groupId: string, actionId: string) => Promise<boolean>;
  clone: (groupId: string, actionId: string) => Promise<boolean>;
  order: (groupId: string, actionIds: string[]) => Promise<boolean>;
  setEnabled: (groupId: string, enable: boolean) => Promise<boolean>;
  /** Absent for the copies of an appointment, whose groups are chosen elsewhere. */
  groups?: GroupsPort;
}

/** What is done to whole groups of the company. */
export interface GroupsPort {
  rename: (groupId: string, name: string) => Promise<boolean>;
  setDefault: (groupId: string, isDefault: boolean) => Promise<boolean>;
  duplicate: (groupId: string) => Promise<boolean>;
  remove: (groupId: string) => Promise<boolean>;
  order: (groupIds: string[]) => Promise<boolean>;
}
