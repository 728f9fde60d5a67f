import { type ComponentType, createContext, type ReactNode, Suspense, use } from 'react';
import type { AppointmentPrefill, EditedAppointment } from './appointment-dialog-state.ts';
import { Boundary } from './boundary.tsx';
import { ErrorState } from './ui/feedback/states.tsx';

/** What the slots of the details page are told. */
export interface AppointmentSlotProps {
  appointmentId: string;
  rev: number;
  /** The person may change this appointment; what they may not is not offered. */
  canEdit: boolean;
}

/** What the slots of a person's page are told; `kind` is the one of the address (clients, agents, contractors). */
export interface PersonSlotProps {
  kind: string;
  personId: string;
}

/** What the tabs of a team member's page are told; `kind` is technicians or staffs. */
export interface TeamSlotProps {
  kind: string;
  memberId: string;
}

/**
 * Places in a page that rooms above fill (architecture 1.8): the lower room says `<Slot name="…" />`, `src/app` lists who
 * fills it. A filler is loaded lazily and gets the slot's facts as props.
 */
export interface PageSlotProps {
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
  'appointment.agreements': AppointmentSlotProps;
  'appointment.payments': AppointmentSlotProps;
  'appointment.reports': AppointmentSlotProps;
  /** What keeps the report closed, and who waived it. */
  'appointment.waivers': AppointmentSlotProps;
  /** Cards of a person's page: the history with this company. */
  'person.appointments': PersonSlotProps;
  'person.money': PersonSlotProps;
  'person.messages': PersonSlotProps;
  /** Tabs of a team member's page; a tab is there once somebody fills it. */
  'team.availability': TeamSlotProps;
  'team.services': TeamSlotProps;
  'team.areas': TeamSlotProps;
  'team.pay-splits': TeamSlotProps;
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
export type PageSlotName = keyof PageSlotProps;
export type PageSlotFillers = { [N in PageSlotName]?: readonly ComponentType<PageSlotProps[N]>[] };

const Fillers = createContext<PageSlotFillers>({});

/** Hands the list of fillers to all slots below. */
export function PageSlotProvider({ fillers, children }: { fillers: PageSlotFillers; children: ReactNode }) {
  return <Fillers value={fillers}>{children}</Fillers>;
}

/**
 * Shows what fills the slot, in the listed order; nothing when nobody does. A filler that breaks leaves the page around it
 * standing: `broken` shows in its place, a notice unless told otherwise.
 */
export function PageSlot<N extends PageSlotName>(
  props: { name: N; fallback?: ReactNode; broken?: (again: () => void) => ReactNode } & PageSlotProps[N],
) {
  const { name, fallback = null, broken = brokenNotice, ...facts } = props;
  const fillers = (use(Fillers)[name] ?? []) as readonly ComponentType<PageSlotProps[N]>[];
  return fillers.map((Filler, i) => (
    <Boundary key={i} fallback={broken}>
      <Suspense fallback={fallback}>
        <Filler {...(facts as unknown as PageSlotProps[N] & Record<never, never>)} />
      </Suspense>
    </Boundary>
  ));
}

function brokenNotice(again: () => void): ReactNode {
  return <ErrorState onRetry={again} />;
}

/** Does anybody fill the slot? For headings that would stand alone. */
export function useIsSlotFilled(name: PageSlotName): boolean {
  return (use(Fillers)[name] ?? []).length > 0;
}
