import type { FreeSlot, SlotTechnician } from '#domain/scheduling/slots.ts';

/** A technician with what is shown of one. */
export interface Candidate extends SlotTechnician {
  /** Which of those asked about, from 0. */
  index: number;
  first_name: string;
  last_name: string;
  email: string;
  color: string;
  profile_pic: string | null;
}

/** Free slots with who is free at each, and what somebody does not offer of what was chosen, by technician. */
export interface SlotSearchResult {
  slots: FreeSlot<Candidate>[];
  warnings: ReadonlyMap<string, string>;
}
