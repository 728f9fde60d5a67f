import type { AgreementPart } from './agreement-part.ts';

/** The main agreement: about two pages in short numbered sections. */
export const inspectionParts: readonly AgreementPart[] = [
  [
    'Parties and property',
    'This agreement is between the inspection company named at the top of this document ("we") and {{CLIENT_NAME}} ("you"). It covers the property at {{PROPERTY_ADDRESS}}.',
  ],
  [
    'Date and fee',
    'Date: {{APPOINTMENT_DATE}} at {{APPOINTMENT_TIME}}',
    'Services: {{SERVICES}}',
    'Fees: {{FEES}}',
    'Total: {{PRICE}}',
  ],
  [
    'What we do',
    'We inspect the visible and readily accessible areas of the property on the day of the inspection and give you a written report of our findings. The inspection is visual and non-invasive: we do not open walls, move furniture, or take equipment apart beyond removing its normal access covers.',
    'We follow the InterNACHI Standards of Practice for home inspections in effect on that day, or the standards required by state law. We provide a copy on request.',
    'We report a defect if it affects the value of the property or the safety of people, or if a component does not work as intended. Age alone is not a defect.',
  ],
  [
    'What we do not do',
    'Unless listed under Services above, the inspection does not include:',
    '- compliance with building codes, permits, zoning, or property lines',
    '- areas that are concealed, buried, locked, blocked by belongings, or unsafe to reach',
    '- tests for radon, mold, asbestos, lead, water quality, or other substances in air, water, or soil',
    '- wood-destroying insects, rodents, and other pests',
    '- sewer lines, septic systems, wells, pools, sprinklers, or solar, alarm, and smart-home systems',
    '- structural strength, equipment sizing, or performance over time',
    '- predictions of remaining service life or of repair costs',
    'An inspection reduces the risk of buying a home but cannot eliminate it. It is not a guarantee, a warranty, or an insurance policy.',
  ],
  [
    'The report',
    'The report is for your use only. You may share it with your real estate agent, lender, insurer, and contractors for this purchase. No one else may rely on it without our written consent.',
    'Read the full report, not only the summary. Where it recommends a contractor or an engineer, arrange the evaluation before your inspection contingency period ends, since it may uncover additional problems.',
    'You authorize us to answer questions from your agent about the report. Notify us in writing if you do not want us to.',
  ],
  [
    'Payment',
    'The total above is due before we release the report, unless we have agreed otherwise in writing. Fees for services ordered on site are added to the total.',
  ],
  [
    'Cancellation and access',
    'To reschedule or cancel, notify us at least 24 hours before the appointment. Our cancellation policy applies to later changes, and if we find the property locked or its utilities off.',
    'You are responsible for providing access to the property, having the utilities on, and securing pets.',
  ],
  [
    'Claims',
    'If you believe we missed something, notify us in writing within 14 days of discovering it and, except in an emergency, let us reinspect it before it is repaired. Otherwise, it may no longer be possible to determine what was visible on the day of the inspection.',
    'Any claim must be brought within one year of the inspection, where state law allows such a limit.',
  ],
  [
    'Limit of liability',
    'To the extent permitted by state law, our liability for errors in the inspection and the report is limited to the fee paid for the inspection. This limit does not apply to gross negligence or intentional misconduct, or where prohibited by law.',
    'You may ask us before the inspection to raise or remove this limit. We will do so for a higher fee agreed in writing.',
  ],
  [
    'Disputes',
    'We will first try to resolve any dispute by discussion. If that fails, the law of the state where the property is located applies, and the courts of that state decide.',
    'If any part of this agreement is unenforceable, the rest remains in effect.',
  ],
  [
    'Add-on services',
    'Radon tests, mold sampling, sewer scopes, insect inspections, and other add-on services have their own terms, which you receive with this agreement.',
  ],
  [
    'Signing',
    'Each client must sign. Anyone who signs for another client confirms that they are authorized to do so. An electronic signature has the same effect as a handwritten one. By signing, you confirm that you have read this agreement and had the opportunity to ask questions about it.',
    'For the company: {{TECHNICIAN_SIGNATURE}}',
    'Date signed: {{CURRENT_DATE}}',
  ],
];
