import { handle } from '#server/http/handle.ts';
import { beginPayment } from './attempts/begin-payment.ts';
import {
  capturePaypalOrder,
  closeAttempt,
  openPaypalOrder,
  pay,
  showPayState,
} from './attempts/complete-payment.ts';
import * as contract from './contract.ts';
import * as differenceContract from './difference-contract.ts';
import { downloadInvoice, downloadPublicInvoice } from './invoices/download-invoice.ts';
import { listPayments } from './invoices/list-payments.ts';
import { sendInvoice } from './invoices/mail-invoice.ts';
import { recordPayment, voidPayment } from './invoices/record-payment.ts';
import { remindMany } from './invoices/remind-many.ts';
import { showInvoice, showPublicInvoice } from './invoices/show-invoice.ts';
import { totalPayments } from './invoices/total-payments.ts';
import { restoreInvoice, voidInvoice } from './invoices/void-invoice.ts';
import {
  checkMerchant,
  openApplication,
  saveApplication,
  showApplication,
  submitApplication,
  withdrawApplication,
} from './merchant/merchant-application.ts';
import * as merchantContract from './merchant-contract.ts';
import * as payContract from './pay-contract.ts';
import { closeRefund } from './reconciliation/close-refund.ts';
import { comparePayments, listDifferences, resolveDifference } from './reconciliation/differences.ts';
import { refundPayment } from './refunds/refund-payment.ts';
import * as remindContract from './remind-contract.ts';

export const routes = [
  handle(contract.getInvoice, showInvoice),
  handle(contract.downloadInvoice, downloadInvoice),
  handle(contract.sendInvoice, sendInvoice),
  handle(contract.voidInvoice, voidInvoice),
  handle(contract.restoreInvoice, restoreInvoice),
  handle(contract.recordPayment, recordPayment),
  handle(contract.voidPayment, voidPayment),
  handle(contract.listPayments, listPayments),
  handle(remindContract.remindMany, remindMany),
  handle(contract.totalPayments, totalPayments),
  handle(contract.getPublicInvoice, showPublicInvoice),
  handle(contract.downloadPublicInvoice, downloadPublicInvoice),
  handle(payContract.beginPayment, beginPayment),
  handle(payContract.pay, pay),
  handle(payContract.getPayState, showPayState),
  handle(payContract.openPaypalOrder, openPaypalOrder),
  handle(payContract.capturePaypalOrder, capturePaypalOrder),
  handle(payContract.refundPayment, refundPayment),
  handle(payContract.closeRefund, closeRefund),
  handle(payContract.closeAttempt, closeAttempt),
  handle(merchantContract.getMerchantApplication, showApplication),
  handle(merchantContract.saveMerchantApplication, saveApplication),
  handle(merchantContract.submitMerchantApplication, submitApplication),
  handle(merchantContract.checkMerchantApplication, checkMerchant),
  handle(merchantContract.openMerchantApplication, openApplication),
  handle(merchantContract.withdrawMerchantApplication, withdrawApplication),
  handle(differenceContract.listDifferences, listDifferences),
  handle(differenceContract.resolveDifference, resolveDifference),
  handle(differenceContract.comparePayments, comparePayments),
];
