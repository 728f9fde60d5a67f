/** An attachment: a stored file, or a short text stored with the message. */
export type MessageAttachment = { name: string; type: string } & ({ file_id: string } | { text: string });
