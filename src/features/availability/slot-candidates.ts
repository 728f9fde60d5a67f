import type { FreeSlot, SlotTechnician } from '#domain/scheduling/slots.ts';

/** A technician with the displayed details. */
export interface Candidate extends SlotTechnician {
  /** The technician's index in the query, from 0. */
  index: number;
  first_name: string;
  last_name: string;
  email: string;
  color: string;
  profile_pic: string | null;
}

/** Free slots with the technicians available at each, and the selected services not offered, by technician. */
export interface SlotSearchResult {
  slots: FreeSlot<Candidate>[];
  warnings: ReadonlyMap<string, string>;
}
