import { createElement, type FC, type SVGProps } from 'react';

interface IconProps extends Pick<SVGProps<SVGSVGElement>, 'aria-hidden' | 'aria-label' | 'className' | 'style'> {
  size?: number | string;
}

export type Icon = FC<IconProps>;

const SIZE = 24;

/** @param body the SVG elements of the icon, drawn on 24 x 24 units. */
export function makeIcon(body: string): Icon {
  const content = { __html: body };
  return ({ size = SIZE, ...attributes }) =>
    createElement('svg', {
      ...attributes,
      width: size,
      height: size,
      viewBox: `0 0 ${SIZE} ${SIZE}`,
      dangerouslySetInnerHTML: content,
    });
}
