const MARK = 'data-unread';

/**
 * Returns the attribute that marks a field whose text could not be read. A form with such a field refuses to save
 * (use-office-form.ts).
 */
export function unreadMark(fault: string | undefined): { [MARK]?: string } {
  return fault === undefined ? {} : { [MARK]: fault };
}

/**
 * Returns the error messages of marked fields, by the path of the field. A field that is not one of the form's values
 * has the path ''.
 */
export function findUnread(form: HTMLElement | null): Record<string, string> {
  const fields = [...(form?.querySelectorAll<HTMLElement>(`[${MARK}]:not(:disabled)`) ?? [])];
  return Object.fromEntries(fields.map((field) => [field.dataset.path ?? '', field.getAttribute(MARK) ?? '']));
}
