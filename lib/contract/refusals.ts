import { credentialCodes, isForgeable, type CredentialKinds } from './credentials.ts';
import type { ErrorCode } from './errors.ts';
import type { Operation } from './operation.ts';
import { takesPayment } from './paying.ts';
import { takesKey } from './repeats.ts';

/** Every code an operation refuses with: of its credentials, of reading its input, of being repeated, and its own. */
export function errorsOf(operation: Operation, kinds?: CredentialKinds): ErrorCode[] {
  if (operation.neverRefuses) return [];
  if (operation.refusals) return [...operation.errors];
  return [
    ...new Set([
      ...credentialCodes(operation.auth, kinds),
      ...(isForgeable(operation, kinds) ? FORGERY_CODES : []),
      ...(operation.forStrangers ? (['not_found'] as const) : []),
      ...(operation.invalidInput ? [operation.invalidInput] : []),
      ...bodyCodes(operation),
      ...(takesKey(operation) ? REPEAT_CODES : []),
      ...operation.errors,
      ...(takesPayment(operation) ? PAYMENT_CODES : []),
    ]),
  ];
}

/** A key, and a dry run where there is none. */
const REPEAT_CODES = ['chave_invalida', 'consulta_invalida', 'chave_reutilizada', 'chave_em_uso'] as const;

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

function bodyCodes({ body, invalidInput, tooLarge, anyContentType }: Operation): ErrorCode[] {
  if (!body) return [];
  return [
    tooLarge ?? 'corpo_grande',
    ...('raw' in body || invalidInput || anyContentType ? [] : (['tipo_nao_suportado'] as const)),
    ...('raw' in body || invalidInput ? [] : (['corpo_invalido'] as const)),
  ];
}
