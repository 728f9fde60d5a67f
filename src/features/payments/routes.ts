import { handle } from '#server/handle.ts';
import { beginPayment } from './begin-payment.ts';
import { closeRefund } from './close-refund.ts';
import { capturePaypalOrder, closeAttempt, openPaypalOrder, pay, showPayState } from './complete-payment.ts';
import * as contract from './contract.ts';
import * as differenceContract from './difference-contract.ts';
import { comparePayments, listDifferences, resolveDifference } from './differences.ts';
import { downloadInvoice, downloadPublicInvoice } from './download-invoice.ts';
import { listPayments } from './list-payments.ts';
import { sendInvoice } from './mail-invoice.ts';
import {
  checkMerchant,
  openApplication,
  saveApplication,
  showApplication,
  submitApplication,
  withdrawApplication,
} from './merchant-application.ts';
import * as merchantContract from './merchant-contract.ts';
import * as payContract from './pay-contract.ts';
import { recordPayment, voidPayment } from './record-payment.ts';
import { refundPayment } from './refund-payment.ts';
import { showInvoice, showPublicInvoice } from './show-invoice.ts';
import { restoreInvoice, voidInvoice } from './void-invoice.ts';

export const routes = [
  handle(contract.getInvoice, showInvoice),
  handle(contract.downloadInvoice, downloadInvoice),
  handle(contract.sendInvoice, sendInvoice),
  handle(contract.voidInvoice, voidInvoice),
  handle(contract.restoreInvoice, restoreInvoice),
  handle(contract.recordPayment, recordPayment),
  handle(contract.voidPayment, voidPayment),
  handle(contract.listPayments, listPayments),
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
