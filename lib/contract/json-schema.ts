import * as z from 'zod';

export type Json = Record<string, unknown>;

/** The JSON Schema of a schema. Definitions are inlined: a document of one page is easier to read than one of references. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const {
    $schema: _,
    id: _id,
    $defs: definitions = {},
    ...json
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override }) as Json & {
    $defs?: Record<string, Json>;
  };
  return inlined(json, definitions) as Json;
}

/** What says nothing besides: the form of an instant, which `format` names, and the largest numbers that JSON has. */
const override = ({ jsonSchema }: { jsonSchema: Json }): void => {
  if (jsonSchema['format'] === 'date-time') delete jsonSchema['pattern'];
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
};

/** zod refers to what carries an id by a place that exists in its own document only. */
function inlined(value: unknown, definitions: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((each) => inlined(each, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const [, name] = /^#\/\$defs\/(.+)$/.exec(String((value as Json)['$ref'])) ?? [];
  const { id: _id, ...definition } = definitions[name ?? ''] ?? {};
  const parts = Object.entries(name === undefined ? value : definition);
  return Object.fromEntries(parts.map(([key, part]) => [key, inlined(part, definitions)]));
}
