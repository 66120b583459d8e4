import * as z from 'zod';
import { contactOperations } from './contact.ts';
import { fieldRules } from '../field.ts';
import { schemaOf, type Json } from '../json-schema.ts';

const { shape } = contactOperations.contactTeam.body.json;

/** A field of `POST /api/contact`. */
export type ContactFieldName = keyof typeof shape;

type OptionalName = {
  [N in ContactFieldName]: (typeof shape)[N] extends z.ZodOptional ? N : never;
}[ContactFieldName];

/** A field that only a proposal has. */
export type ProposalFieldName = OptionalName;

/** A field as it is described to whoever fills it in. */
export interface ContactField<N extends ContactFieldName = ContactFieldName> {
  name: N;
  isRequired: boolean;
  /** Completes "<field> must be …". */
  rule: string;
  /** Those that it takes, where they are few. */
  values: readonly (string | number)[] | null;
}

/** What `POST /api/contact` takes, out of its declaration. */
export const CONTACT_FIELDS: readonly ContactField[] = (Object.keys(shape) as ContactFieldName[]).map(
  (name) => {
    const schema: z.ZodType = shape[name];
    const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
    return {
      name,
      isRequired: inner === schema,
      rule: fieldRules.get(inner)?.rule ?? '',
      values: valuesIn(schemaOf(inner, 'input')),
    };
  },
);

/** Of the schema, of each of a list, or of the first of several forms. */
function valuesIn({ enum: values, items, anyOf }: Json): ContactField['values'] {
  const within = Array.isArray(anyOf) ? anyOf[0] : items;
  if (Array.isArray(values)) return values;
  return within === undefined ? null : valuesIn(within as Json);
}
