/** A text inside a function, class or constant of a file (anywhere in the file where none is named), and what takes its place. */
export interface Edit {
  file: string;
  in?: string;
  from: string;
  to: string;
}

/** Makes an edit. Spaces, line breaks and the commas of a formatter do not count; throws unless the text is there exactly once. */
export function mutated(text: string, { in: name, from, to }: Omit<Edit, 'file'>): string {
  const [start, end] = name === undefined ? [0, text.length] : extentOf(text, name);
  const found = [...text.slice(start, end).matchAll(looselyAs(from))];
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(`"${from}" is ${found.length} times in ${name ?? 'the file'}.`);
  const at = start + only.index;
  return text.slice(0, at) + to + text.slice(at + only[0].length);
}

/** From the line that declares a name to the next line that is as far left and closes nothing. */
function extentOf(text: string, name: string): [number, number] {
  const declared = `^( *)(?:export )?(?:(?:async )?function\\*?|class|const|let) ${name}\\b`;
  const method = `^(  )(?:async )?${name}\\(.*[({]$`;
  const found = [...text.matchAll(new RegExp(`${declared}|${method}`, 'gm'))];
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(`${name} is declared ${found.length} times in the file.`);
  const lineEnd = text.indexOf('\n', only.index);
  const next = new RegExp(`^ {0,${(only[1] ?? only[2])?.length ?? 0}}[^\\s)\\]}]`, 'gm');
  next.lastIndex = lineEnd + 1;
  return [only.index, next.exec(text)?.index ?? text.length];
}

function looselyAs(text: string): RegExp {
  const tokens = text.match(/\w+|[^\w\s]/g) ?? [];
  const parts = tokens.map((token, place) => {
    const before = tokens[place - 1];
    const apart = before !== undefined && /\w/.test(before) && /\w/.test(token) ? '\\s+' : '\\s*';
    const comma = /[)\]}]/.test(token) && before !== ',' ? '(?:,\\s*)?' : '';
    return (before === undefined ? '' : apart + comma) + token.replace(/[^\w]/g, '\\$&');
  });
  return new RegExp(parts.join(''), 'g');
}
