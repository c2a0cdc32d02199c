import userEvent, { type UserEvent } from '@testing-library/user-event';

const SHORT_TEXT = 3;

/**
 * Pastes all but the last character of a text, because a form renders once for each key. Key descriptors (`{Enter}`,
 * `[Tab]`) and what follows them are typed.
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

export function offeredIn(field: HTMLElement): string[] {
  if (!(field instanceof HTMLSelectElement)) throw new TypeError('not a list');
  return [...field.options].filter(({ hidden }) => !hidden).map(({ text }) => text);
}
