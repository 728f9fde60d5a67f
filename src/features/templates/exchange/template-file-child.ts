/**
 * Runs as a separate process (see read-uploaded.ts): reads files of templates until stopped. It has no access to the database
 * or secrets. Built as dist/template-file-child.js.
 */
import { answerWith, endWithParent, memory } from '#server/documents/child-side.ts';
import { type FileRequest, readTemplateBytes } from './read-file.ts';

endWithParent();
answerWith((request: FileRequest) => ({ outcome: readTemplateBytes(request), ...memory() }));
