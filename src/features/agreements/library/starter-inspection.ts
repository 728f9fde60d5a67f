import type { AgreementPart } from './agreement-part.ts';

/** The main agreement, about two pages in short numbered parts. */
export const inspectionParts: readonly AgreementPart[] = [
  [
    'Parties and property',
    'This agreement is between the inspection company named at its head ("we") and {{CLIENT_NAME}} ("you"). It is about the property at {{PROPERTY_ADDRESS}}.',
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
    'We look at the parts of the property that can be reached and seen safely on that day, and tell you in a written report what we found. The inspection is visual and does not damage anything: we do not open walls, move furniture or take equipment apart beyond its usual covers.',
    'We follow the InterNACHI Standards of Practice for home inspections in force on the day, or the standards that the state prescribes. You may read them at any time; we send you a copy when you ask.',
    'A defect is worth reporting when it affects the value of the property or the safety of people, or when a part does not do its work. Being old, by itself, is no defect.',
  ],
  [
    'What we do not do',
    'The following is not part of the inspection unless it stands among the services above:',
    '- a check of building codes, permits, zoning or property lines',
    '- parts that are hidden, buried, locked, blocked by belongings or unsafe to reach',
    '- tests for radon, mold, asbestos, lead, water quality or other things in air, water and soil',
    '- wood-destroying insects, rodents and other animals',
    '- sewer lines, septic systems, wells, pools, sprinklers, solar, alarm and smart-home systems',
    '- the strength of structures, the size of equipment, or how well it performs over time',
    '- a forecast of how long anything will last, or what repairs will cost',
    'The inspection lowers the risk of buying a house; it cannot take it away. It is no guarantee, no warranty and no insurance.',
  ],
  [
    'The report',
    'The report is made for you alone. You may show it to your real estate agent, lender, insurer and contractors for this purchase. Other people may not rely on it without our written consent.',
    'Read the whole report, not only the summary. Where it advises a contractor or engineer, have them look before your inspection period ends, since they may find more when they open things up.',
    'You allow us to answer questions of your agent about the report. Tell us in writing if you do not want that.',
  ],
  [
    'Payment',
    'The total above is due before the report is released, unless we have agreed otherwise in writing. If further services are ordered on site, their fees are added.',
  ],
  [
    'Cancellation and access',
    'Please tell us at least 24 hours before the appointment if it has to be moved or canceled. For later changes, and when we find the property locked or its utilities off, our cancellation policy applies.',
    'You see to it that we may enter, that utilities are on and that pets are secured.',
  ],
  [
    'Claims',
    'If you believe that we missed something, write to us within 14 days of finding it, and let us look at it before it is repaired, except in an emergency. Otherwise it may no longer be possible to tell what could be seen on the day of the inspection.',
    'A claim must be brought within one year of the inspection, where the law of the state allows such a limit.',
  ],
  [
    'Limit of liability',
    'As far as the law of the state allows, our liability for errors in the inspection and the report is limited to the fee paid for it. This does not apply to gross negligence, to intent, or where the law forbids such a limit.',
    'If you want us to carry more, ask us before the inspection: for a higher fee, agreed in writing, we raise or lift this limit.',
  ],
  [
    'Disputes',
    'We first try to settle any dispute by talking with each other. If that fails, the law of the state in which the property lies applies, and its courts decide.',
    'If a part of this agreement does not hold, the rest stays in force.',
  ],
  [
    'Added services',
    'Radon tests, mold samples, sewer scopes, insect inspections and other added services have terms of their own, which you receive beside this agreement.',
  ],
  [
    'Signing',
    'Each client signs. Whoever signs for another client states that they are allowed to. A signature given electronically counts like one on paper. You state that you have read this agreement and had the time to ask about it.',
    'For the company: {{TECHNICIAN_SIGNATURE}}',
    'Date of signing: {{CURRENT_DATE}}',
  ],
];
