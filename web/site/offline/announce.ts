/** Says one thing at the foot of the page, with one button that does something about it. A second one takes its place. */
export function announce(text: string, action: string, act: () => void): void {
  document.getElementById('announcement')?.remove();
  const bar = document.createElement('div');
  bar.id = 'announcement';
  bar.setAttribute('role', 'status');
  const words = document.createElement('span');
  words.textContent = text;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = action;
  button.addEventListener('click', act);
  bar.append(words, button);
  document.body.append(bar);
}
