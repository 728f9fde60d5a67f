import { type ComponentType, createContext, type ReactNode, Suspense, use } from 'react';
import { Boundary } from './boundary.tsx';
import type { AppointmentPrefill, EditedAppointment } from './new-appointment.ts';
import { ErrorState } from './ui/feedback/states.tsx';

/** What the slots of the details page are told. */
export interface AppointmentFacts {
  appointmentId: string;
  rev: number;
  /** The person may change this appointment; what they may not is not offered. */
  canEdit: boolean;
}

/** What the slots of a person's page are told; `kind` is the one of the address (clients, agents, contractors). */
export interface PersonFacts {
  kind: string;
  personId: string;
}

/** What the tabs of a team member's page are told; `kind` is technicians or staffs. */
export interface TeamFacts {
  kind: string;
  memberId: string;
}

/**
 * Places in a page that rooms above fill (architecture 1.8): the lower room says `<Slot name="…" />`, `src/app` lists who
 * fills it. A filler is loaded lazily and gets the slot's facts as props.
 */
export interface SlotFacts {
  'shell.new-appointment': {
    opened: boolean;
    prefill: AppointmentPrefill;
    editing: EditedAppointment | null;
    onClose: () => void;
  };
  /** Above every page of the shell: work that is only on this device, which rooms send and tell. */
  'shell.on-device': Record<never, never>;
  'appointment.details.main': { appointmentId: string };
  'appointment.details.side': { appointmentId: string };
  /** Cards of the details page; `rev` changes whenever the appointment does. Each filler brings its own `<Card>`. */
  'appointment.agreements': AppointmentFacts;
  'appointment.payments': AppointmentFacts;
  'appointment.reports': AppointmentFacts;
  /** What keeps the report closed, and who waived it. */
  'appointment.waivers': AppointmentFacts;
  /** Cards of a person's page: the history with this company. */
  'person.appointments': PersonFacts;
  'person.money': PersonFacts;
  'person.messages': PersonFacts;
  /** Tabs of a team member's page; a tab is there once somebody fills it. */
  'team.availability': TeamFacts;
  'team.services': TeamFacts;
  'team.areas': TeamFacts;
  'team.pay-splits': TeamFacts;
  /** Password and sessions in the own profile; each filler brings its own card. */
  'profile.security': Record<never, never>;
  'dashboard.blocks': Record<never, never>;
  /** In the agreements' tab of the settings: the texts, or the one being edited. */
  'settings.agreements': Record<never, never>;
  /** Below the payments' tab of the settings: what stands about money that came through a gateway. */
  'settings.payments': Record<never, never>;
  /** The tab of the settings with the reminders. */
  'settings.notifications': Record<never, never>;
}
export type SlotName = keyof SlotFacts;
export type SlotFillers = { [N in SlotName]?: readonly ComponentType<SlotFacts[N]>[] };

const Fillers = createContext<SlotFillers>({});

/** Hands the list of fillers to all slots below. */
export function SlotProvider({ fillers, children }: { fillers: SlotFillers; children: ReactNode }) {
  return <Fillers value={fillers}>{children}</Fillers>;
}

/**
 * Shows what fills the slot, in the listed order; nothing when nobody does. A filler that breaks leaves the page around it
 * standing: `broken` shows in its place, a notice unless told otherwise.
 */
export function Slot<N extends SlotName>(
  props: { name: N; fallback?: ReactNode; broken?: (again: () => void) => ReactNode } & SlotFacts[N],
) {
  const { name, fallback = null, broken = brokenNotice, ...facts } = props;
  const fillers = (use(Fillers)[name] ?? []) as readonly ComponentType<SlotFacts[N]>[];
  return fillers.map((Filler, i) => (
    <Boundary key={i} fallback={broken}>
      <Suspense fallback={fallback}>
        <Filler {...(facts as unknown as SlotFacts[N] & Record<never, never>)} />
      </Suspense>
    </Boundary>
  ));
}

function brokenNotice(again: () => void): ReactNode {
  return <ErrorState onRetry={again} />;
}

/** Does anybody fill the slot? For headings that would stand alone. */
export function useIsFilled(name: SlotName): boolean {
  return (use(Fillers)[name] ?? []).length > 0;
}
