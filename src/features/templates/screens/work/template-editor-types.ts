import type { LoadedTemplate, TemplateContent } from '#domain/templates/template.ts';
import type { TemplateOp } from '#domain/templates/template-ops.ts';

/** A change of a field that someone else changed too: the user chooses. */
export interface TemplateConflict {
  op: TemplateOp;
  by: string;
  at: string;
}

/** A change that could not be stored; its words are shown until the user dismisses them. */
export interface RefusedChange {
  op: TemplateOp;
  reason: string;
}

export interface TemplateEditorState {
  template: LoadedTemplate;
  /** The confirmed state with all pending changes. */
  content: TemplateContent;
  /** `device`: kept here until the server can be reached. `unstored`: neither there nor here. */
  saving: 'saved' | 'saving' | 'device' | 'unstored';
  waiting: number;
  conflicts: readonly TemplateConflict[];
  refused: readonly RefusedChange[];
  /** What can no longer be sent, if the template was deleted or is no longer the user's to edit; null otherwise. */
  stopped: readonly TemplateOp[] | null;
  canUndo: boolean;
  canRedo: boolean;
}

/** A change that waits to be sent. */
export interface PendingChange {
  op: TemplateOp;
  /** The state that its author knew. */
  rev: number;
}

/** Changes that are sent together. */
export interface Batch {
  rev: number;
  ops: readonly TemplateOp[];
  /** Changes after `rev` that this editor made itself. */
  own: readonly string[];
}

/** What one open editor has not sent yet. */
export interface TemplateDraft {
  ops: PendingChange[];
  /** Confirmed changes that are newer than what some of these were made on. */
  own: { op_id: string; rev: number }[];
  /** Changes among them for which the user has to choose. */
  conflicts: TemplateConflict[];
  /** Changes that could not be stored and that the user has not dismissed. */
  refused: RefusedChange[];
}

/** Keeps unsent changes on the device, so that closing the tab loses nothing. */
export interface TemplateDrafts {
  /** Takes over what an editor that is gone left behind. */
  open(): Promise<TemplateDraft>;
  /** Returns whether the device has stored it. */
  write(draft: TemplateDraft): boolean;
  close(): void;
}

/** What the server says about a batch of changes. */
export interface SaveAnswer {
  rev: number;
  version: number;
  /** Someone else has changed the template since the state that was sent. */
  behind: boolean;
  results: { op_id: string; refused: string | null }[];
}

/** The editor's dependencies; the page passes the API and the browser's storage. */
export interface TemplatePorts {
  load(): Promise<LoadedTemplate>;
  save(batch: Batch): Promise<SaveAnswer>;
  drafts: TemplateDrafts;
  newId(): string;
  /** Called when something has to stay on the device. */
  keepsOnDevice?(): void;
}
