import { loadMessages } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import type { PageSlotFillers } from '#web/page-slots.tsx';
import { publicSlotFillers } from './public-slot-fillers.ts';

const appointmentCards = async () => (await import('./appointment-cards.ts')).appointmentCards;
const deliveryProblems = () => import('#features/messages/screens/delivery-problems.tsx');
const automations = async () => (await import('./appointment-automations.ts')).appointmentAutomations;
const bookingRequests = async () => {
  const [cards] = await Promise.all([
    import('./booking-requests.ts'),
    loadMessages('booking/screens/office', 'appointments', 'people'),
  ]);
  return cards.bookingRequests;
};
const technicianTabs = () => import('#features/availability/screens/technician-tab.tsx');

/** Delays code that the first page does not need, so that it does not slow that page down. */
const afterFirstPage = () => new Promise((resolve) => setTimeout(resolve, 3000));

/** The components that features put into the slots of the shell and of other features, loaded when a slot is shown. */
export const pageSlotFillers: PageSlotFillers = {
  ...publicSlotFillers,
  'shell.new-appointment': [
    lazy(async () => ({
      default: (await import('#features/appointments/screens/dialog/new-appointment-dialog.tsx'))
        .NewAppointmentDialog,
    })),
  ],
  'shell.search': [
    lazy(async () => ({
      default: (await import('#features/search/screens/search-overlays.tsx')).SearchOverlays,
    })),
  ],
  'shell.on-device': [
    lazy(async () => {
      await afterFirstPage();
      return {
        default: (await import('#features/reports/screens/editing/unsent-work-notice.tsx')).UnsentWorkNotice,
      };
    }),
    lazy(async () => {
      await afterFirstPage();
      return { default: (await import('#features/reports/screens/offline/jobs-on-device.tsx')).JobsOnDevice };
    }),
  ],
  'login.on-device': [
    lazy(async () => ({
      default: (await import('#features/reports/screens/offline/unsent-before-login.tsx')).UnsentBeforeLogin,
    })),
  ],
  'appointment.agreements': [
    lazy(async () => ({ default: (await appointmentCards()).ChangeRequestsCard })),
    lazy(async () => ({ default: (await appointmentCards()).AgreementsCard })),
  ],
  'appointment.payments': [lazy(async () => ({ default: (await appointmentCards()).PaymentsCard }))],
  'appointment.reports': [
    lazy(async () => ({ default: (await appointmentCards()).ReportsCard })),
    lazy(async () => ({ default: (await appointmentCards()).RepairListsCard })),
  ],
  'appointment.templates': [
    lazy(async () => ({
      default: (await import('#features/reports/screens/office/detach-notice.tsx')).DetachNotice,
    })),
  ],
  'appointment.automations': [lazy(async () => ({ default: (await automations()).AutomationsCard }))],
  'appointment.planned-changes': [
    lazy(async () => ({ default: (await automations()).PlannedChangesNotice })),
  ],
  'appointment.moved': [lazy(async () => ({ default: (await automations()).MovedChangesNotice }))],
  'appointment-dialog.actions': [lazy(async () => ({ default: (await automations()).DraftActionsDialog }))],
  'appointment.waivers': [lazy(async () => ({ default: (await appointmentCards()).AccessCards }))],
  'appointments.selection': [
    lazy(async () => ({
      default: (await import('#features/payments/screens/office/bulk-reminders.tsx')).BulkReminders,
    })),
  ],
  'appointments.requested': [
    lazy(async () => ({ default: (await bookingRequests()).RequestsPanel })),
    lazy(async () => ({ default: (await bookingRequests()).WaitingBookings })),
  ],
  'appointment.details.top': [
    lazy(async () => ({ default: (await deliveryProblems()).DeliveryProblems })),
    lazy(async () => ({ default: (await bookingRequests()).OpenRequestCard })),
  ],
  'appointment.details.main': [
    lazy(async () => ({ default: (await bookingRequests()).AnsweredRequestCard })),
  ],
  'dashboard.blocks': [
    lazy(async () => ({ default: (await deliveryProblems()).DashboardDeliveryProblems })),
    lazy(async () => ({
      default: (await import('#features/calendar/screens/dashboard-calendar.tsx')).DashboardCalendar,
    })),
  ],
  'person.appointments': [
    lazy(async () => ({
      default: (await import('#features/appointments/screens/list/person-appointments.tsx'))
        .PersonAppointments,
    })),
  ],
  'person.delivery': [lazy(async () => ({ default: (await deliveryProblems()).DeliveryProblems }))],
  'delivery.correct': [
    lazy(async () => ({
      default: (await import('#features/people/screens/correct-address.tsx')).CorrectAddress,
    })),
  ],
  'person.messages': [
    lazy(async () => {
      const [page] = await Promise.all([
        import('#features/messages/screens/person-messages.tsx'),
        loadMessages('messages'),
      ]);
      return { default: page.PersonMessages };
    }),
  ],
  'person.money': [
    lazy(async () => ({
      default: (await import('#features/payments/screens/office/person-payment-totals.tsx'))
        .PersonPaymentTotals,
    })),
    lazy(async () => {
      const [card] = await Promise.all([
        import('#features/booking/screens/office/rebook-link-card.tsx'),
        loadMessages('booking/screens/office'),
      ]);
      return { default: card.RebookLinkCard };
    }),
  ],
  'profile.security': [
    lazy(async () => ({
      default: (await import('#features/auth/screens/security-cards.tsx')).SecurityCards,
    })),
  ],
  'team.availability': [lazy(async () => ({ default: (await technicianTabs()).TechnicianTab }))],
  'team.services': [lazy(async () => ({ default: (await technicianTabs()).TechnicianServicesTab }))],
  'team.areas': [lazy(async () => ({ default: (await technicianTabs()).TechnicianAreasTab }))],
};
