/**
 * Marks the page in a browser in which staff are signed in, which sees what the office has not entered yet. Storage may
 * be forbidden.
 */
function markStaff(): void {
  try {
    document.documentElement.toggleAttribute('data-staff', localStorage.getItem('token') !== null);
  } catch {}
}

export const MARK_STAFF_SCRIPT = `(${markStaff})()`;
