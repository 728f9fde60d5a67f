import type {
  BookingStep,
  DraftInformation,
  DraftLocation,
  Option,
  SubEventDraft,
} from '#domain/scheduling/appointment-draft.ts';
import type { AddressResult } from '#features/company/contract.ts';
import type { PersonOption } from '#features/people/contract.ts';
import type { OverruleInput } from './conflicts.ts';
import type {
  AppliedDiscount,
  Defaults,
  DialogState,
  PendingAttachment,
  PeopleKind,
  TypedFee,
} from './draft-state.ts';

export type DraftAction =
  | { type: 'begin'; state: DialogState }
  | { type: 'reset' }
  | { type: 'defaults'; defaults: Defaults }
  | { type: 'step'; step: BookingStep }
  | { type: 'move'; by: 1 | -1 }
  | { type: 'location'; patch: Partial<DraftLocation> }
  | { type: 'address'; found: AddressResult }
  | { type: 'place'; coordinates: DraftLocation['coordinates']; precision: string | null }
  | { type: 'manualAddress'; isOn: boolean }
  | { type: 'service'; id: string }
  | { type: 'addOn'; serviceId: string; addOnId: string }
  | { type: 'templates'; options: Option[] }
  | { type: 'agreements'; options: Option[] }
  | { type: 'discountCode'; code: string | null }
  | { type: 'discount'; discount: AppliedDiscount }
  | { type: 'manual'; act: 'start' | 'addFee' | 'revertOrBack' | 'save' | 'calculated' }
  | { type: 'fee'; index: number; patch: Partial<TypedFee> }
  | { type: 'removeFee'; index: number }
  | { type: 'writeSubEvent'; event: DialogState['subEvent'] }
  | { type: 'addSubEvent'; event: SubEventDraft }
  | { type: 'removeSubEvent'; index: number }
  | { type: 'information'; patch: Partial<DraftInformation> }
  | { type: 'confirmed'; checked: boolean }
  | { type: 'notes'; text: string }
  | { type: 'custom'; patch: Partial<DialogState['custom']> }
  | { type: 'technician'; technician: PersonOption | null }
  | { type: 'customTime'; isOn: boolean }
  | { type: 'slot'; dateTime: string; technician: PersonOption }
  | { type: 'useTime'; overrule: DialogState['overrule'] }
  | { type: 'overrule'; overrule: OverruleInput }
  | { type: 'people'; kind: PeopleKind; people: PersonOption[] }
  | { type: 'attachments'; files: PendingAttachment[] }
  | { type: 'recalculate' }
  | { type: 'errors'; errors: Record<string, string>; step?: BookingStep; field?: string };

export type ActionOf<T extends DraftAction['type']> = Extract<DraftAction, { type: T }>;
