import type { createAgreementRecords } from '#features/agreements/records-for-tests.ts';
import type {
  createAppointmentDocuments,
  createAppointmentRecords,
} from '#features/appointments/records-for-tests.ts';
import type { createAuthRecords } from '#features/auth/records-for-tests.ts';
import type {
  createAutomationRecords,
  createWebhookRecords,
} from '#features/automations/records-for-tests.ts';
import type { createAvailabilityRecords } from '#features/availability/records-for-tests.ts';
import type { createBookingRecords } from '#features/booking/records-for-tests.ts';
import type { createCalendarRecords } from '#features/calendar/records-for-tests.ts';
import type { createMessageRecords } from '#features/messages/records-for-tests.ts';
import type { createPaymentRecords } from '#features/payments/records-for-tests.ts';
import type {
  createContactRecords,
  createDuplicateRecords,
  createTeamRecords,
} from '#features/people/records-for-tests.ts';
import type { createPortalRecords } from '#features/portal/records-for-tests.ts';
import type { createReportRecords } from '#features/reports/records-for-tests.ts';
import type { createServiceRecords } from '#features/services/records-for-tests.ts';
import type { createTemplateRecords } from '#features/templates/records-for-tests.ts';
import { newId } from '#server/ids.ts';

/** One of the kinds of records that the path or body of a route can refer to. */
export type IdName = 'company' | 'companyPublic' | 'owner' | 'technician' | keyof Records;

/** One id of a company for each kind. */
export type Ids = Record<IdName, string>;

/** What the features create for a company. */
type Records = Created<typeof createAppointmentDocuments> &
  Created<typeof createAppointmentRecords> &
  Created<typeof createAgreementRecords> &
  Created<typeof createAuthRecords> &
  Created<typeof createAutomationRecords> &
  Created<typeof createWebhookRecords> &
  Created<typeof createBookingRecords> &
  Created<typeof createAvailabilityRecords> &
  Created<typeof createCalendarRecords> &
  Created<typeof createMessageRecords> &
  Created<typeof createPaymentRecords> &
  Created<typeof createContactRecords> &
  Created<typeof createDuplicateRecords> &
  Created<typeof createTeamRecords> &
  Created<typeof createPortalRecords> &
  Created<typeof createReportRecords> &
  Created<typeof createServiceRecords> &
  Created<typeof createTemplateRecords>;

type Created<F extends (...given: never[]) => Promise<Record<string, string>>> = Awaited<ReturnType<F>>;

/** Ids that refer to nothing. */
export function unknownIds(): Ids {
  return new Proxy({} as Ids, { get: () => newId() });
}
