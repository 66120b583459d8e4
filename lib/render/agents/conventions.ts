/** What holds for every call, by subject. */
export const CONVENTIONS = {
  errors:
    'Failures are 4xx or 5xx with { error, detail? }; error is one of the codes in the OpenAPI document, detail one sentence that names the field, the rule and the value. Fields and query parameters that an operation does not have are 400. Never ok:false with status 200.',
  cors: 'Access-Control-Allow-Origin: * on the API. Cookies work for pages of this service only.',
  x402: 'Where billing charges, a call past the free allowance answers 402 with accepts[] (x402 version 1, scheme exact, USDC) and does nothing: have a wallet sign one of them and repeat the same call with X-PAYMENT. After 503 pagamento_em_confirmacao repeat it with the same X-PAYMENT and sign no other. X-PAYMENT-RESPONSE is the receipt; GET /api/purchases lists what was paid for. X-Credito, a prepaid credit token (POST /api/credit), pays without a wallet.',
  parity:
    'Whatever a person can do with monitors here, an agent can do with the same operation. Accounts, their keys and organizations are for people who sign in.',
  ownership:
    'What is not yours answers 404, like what does not exist; 401 means that no valid credential was sent.',
  repeats:
    'Every POST, PUT, PATCH and DELETE of an owner takes Idempotency-Key: the same call with the same key is done once, and gets the same answer for 24 hours. Where an operation takes dry_run=true, it answers what the call would do and does nothing.',
  lists: 'Lists that grow come in pages: while there is a next_cursor, send it as cursor.',
  time: 'Timestamps are UTC, ISO 8601. Durations are in the unit that the name ends with.',
  versions:
    'The build is the version; no path has one. Ignore fields that you do not know. Some words of the wire are Portuguese, all text is English.',
} as const;
