import userEvent, { type UserEvent } from '@testing-library/user-event';

const SHORT_TEXT = 3;

/**
 * Returns a user who pastes all but the last character of a text and types the rest, because a form renders once for
 * each key. Key descriptors (`{Enter}`, `[Tab]`) and what follows them are typed. `keyboard` types everything.
 */
export function fastUser(): UserEvent {
  const user = userEvent.setup({ delay: null });
  return {
    ...user,
    async type(element, text, options) {
      const [letters = ''] = text.split(/[[{]/);
      if (letters.length < SHORT_TEXT || options !== undefined) return user.type(element, text, options);
      await user.click(element);
      await user.paste(letters.slice(0, -1));
      await user.keyboard(text.slice(letters.length - 1));
    },
  };
}
