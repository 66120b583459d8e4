import { MASK } from './masked-value.ts';

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE KEY|KEY BLOCK)[A-Z ]{0,10}-----/;
const END = /-----END [A-Z0-9 ]{0,40}(?:PRIVATE KEY|KEY BLOCK)[A-Z ]{0,10}-----/;

/** Masks what stands between the marks of private key blocks. Line breaks stay; a block without an end runs to the last line. */
export function redactKeyBlocks(text: string): string {
  if (!text.includes('-----BEGIN')) return text;
  let isInside = false;
  return text
    .split('\n')
    .map((line) => {
      let rest = line;
      let out = '';
      for (;;) {
        const mark = (isInside ? END : BEGIN).exec(rest);
        const until = mark === null ? rest.length : mark.index;
        out += isInside ? masked(rest.slice(0, until)) : rest.slice(0, until);
        if (mark === null) return out;
        out += mark[0];
        rest = rest.slice(until + mark[0].length);
        isInside = !isInside;
      }
    })
    .join('\n');
}

function masked(text: string): string {
  return text.trim() === '' ? text : MASK + (text.endsWith('\r') ? '\r' : '');
}
