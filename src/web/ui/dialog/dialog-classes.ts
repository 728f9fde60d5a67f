import classes from './dialog.module.css';

type Parts = { [part: string]: string };
const shared = { header: classes.header, title: classes.title, body: classes.body };

/** The classes of a dialog's parts, by the library's names for them. */
export const modalClasses = { ...shared, content: classes.modal } as Parts;
/** The classes of a dialog on a phone. */
export const sheetClasses = { ...shared, content: classes.sheet } as Parts;
