/** What goes along: a stored file, or a short text that is kept with the message. */
export type MessageAttachment = { name: string; type: string } & ({ file_id: string } | { text: string });
