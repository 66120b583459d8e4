import * as z from 'zod';
import {
  CREDENTIALS,
  credentialCodes,
  isForgeable,
  kindsFor,
  type CredentialKinds,
  type CredentialPlace,
} from './credentials.ts';
import type { ErrorCode } from './errors.ts';
import { isOpenToReaders, type Auth, type Operation } from './operation.ts';
import { takesPayment } from './billing/billing-note.ts';
import { takesKey } from './repeats.ts';

/** Every code an operation refuses with: of its credentials, of reading its input, of being repeated, and its own. */
export function errorsOf(operation: Operation, kinds?: CredentialKinds): ErrorCode[] {
  if (operation.neverRefuses) return [];
  if (operation.refusals) return [...operation.errors];
  return [
    ...new Set([
      ...credentialCodes(operation.auth, kinds),
      ...(isForgeable(operation, kinds) ? FORGERY_CODES : []),
      ...(isRefusedToReaders(operation) ? (['read_only_key'] as const) : []),
      ...(operation.forStrangers ? (['not_found'] as const) : []),
      ...formCodes(operation),
      ...bodyCodes(operation),
      ...(takesKey(operation) ? REPEAT_CODES : []),
      ...operation.errors,
      ...(takesPayment(operation) ? PAYMENT_CODES : []),
    ]),
  ];
}

/** Whether an API key opens it, and a read-only one does not. */
function isRefusedToReaders(operation: Operation): boolean {
  const opens: readonly Auth[] = CREDENTIALS.apiKey.opens;
  return opens.includes(operation.auth) && !isOpenToReaders(operation);
}

const REPEAT_CODES = ['chave_invalida', 'chave_reutilizada', 'chave_em_uso'] as const;

/** Of a payment that comes with the call. */
const PAYMENT_CODES = [
  'pagamento_invalido',
  'pagamento_ja_utilizado',
  'pagamento_ja_respondido',
  'credito_insuficiente',
  'pagamento_em_confirmacao',
] as const;

/** Where a cookie is the credential. */
const FORGERY_CODES = ['invalid_origin', 'invalid_csrf'] as const;

/**
 * The names that a query may have, as the API has it (decisions/001); null where any others are ignored: outside it, and
 * where the answer is a page too, is kept by its path alone, or is no refusal whatever comes, and where the query is loose.
 */
export function queryNamesOf({ path, query, auth, ...rest }: Operation): string[] | null {
  const isOpen = rest.alsoPage || rest.neverRefuses || rest.keptSec !== undefined;
  if (query?.def.catchall instanceof z.ZodUnknown) return null;
  if (!isStrict(query) && (isOpen || !path.startsWith('/api/'))) return null;
  const places = kindsFor(auth, CREDENTIALS).flatMap((kind): readonly CredentialPlace[] => kind.places);
  const credentials = places.flatMap((place) => (place.in === 'query' ? [place.name] : []));
  return [...new Set([...Object.keys(query?.shape ?? {}), ...credentials])];
}

/** Outside the API an operation says by this that it refuses what it does not know. */
function isStrict(query: z.ZodObject | undefined): boolean {
  return query?.def.catchall instanceof z.ZodNever;
}

function formCodes(operation: Operation): ErrorCode[] {
  if (operation.invalidInput) return [operation.invalidInput];
  return queryNamesOf(operation) ? ['consulta_invalida'] : [];
}

function bodyCodes({ body, invalidInput, tooLarge, anyContentType }: Operation): ErrorCode[] {
  if (!body) return [];
  return [
    tooLarge ?? 'corpo_grande',
    ...('raw' in body || invalidInput || anyContentType ? [] : (['tipo_nao_suportado'] as const)),
    ...('raw' in body || invalidInput ? [] : (['corpo_invalido'] as const)),
  ];
}
