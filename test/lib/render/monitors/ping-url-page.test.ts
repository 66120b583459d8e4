import { expect, it } from 'vitest';
import { pingUrlPage } from '../../../../lib/render/monitors/ping-url-page.ts';
import { type Colour, DARK, LIGHT } from '../../../../lib/render/tokens.ts';

it('has the colours of the sheet in both themes, though it does not load it', () => {
  const pairs = [
    ...pingUrlPage('https://x.example/in/1', 'Ping now').matchAll(/light-dark\((#\w+),(#\w+)\)/g),
  ];
  const known = (Object.keys(LIGHT) as Colour[]).map((colour) => `${LIGHT[colour]} ${DARK[colour]}`);

  expect(pairs).toHaveLength(5);
  for (const [, light, dark] of pairs) expect(known).toContain(`${light} ${dark}`);
});
