import { handle } from '#server/http/handle.ts';
import { listCorrespondents, listWritableAppointments, listWritablePeople } from './compose/list-writable.ts';
import { previewMessage } from './compose/preview-message.ts';
import { writeMessage } from './compose/write-message.ts';
import * as compose from './compose-contract.ts';
import * as contract from './contract.ts';
import * as delivery from './delivery-contract.ts';
import { getTimeline } from './events/get-timeline.ts';
import { getSendingUsage } from './get-sending-usage.ts';
import { closeProblem, deliveryProblems } from './healing/delivery-problems.ts';
import { resendMessage } from './healing/resend-message.ts';
import { resendMissed } from './healing/resend-missed.ts';
import { listReminders } from './notification-settings.ts';
import * as slots from './notification-slots-contract.ts';
import { getTemplate, listTemplates } from './own-texts/describe-template.ts';
import { previewMailLayout } from './own-texts/preview-layout.ts';
import { previewTemplate, sendTest } from './own-texts/preview-template.ts';
import { restoreTemplate, saveTemplate } from './own-texts/save-template.ts';
import { stopTextsOfReply } from './replies/stop-texts.ts';
import * as replyStore from './replies/store.ts';
import * as replies from './replies-contract.ts';
import * as sending from './sending-contract.ts';
import { setNotificationSlots } from './set-notification-slots.ts';
import * as store from './store.ts';
import { listSuppressions, removeSuppression } from './suppressions/list-suppressions.ts';
import * as templates from './template-contract.ts';

export const routes = [
  handle(contract.listMessages, (ctx, input) => store.listByAppointment(ctx, input.appointmentId)),
  handle(sending.getSendingUsage, getSendingUsage),
  handle(contract.listMessageLog, store.pageOfLog),
  handle(delivery.getMessageTimeline, getTimeline),
  handle(delivery.listDeliveryProblems, deliveryProblems),
  handle(delivery.resendMissed, resendMissed),
  handle(delivery.resendMessage, resendMessage),
  handle(delivery.closeDeliveryProblem, closeProblem),
  handle(delivery.listSuppressions, listSuppressions),
  handle(delivery.removeSuppression, removeSuppression),
  handle(contract.listMessageKinds, (ctx) => store.kindsSent(ctx)),
  handle(compose.listWritableAppointments, listWritableAppointments),
  handle(compose.listWritablePeople, listWritablePeople),
  handle(compose.listCorrespondents, listCorrespondents),
  handle(compose.previewMessage, previewMessage),
  handle(compose.writeMessage, writeMessage),
  handle(replies.listTextReplies, replyStore.listReplies),
  handle(replies.listTextReplyLog, replyStore.pageOfReplies),
  handle(replies.stopTexts, stopTextsOfReply),
  handle(replies.listTextCredits, replyStore.pageOfCredits),
  handle(slots.getNotificationSlots, (ctx) => listReminders(ctx)),
  handle(slots.setNotificationSlots, setNotificationSlots),
  handle(templates.listMessageTemplates, (ctx) => listTemplates(ctx)),
  handle(templates.getMessageTemplate, getTemplate),
  handle(templates.saveMessageTemplate, saveTemplate),
  handle(templates.restoreMessageTemplate, restoreTemplate),
  handle(templates.previewMessageTemplate, previewTemplate),
  handle(templates.previewMailLayout, previewMailLayout),
  handle(templates.testMessageTemplate, sendTest),
];
