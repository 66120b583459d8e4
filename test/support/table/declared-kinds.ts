import { globSync } from 'node:fs';
import { join } from 'node:path';
import { alertKey, alertSk, incidentPointerKey, readingKey, type Key } from '../../../lib/data/keys.ts';

type KeyFunction = (...of: never[]) => Key;

/** Of key functions that take more than texts: what they make of each choice. */
const CHOICES: Readonly<Record<string, readonly Key[]>> = {
  alertKey: [alertKey('…', alertSk(0, 0, '…'))],
  incidentPointerKey: (['open', 'closed'] as const).map((state) =>
    incidentPointerKey('…', { state, downSince: 0, monitorId: '…', number: 0 }),
  ),
  readingKey: (['minute', 'hour'] as const).map((every) => readingKey('…', every, 0)),
};

/** Whatever is read of it is the text `…`. */
const BLANK: unknown = new Proxy({}, { get: (_, name) => (name === Symbol.toPrimitive ? () => '…' : BLANK) });

/**
 * The kinds of items that the code declares: of every key shape of a `*keys.ts` in `lib/data`, both parts with a blank between,
 * `…` for what differs from item to item.
 */
export async function declaredKinds(): Promise<string[]> {
  const paths = globSync('lib/data/**/*keys.ts').filter((path) => !/(api|ping)-keys\.ts$/.test(path));
  const kinds: string[] = [];
  for (const path of paths) {
    const module = (await import(join(process.cwd(), path))) as Record<string, unknown>;
    for (const [name, made] of Object.entries(module))
      if (/[Kk]ey$/.test(name)) kinds.push(...keysOf(name, made).map(kindOfKey));
  }
  return kinds;
}

function keysOf(name: string, made: unknown): readonly Key[] {
  if (typeof made !== 'function') return [made as Key];
  const key = CHOICES[name] ?? [
    (made as KeyFunction)(...(Array.from({ length: made.length }, () => BLANK) as never[])),
  ];
  if (/undefined|NaN/.test(JSON.stringify(key)))
    throw new Error(`Say in test/support/table/declared-kinds.ts what ${name} makes of each choice.`);
  return key;
}

const kindOfKey = ({ pk, sk }: Key) => `${general(pk)} ${general(sk)}`;

/** Numbers differ too, and several such parts in a row are as one. */
function general(part: unknown): string {
  const pieces = String(part)
    .split('#')
    .map((piece) => piece.replace(/^\d+$|\d*…[\d…-]*/, '…'));
  return pieces.filter((piece, at) => piece !== '…' || pieces[at - 1] !== '…').join('#');
}
