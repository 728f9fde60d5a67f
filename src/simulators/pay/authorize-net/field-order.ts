/** The gateway maps JSON to an XML schema, so fields must be in this order. `*` accepts anything below. */
const orders: Record<string, readonly string[]> = {
  createTransactionRequest: ['merchantAuthentication', 'refId', 'transactionRequest'],
  transactionRequest: [
    'transactionType',
    'amount',
    'currencyCode',
    'payment',
    'profile',
    'solution',
    'callId',
    'terminalNumber',
    'authCode',
    'refTransId',
    'splitTenderId',
    'order',
    'lineItems',
    'tax',
    'duty',
    'shipping',
    'taxExempt',
    'poNumber',
    'customer',
    'billTo',
    'shipTo',
    'customerIP',
    'cardholderAuthentication',
    'retail',
    'employeeId',
    'transactionSettings',
    'userFields',
    'surcharge',
    'merchantDescriptor',
    'subMerchant',
    'tip',
    'processingOptions',
    'subsequentAuthInformation',
    'otherTax',
    'shipFrom',
    'authorizationIndicatorType',
  ],
  opaqueData: ['dataDescriptor', 'dataValue', 'dataKey', 'expirationTimeStamp'],
  creditCard: ['cardNumber', 'expirationDate', 'cardCode', 'isPaymentToken', 'cryptogram'],
  order: ['invoiceNumber', 'description', 'discountAmount'],
  customer: ['type', 'id', 'email', 'driversLicense', 'taxId'],
  billTo: [
    'firstName',
    'lastName',
    'company',
    'address',
    'city',
    'state',
    'zip',
    'country',
    'phoneNumber',
    'faxNumber',
    'email',
  ],
  getTransactionDetailsRequest: ['merchantAuthentication', 'refId', 'transId'],
  getUnsettledTransactionListRequest: ['merchantAuthentication', 'refId', 'status', 'sorting', 'paging'],
  getTransactionListRequest: ['merchantAuthentication', 'refId', 'batchId', 'sorting', 'paging'],
  getSettledBatchListRequest: [
    'merchantAuthentication',
    'refId',
    'includeStatistics',
    'firstSettlementDate',
    'lastSettlementDate',
  ],
  getMerchantDetailsRequest: ['merchantAuthentication', 'refId'],
  getHostedPaymentPageRequest: [
    'merchantAuthentication',
    'refId',
    'transactionRequest',
    'hostedPaymentSettings',
  ],
  sorting: ['orderBy', 'orderDescending'],
  paging: ['limit', 'offset'],
  merchantAuthentication: ['name', 'transactionKey'],
};

/**
 * Returns the first element that the schema does not allow at its position, or null. The SDK's `clientId` may be
 * anywhere.
 */
export function findMisplacedField(name: string, value: unknown): string | null {
  if (Array.isArray(value)) return null;
  if (!value || typeof value !== 'object') return null;
  const order = orders[name];
  let at = -1;
  for (const [field, inner] of Object.entries(value)) {
    if (field !== 'clientId' && order) {
      const place = order.indexOf(field);
      if (place <= at)
        return `The element '${name}' in namespace 'AnetApi/xml/v1/schema/AnetApiSchema.xsd' has invalid child element '${field}'.`;
      at = place;
    }
    const below = findMisplacedField(field, inner);
    if (below) return below;
  }
  return null;
}
