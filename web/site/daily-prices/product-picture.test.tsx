import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { beans, carrot, mango } from '../../testing/site-market.ts';
import { firstLetter, ProductPicture } from './price-card.tsx';

test.each([
  ['cauliflower', 'C'],
  ['කැරට්', 'කැ'],
  ['බෝංචි', 'බෝං'],
  ['ක්‍රෝටන්', 'ක්‍රෝ'],
  ['போஞ்சி', 'போ'],
  ['', ''],
])('the sign of %s is %s', (name, letter) => {
  expect(firstLetter(name)).toBe(letter);
});

const show = (element: React.ReactElement) => render(element).container;

test('a product without a picture has the first letter of its name in the language of the page, and says so', () => {
  const sign = show(<ProductPicture product={beans} language="ta" missing="படம் இல்லை" />);
  expect(sign.querySelector('.type-vegetable b')?.textContent).toBe('போ');
  expect(sign.querySelector('b')?.getAttribute('aria-hidden')).toBe('true');
  expect(sign.textContent).toContain('படம் இல்லை');
  expect(sign.querySelector('svg, img')).toBeNull();
});

test('a letter of another language is marked as such', () => {
  const sign = show(<ProductPicture product={mango} language="si" missing="" />);
  expect(sign.querySelector('.type-fruit b')?.getAttribute('lang')).toBe('en');
});

test('a picture needs no sign', () => {
  const picture = show(<ProductPicture product={carrot} language="en" missing="No Image" />);
  expect(picture.querySelector('img')?.getAttribute('src')).toBe('/images/carrot.webp');
  expect(picture.textContent).toBe('');
});
