import { routes as adminRoutes } from '#features/admin/routes.ts';
import { listeners as agreementListeners } from '#features/agreements/listeners.ts';
import { routes as agreementRoutes } from '#features/agreements/routes.ts';
import { sealAgreement } from '#features/agreements/sealing/seal-agreement.job.ts';
import { locateBooked } from '#features/appointments/booking/locate-booked.job.ts';
import { listeners as appointmentListeners } from '#features/appointments/listeners.ts';
import { routes as appointmentRoutes } from '#features/appointments/routes.ts';
import { completeAtEnd } from '#features/appointments/status/complete-at-end.job.ts';
import { routes as authRoutes } from '#features/auth/routes.ts';
import { sendAccountMail } from '#features/auth/send-account-mail.job.ts';
import { listeners as automationListeners } from '#features/automations/listeners.ts';
import { routes as automationRoutes } from '#features/automations/routes.ts';
import { runDueJobs } from '#features/automations/running/run-due.job.ts';
import { deliverWebhook } from '#features/automations/webhooks/deliver-webhook.job.ts';
import { listeners as availabilityListeners } from '#features/availability/listeners.ts';
import { measureTravelOfVisitor } from '#features/availability/measure-travel.job.ts';
import { routes as availabilityRoutes } from '#features/availability/routes.ts';
import { listeners as bookingListeners } from '#features/booking/listeners.ts';
import { routes as bookingRoutes } from '#features/booking/routes.ts';
import { routes as calendarRoutes } from '#features/calendar/routes.ts';
import { listeners as companyListeners } from '#features/company/listeners.ts';
import { routes as companyRoutes } from '#features/company/routes.ts';
import { routes as dashboardRoutes } from '#features/dashboard/routes.ts';
import { listeners as messageListeners } from '#features/messages/listeners.ts';
import { deliverMessage } from '#features/messages/outbox/deliver.job.ts';
import { deliverText } from '#features/messages/outbox/deliver-text.job.ts';
import { processTextStatus } from '#features/messages/replies/receive-text-status.ts';
import { processMailReport } from '#features/messages/reports/process-mail-report.job.ts';
import { routes as messageRoutes } from '#features/messages/routes.ts';
import { releaseHeld } from '#features/messages/sending/release-held.job.ts';
import { confirmClick } from '#features/messages/tracking/confirm-click.job.ts';
import { routes as metricRoutes } from '#features/metrics/routes.ts';
import { followAttempt } from '#features/payments/attempts/follow-attempt.job.ts';
import { listeners as paymentListeners } from '#features/payments/listeners.ts';
import { followApplication } from '#features/payments/merchant/follow-application.job.ts';
import { compareGateway } from '#features/payments/reconciliation/compare-gateway.job.ts';
import { followRefund } from '#features/payments/refunds/follow-refund.job.ts';
import { recheckRefund } from '#features/payments/refunds/recheck-refund.job.ts';
import { routes as paymentRoutes } from '#features/payments/routes.ts';
import { processWebhookHint } from '#features/payments/webhooks/process-webhook-hint.job.ts';
import { importPeopleJob } from '#features/people/import-people.job.ts';
import { routes as peopleRoutes } from '#features/people/routes.ts';
import { listeners as portalListeners } from '#features/portal/listeners.ts';
import { routes as portalRoutes } from '#features/portal/routes.ts';
import { deleteDetachedReport } from '#features/reports/detaching/delete-detached-report.job.ts';
import { deleteUnpublishedMedia } from '#features/reports/editing/delete-unpublished-media.job.ts';
import { deleteUnusedLooks } from '#features/reports/editing/delete-unused-looks.job.ts';
import { stampReports } from '#features/reports/editing/stamp-reports.job.ts';
import { listeners as reportListeners } from '#features/reports/listeners.ts';
import { buildPdf } from '#features/reports/pdf/build-pdf.job.ts';
import { routes as reportRoutes } from '#features/reports/routes.ts';
import { deleteSamplePhotos } from '#features/reports/samples/delete-sample-photos.job.ts';
import { deleteAbandonedVideo } from '#features/reports/video/delete-abandoned-video.job.ts';
import { routes as searchRoutes } from '#features/search/routes.ts';
import { listeners as serviceListeners } from '#features/services/listeners.ts';
import { routes as serviceRoutes } from '#features/services/routes.ts';
import { listeners as templateListeners } from '#features/templates/listeners.ts';
import { routes as templateRoutes } from '#features/templates/routes.ts';
import type { Listener } from '#server/events.ts';
import type { HandledRoute } from '#server/http/handle.ts';
import type { AnyJob } from '#server/jobs.ts';

/** All routes, in the order of the features. A route that is not listed here is not served. */
export const routes: readonly HandledRoute[] = [
  ...authRoutes,
  ...companyRoutes,
  ...messageRoutes,
  ...peopleRoutes,
  ...serviceRoutes,
  ...templateRoutes,
  ...agreementRoutes,
  ...availabilityRoutes,
  ...appointmentRoutes,
  ...calendarRoutes,
  ...paymentRoutes,
  ...reportRoutes,
  ...portalRoutes,
  ...automationRoutes,
  ...bookingRoutes,
  ...dashboardRoutes,
  ...metricRoutes,
  ...searchRoutes,
  ...adminRoutes,
];

/** All listeners. In-transaction listeners of one event run in the order of the features. */
export const listeners: readonly Listener[] = [
  ...companyListeners,
  ...messageListeners,
  ...serviceListeners,
  ...templateListeners,
  ...agreementListeners,
  ...availabilityListeners,
  ...appointmentListeners,
  ...paymentListeners,
  ...reportListeners,
  ...portalListeners,
  ...automationListeners,
  ...bookingListeners,
];

/** All background jobs. */
export const jobs: readonly AnyJob[] = [
  sendAccountMail,
  deliverMessage,
  deliverText,
  releaseHeld,
  processTextStatus,
  processMailReport,
  confirmClick,
  importPeopleJob,
  sealAgreement,
  buildPdf,
  stampReports,
  deleteAbandonedVideo,
  completeAtEnd,
  locateBooked,
  measureTravelOfVisitor,
  deleteDetachedReport,
  deleteSamplePhotos,
  deleteUnpublishedMedia,
  deleteUnusedLooks,
  followAttempt,
  followRefund,
  compareGateway,
  processWebhookHint,
  recheckRefund,
  followApplication,
  deliverWebhook,
  runDueJobs,
];
