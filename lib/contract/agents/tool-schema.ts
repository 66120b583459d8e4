import type * as z from 'zod';
import { schemaOf, type Json } from '../json-schema.ts';

/**
 * The schema of one argument of a tool, in as few words as say it. Whoever carries the call out checks it by the schema it
 * was made of, so what is left out here is no rule that is lost: bounds of every whole number, the pattern of a named format,
 * the fields of entries of a list, a description that says no more than bounds, choices or format do.
 */
export function argumentSchema(part: z.ZodType): Json {
  return shortened(schemaOf(part, 'input'));
}

/** What a schema says as well: bounds and formats. */
const IS_SAID = /^(?:a whole number (?:of seconds )?from \d+ to \d+|an instant in ISO 8601 such as \S+)$/;

function shortened(schema: Json): Json {
  const choices = (schema['anyOf'] as Json[] | undefined)?.map(shortened);
  const short = choices ? { ...oneOf(choices), ...without(schema, ['anyOf']) } : { ...schema };
  if (short['format'] !== undefined) delete short['pattern'];
  for (const bound of ['minimum', 'maximum'])
    if (Math.abs(Number(short[bound])) === Number.MAX_SAFE_INTEGER) delete short[bound];
  if (IS_SAID.test(String(short['description']))) delete short['description'];
  if (short['enum'] && String(short['description']).startsWith('one of ')) delete short['description'];
  // Every name is a text.
  for (const spare of ['propertyNames', 'examples']) delete short[spare];
  if ('const' in short) delete short['type'];
  // `dry_run` and its like, which a query can only spell.
  if (JSON.stringify(short['enum']) === '["true","false"]')
    return { ...without(short, ['enum']), type: 'boolean' };
  if (short['type'] !== 'array') return short;
  return { type: 'array', items: ofEntries(short['items'] as Json | undefined), ...described(short) };
}

/** A choice between something and null is one type more; a choice within a choice is one choice. */
function oneOf(choices: Json[]): Json {
  const flat = choices.flatMap((each) => {
    const inner = each['anyOf'] as Json[] | undefined;
    return inner
      ? inner.map((one, at) => (at === 0 ? { ...one, ...without(each, ['anyOf']) } : one))
      : [each];
  });
  const description = flat.map((each) => each['description']).find((each) => each !== undefined);
  const [first = {}, ...others] = flat.map((each) => without(each, ['description']));
  const said = described({ description });
  const isOptional = others.length === 1 && others[0]?.['type'] === 'null' && !('enum' in first);
  if (isOptional) return { ...first, type: [first['type'], 'null'], ...said };
  const types = [...new Set([first, ...others].map(typeOf))];
  // Its words say which numbers or texts; the schema need not say it too.
  if (description !== undefined && !types.includes('array')) return { type: types, ...said };
  return { anyOf: [first, ...others], ...said };
}

function typeOf({ type, const: constant }: Json): unknown {
  return constant === undefined ? type : typeof constant === 'number' ? 'integer' : typeof constant;
}

function ofEntries(items: Json | undefined): Json {
  if (items?.['type'] === 'object') return { type: 'object' };
  return shortened(items ?? {});
}

function described({ description }: Json): Json {
  return description === undefined ? {} : { description };
}

function without(schema: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));
}
