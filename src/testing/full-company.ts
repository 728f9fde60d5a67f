import { createAgreementRecords } from '#features/agreements/records-for-tests.ts';
import {
  createAppointmentDocuments,
  createAppointmentRecords,
} from '#features/appointments/records-for-tests.ts';
import { createAuthRecords } from '#features/auth/records-for-tests.ts';
import { createAutomationRecords, createWebhookRecords } from '#features/automations/records-for-tests.ts';
import { createAvailabilityRecords } from '#features/availability/records-for-tests.ts';
import { createBookingRecords, openBooking } from '#features/booking/records-for-tests.ts';
import { createCalendarRecords } from '#features/calendar/records-for-tests.ts';
import { getSettings } from '#features/company/settings-contract.ts';
import { createMessageRecords } from '#features/messages/records-for-tests.ts';
import { createPaymentRecords } from '#features/payments/records-for-tests.ts';
import {
  createContactRecords,
  createDuplicateRecords,
  createTeamRecords,
} from '#features/people/records-for-tests.ts';
import { createPortalRecords } from '#features/portal/records-for-tests.ts';
import { createReportRecords } from '#features/reports/records-for-tests.ts';
import { createServiceRecords } from '#features/services/records-for-tests.ts';
import { createTemplateRecords, insertStoreTemplate } from '#features/templates/records-for-tests.ts';
import type { Ids } from './ids.ts';
import type { TestApp } from './test-app.ts';
import type { TestUser } from './test-user.ts';

export interface FullCompany {
  owner: TestUser;
  ids: Ids;
  /** Appears in names and texts of this company and nowhere else. */
  marker: string;
}

/** Creates a company with at least one record of every kind, through the routes. Its names start with `marker`. */
export async function createFullCompany(testApp: TestApp, marker: string): Promise<FullCompany> {
  const owner = await testApp.create.owner({ company_name: `${marker} Inspections` });
  const technician = (await testApp.create.member(owner, { type: 'technician' })).id;
  const people = await createContactRecords(owner, marker);
  const booked = await createAppointmentRecords(owner, { ...people, technician }, marker);
  const prices = await createServiceRecords(owner, marker);
  await testApp.runDueJobs();
  await insertStoreTemplate(testApp);
  const id = booked.appointment;
  const ofAppointment = {
    ...(await createAppointmentDocuments(owner, id, marker)),
    ...(await createAgreementRecords(owner, id, marker)),
    ...(await createPaymentRecords(testApp, owner, id, marker)),
    ...(await createPortalRecords(testApp, owner, booked, marker)),
    ...(await createReportRecords(testApp, owner, id, marker)),
    ...(await createWebhookRecords(testApp, owner, id, marker)),
    ...(await createBookingRecords(testApp, owner, { appointment_id: id, technician }, marker)),
  };
  const { subscriberId } = owner;
  const companyPublic = (await owner.call(getSettings, { subscriberId })).request_id;
  await openBooking(owner);
  const ids: Ids = {
    company: subscriberId,
    companyPublic,
    owner: owner.id,
    technician,
    ...(await createAuthRecords(testApp, owner)),
    ...(await createAutomationRecords(owner, marker)),
    ...(await createAvailabilityRecords(owner, technician, marker)),
    ...(await createCalendarRecords(owner, technician, marker)),
    ...(await createMessageRecords(testApp, owner, marker)),
    ...(await createTeamRecords(owner, marker)),
    ...people,
    ...(await createDuplicateRecords(owner, marker)),
    ...booked,
    ...prices,
    ...(await createTemplateRecords(owner, marker)),
    ...ofAppointment,
  };
  return { owner, marker, ids };
}
