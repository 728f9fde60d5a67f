/**
 * Runs as a separate process (see stage.ts): reads tables of people until stopped. It has no access to the database or secrets.
 * Built as dist/people-table-child.js.
 */
import { answerWith, endWithParent, memory } from '#server/documents/child-side.ts';
import { stageTable, type TableRequest } from './stage-table.ts';

endWithParent();
answerWith((request: TableRequest) => ({ outcome: stageTable(request), ...memory() }));
