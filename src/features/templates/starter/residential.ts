import { insideSections } from './residential-inside.ts';
import { outsideSections } from './residential-outside.ts';
import { systemSections } from './residential-systems.ts';
import type { StarterTemplate } from './starter-types.ts';

/** The template every new company starts with: a complete home in 13 sections and 78 items. */
export const residentialTemplate: StarterTemplate = {
  name: 'Residential',
  description:
    'Complete residential inspection, from roof to garage, organized by the ten systems of a standard home inspection.',
  report_title: 'Home inspection report',
  header_text:
    'Thank you for choosing us for your home inspection. This report describes the condition of the home on the day of the inspection. Start with the summary, then read the full report, which also includes maintenance advice for the years ahead.\n\nEach item is rated Inspected, Not Inspected, Not Present, or Deficient. Defects fall into three categories: Maintenance (blue), Recommendation (orange), and Safety hazard (red).',
  disclaimer:
    'A home inspection is a visual, non-invasive examination of the readily accessible areas of a home on a single day. It is not a warranty, an insurance policy, or a code compliance inspection, and it cannot reveal concealed defects. Have the recommended contractors evaluate all defects before your inspection contingency period ends, since further evaluation may uncover additional problems.',
  ratings: [
    { key: 'IN', label: 'Inspected' },
    { key: 'NI', label: 'Not Inspected' },
    { key: 'NP', label: 'Not Present' },
    { key: 'D', label: 'Deficient' },
  ],
  sections: [...outsideSections, ...systemSections, ...insideSections],
};

/** All templates a new company starts with. */
export const starterTemplates: readonly StarterTemplate[] = [residentialTemplate];
