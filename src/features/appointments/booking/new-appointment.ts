import type { Instant } from '#domain/base/time.ts';
import type { SlotChanges } from '#domain/company/notification-slots.ts';
import type { PriceDefaults } from '#domain/pricing/default-price.ts';
import type { ManualFee } from '#domain/pricing/manual-fees.ts';
import type { SentOverrule } from '#features/availability/overrule.ts';
import type { Company } from '#features/company/get-company.ts';
import type { ServiceChoice } from '#features/services/service-choices.ts';
import type { LocationValues, SubEventValues } from './read-payload.ts';

/** What anyone who books decides: the property, the time, the services and the people. */
export interface BookingRequest {
  location: LocationValues;
  at: Instant;
  services: readonly ServiceChoice[];
  discountCode: string | null;
  /** Technicians who are shown to clients. */
  technicianIds: readonly string[];
  clientIds: readonly string[];
  agentIds: readonly string[];
  listingAgentIds: readonly string[];
  isOccupied: boolean;
  hasUtilitiesOn: boolean;
  notes: string;
}

/**
 * What only a member of the company decides. A booking by anyone else has none of it, and its type has no way to name
 * it.
 */
export interface OfficeFields {
  /** Null takes the next id of the company's sequence. */
  orderId: SubmittedOrderId | null;
  /** Null for the sum of the fee lines. */
  minutes: number | null;
  /** Lines edited by hand; null for the price list. Only for members who see prices. */
  manualFees: readonly ManualFee[] | null;
  /** Null for those of the services. */
  templateIds: readonly string[] | null;
  /** Null for those of the services and the company's default. */
  agreementIds: readonly string[] | null;
  hiddenTechnicianIds: readonly string[];
  contractorIds: readonly string[];
  subEvents: readonly SubEventValues[];
  /** Double-books technicians. Only for members who may edit the appointment. */
  overrule: SentOverrule | null;
  isConfirmed: boolean;
  requirePayment: boolean;
  paymentNotes: string;
  internalNotes: readonly string[];
  isNotificationDisabled: boolean;
  sendsConfirmation: boolean;
  /** Differences from the company's reminders, by slot. */
  reminders: SlotChanges;
  actionGroups: readonly unknown[];
  /** Null unless it inspects defects of an earlier report again. */
  reinspection: ReinspectionRequest | null;
}

/** Where an appointment was booked: in the office, or on a public page: the request form, the scheduler, the embed or an agent's own. */
export type BookingSource = 'internal' | 'request' | 'online' | 'iframe' | 'agent';

/** What the company's settings decide about the booking of a visitor. */
export interface VisitorTerms {
  source: Exclude<BookingSource, 'internal'>;
  isConfirmed: boolean;
  /** In addition to those of the services and the company's default. */
  agreementId: string | null;
  /** What applies where the price list has no price or no duration. Null for the company's defaults. */
  defaults: PriceDefaults | null;
}

/** The defects of an earlier report to inspect again, by the public ids of their comments. */
export interface ReinspectionRequest {
  reportId: string;
  repairListId: string | null;
  commentIds: readonly string[];
}

/** An order id as typed, possibly empty, and the one its dialog suggested, if known. */
export interface SubmittedOrderId {
  typed: string;
  suggestion: string | null;
}

/** Returns what applies when no member decides: the price list, the next order id and the company's settings. */
export function officeDefaults({ settings }: Company, { isConfirmed }: VisitorTerms): OfficeFields {
  return {
    orderId: null,
    minutes: null,
    manualFees: null,
    templateIds: null,
    agreementIds: null,
    hiddenTechnicianIds: [],
    contractorIds: [],
    subEvents: [],
    overrule: null,
    isConfirmed,
    requirePayment: settings.require_payment_default,
    paymentNotes: '',
    internalNotes: [],
    isNotificationDisabled: false,
    sendsConfirmation: true,
    reminders: {},
    actionGroups: [],
    reinspection: null,
  };
}
