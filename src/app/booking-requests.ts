import { AnsweredRequestCard, OpenRequestCard } from '#features/booking/screens/office/request-cards.tsx';
import { RequestsPanel } from '#features/booking/screens/office/requests-panel.tsx';
import { WaitingBookings } from '#features/booking/screens/office/waiting-bookings.tsx';

/** Where members answer the requests of visitors, in one file because the parts share their code. */
export const bookingRequests = { AnsweredRequestCard, OpenRequestCard, RequestsPanel, WaitingBookings };
