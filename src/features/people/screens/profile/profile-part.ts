/** The state of one card of the profile: whether something is unsaved, and how it starts again from the stored values. */
export interface ProfilePart {
  key: string;
  isDirty: boolean;
  setDirty: (isDirty: boolean) => void;
  restart: () => void;
}
