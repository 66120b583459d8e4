import { HOUR_MS, dayOf } from '../calendar.ts';
import type { Instant } from '../instant.ts';

/** The figures of a window that a panel compares. */
export const COMPARED = ['paginas', 'api', 'api_ia', 'maquina', 'visitantes'] as const;

export type Compared = Readonly<Record<(typeof COMPARED)[number], number | null>>;

/** What is taken of the public numbers of a product: a few bounded words, and numbers. */
export interface ProductNumbers {
  product: string;
  name: string | null;
  updatedAt: Instant;
  d7: Compared;
  d30: Compared;
}

/** A clock that goes wrong by more has written nothing that we could date. */
const AHEAD_MS = HOUR_MS;

/**
 * Reads the public numbers of another product (SPEC.md `GET /api/vitrine`), which may be anything: null unless it is a
 * published document of version 1. Only what is named here is taken; a name is printed characters, a number whole and not
 * negative.
 */
export function productNumbersIn(json: unknown, now: Instant): ProductNumbers | null {
  if (!isObject(json) || json['v'] !== 1 || json['publicado'] !== true) return null;
  const { produto: product, nome: name, janelas: windows } = json;
  const updatedAt = instantIn(json['atualizado_em']);
  if (!isProduct(product) || updatedAt === null || updatedAt > now + AHEAD_MS || !isObject(windows))
    return null;
  const [d7, d30] = [comparedIn(windows['d7']), comparedIn(windows['d30'])];
  if (d7 === null || d30 === null) return null;
  return { product, name: isName(name) ? name : null, updatedAt, d7, d30 };
}

/** A name for programs; it cannot be one that objects have of themselves with an underscore. */
function isProduct(text: unknown): text is string {
  return typeof text === 'string' && /^[a-z0-9](?:[a-z0-9._-]{0,58}[a-z0-9])?$/.test(text);
}

/** Letters and digits of any script, and a few signs that mean nothing in HTML. */
function isName(text: unknown): text is string {
  return (
    typeof text === 'string' &&
    /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .,+-]{0,58}[\p{L}\p{M}\p{N}.])?$/u.test(text)
  );
}

/** In UTC, as every product writes it. */
function instantIn(text: unknown): Instant | null {
  if (typeof text !== 'string' || !/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) || dayOf(at) !== text.slice(0, 10) ? null : at;
}

function comparedIn(window: unknown): Compared | null {
  if (!isObject(window)) return null;
  const entries = COMPARED.map((name) => [name, numberIn(window[name])] as const);
  return Object.fromEntries(entries) as Compared;
}

/** What is no count says nothing, like null. A fraction can be smaller than the table takes, which would keep all from being written. */
function numberIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
