import { type ComponentType, createContext, type ReactNode, Suspense, use } from 'react';
import type { AutomationFacts } from '#domain/automations/decision-types.ts';
import type { Instant } from '#domain/base/time.ts';
import type { AppointmentPrefill, EditedAppointment } from './appointment-dialog-state.ts';
import { Boundary } from './loading/boundary.tsx';
import type { SearchOverlay } from './navigation/search-state.ts';
import { ErrorState } from './ui/feedback/states.tsx';

/** Props of the slots on the details page. */
export interface AppointmentSlotProps {
  appointmentId: string;
  rev: number;
  /** The user may change this appointment; actions they may not perform are not offered. */
  canEdit: boolean;
}

/** When an appointment that is being moved starts and ends. */
interface NewTime {
  date_time: Instant;
  end_time: Instant;
}

/** A page that the search offers by its name. */
export interface SearchablePage {
  /** Of its entry in the menu. */
  id: string;
  label: string;
  to: string;
}

/** Props of the slots on a person's page; `kind` is the one in the address (clients, agents, contractors). */
export interface PersonSlotProps {
  kind: string;
  personId: string;
}

/** Props of the tabs on a team member's page; `kind` is technicians or staffs. */
interface TeamSlotProps {
  kind: string;
  memberId: string;
}

/** What an action on selected records reports for each of them. */
export interface BulkOutcome {
  done: string[];
  failed: { id: string; order_id: string; reason: string }[];
}

/** Props of the slot for actions on selected appointments. */
export interface SelectionSlotProps {
  /** Performs the action in requests of a limited size and shows its results. */
  run: (send: (ids: string[]) => Promise<BulkOutcome | null>) => Promise<void>;
  isBusy: boolean;
}

/**
 * Places in a page that higher features fill (architecture 1.8): the lower feature renders `<Slot name="…" />`, and
 * `src/app` lists the fillers. A filler is loaded lazily and gets the slot's props.
 */
export interface PageSlotProps {
  'shell.new-appointment': {
    opened: boolean;
    prefill: AppointmentPrefill;
    editing: EditedAppointment | null;
    onClose: () => void;
  };
  /** The search over everything, and the list of keyboard shortcuts. */
  'shell.search': { opened: SearchOverlay; pages: readonly SearchablePage[]; onClose: () => void };
  /** Above every page of the shell: unsent work that exists only on this device; features show and send it. */
  'shell.on-device': Record<never, never>;
  /** Above the login: what waits on this device for its author. */
  'login.on-device': Record<never, never>;
  'appointment.details.top': { appointmentId: string };
  'appointment.details.main': { appointmentId: string };
  'appointment.details.side': { appointmentId: string };
  /** Cards of the details page; `rev` changes whenever the appointment does. Each filler renders its own `<Card>`. */
  'appointment.agreements': AppointmentSlotProps;
  'appointment.payments': AppointmentSlotProps;
  'appointment.reports': AppointmentSlotProps;
  'appointment.automations': AppointmentSlotProps;
  /** In dialogs that move or cancel an appointment: what that changes in its planned messages. */
  'appointment.planned-changes': { appointmentId: string; to: NewTime | 'canceled' };
  /** After an appointment was moved without a dialog: reports what moved with it. Renders nothing on the page. */
  'appointment.moved': { appointmentId: string; was: NewTime };
  /** The actions of an appointment that is being booked. */
  'appointment-dialog.actions': {
    /** The chosen groups: ids, or groups with the edits of this draft. */
    entries: readonly unknown[];
    /** Null while the draft has no time. */
    facts: Omit<AutomationFacts, 'automations_enabled' | 'sending_hours'> | null;
    onChange: (entries: readonly unknown[]) => void;
    onClose: () => void;
  };
  /** Below the templates of an appointment that is being changed; `templates` are those chosen now. */
  'appointment.templates': { appointmentId: string; templates: readonly string[] };
  /** What keeps the report closed, and who waived it. */
  'appointment.waivers': AppointmentSlotProps;
  /** Cards of a person's page: the history with this company. */
  'person.appointments': PersonSlotProps;
  'person.money': PersonSlotProps;
  'person.messages': PersonSlotProps;
  'person.delivery': PersonSlotProps;
  /** Next to a problem with an address that was probably mistyped: stores the one that was meant. */
  'delivery.correct': PersonSlotProps & { address: string };
  /** Tabs of a team member's page; a tab exists only if it has a filler. */
  'team.availability': TeamSlotProps;
  'team.services': TeamSlotProps;
  'team.areas': TeamSlotProps;
  'team.pay-splits': TeamSlotProps;
  /** Password and sessions on the user's own profile; each filler renders its own card. */
  'profile.security': Record<never, never>;
  /** Actions on the appointments selected in the list, in a row of buttons. */
  'appointments.selection': SelectionSlotProps;
  /** Above the list of requested appointments: requests to answer. */
  'appointments.requested': Record<never, never>;
  /** On the page of a client who may change the appointment online. */
  'client-view.changes': { publicId: string };
  'dashboard.blocks': Record<never, never>;
}
export type PageSlotName = keyof PageSlotProps;
export type PageSlotFillers = { [N in PageSlotName]?: readonly ComponentType<PageSlotProps[N]>[] };

const Fillers = createContext<PageSlotFillers>({});

/** Provides the list of fillers to all slots below. */
export function PageSlotProvider({ fillers, children }: { fillers: PageSlotFillers; children: ReactNode }) {
  return <Fillers value={fillers}>{children}</Fillers>;
}

/**
 * Renders the fillers of a slot in the listed order, or nothing. A filler that throws does not affect the page around
 * it: `broken` is shown in its place, by default a notice.
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

/** Returns whether the slot has fillers, so that a heading is not shown without content. */
export function useIsSlotFilled(name: PageSlotName): boolean {
  return (use(Fillers)[name] ?? []).length > 0;
}
