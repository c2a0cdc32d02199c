/** Above the page, because a bar that floats would cover prices. A second message replaces the first. */
export function announce(text: string, action: string, act: () => void): void {
  document.getElementById('announcement')?.remove();
  const bar = document.createElement('div');
  bar.id = 'announcement';
  bar.setAttribute('role', 'status');
  const words = document.createElement('span');
  words.textContent = text;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button accent';
  button.textContent = action;
  button.addEventListener('click', act);
  bar.append(words, button);
  document.body.prepend(bar);
}
